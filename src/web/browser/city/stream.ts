import { h } from '../kit/dom.ts';
import { empty } from '../kit/parts.ts';
import { type Happening, happeningItem } from './happening.ts';

const mostLines = 40;

/** Identifies an event, whether it came from the pulse or the stream. */
const keyOf = ({ type, at, what }: Happening): string =>
  [type, at, what.message_id, what.job_id, what.what, what.product_id, what.seq, what.name, what.url].join(
    ' ',
  );

/** Activity of the city from pulse and stream, newest first and without duplicates. */
export class Stream {
  readonly #list = h('ol', {
    class: 'stream',
    'aria-label': 'What happens, the newest first',
  });
  readonly #quiet = empty(
    'Nothing has happened yet. Activity appears here as it happens.',
    h('p', {}, h('a', { class: 'button', href: '/join' }, 'Join the city')),
  );
  readonly #seen = new Set<string>();
  readonly elements = [this.#quiet, this.#list];

  take(happening: Happening, fresh: boolean): void {
    const key = keyOf(happening);
    if (this.#seen.has(key)) return;
    const line = happeningItem(happening);
    if (!line) return;
    this.#seen.add(key);
    if (fresh) line.classList.add('came');
    line.dataset.at = happening.at;
    this.#quiet.hidden = true;
    this.#list.insertBefore(line, this.#firstBefore(happening.at, fresh));
    while (this.#list.childElementCount > mostLines) this.#list.lastElementChild?.remove();
  }

  /** Where a line belongs; a new one goes before others of the same time. */
  #firstBefore(at: string, fresh: boolean): Element | null {
    const isBefore = (time: string) => (fresh ? time <= at : time < at);
    return [...this.#list.children].find((line) => isBefore(line.getAttribute('data-at') ?? '')) ?? null;
  }
}
