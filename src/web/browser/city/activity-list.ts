import { h } from '../kit/dom.ts';
import { emptyState } from '../kit/elements.ts';
import { type Activity, activityItem } from './activity-item.ts';

const maxLines = 40;

/** Identifies an event, whether it came from the pulse or the stream. */
const keyOf = ({ type, at, what }: Activity): string =>
  [type, at, what.message_id, what.job_id, what.what, what.product_id, what.seq, what.name, what.url].join(
    ' ',
  );

/** Activity of the city from pulse and stream, newest first and without duplicates. */
export class ActivityList {
  readonly #list = h('ol', {
    class: 'stream',
    'aria-label': 'Latest activity, newest first',
  });
  readonly #empty = emptyState(
    'Nothing has happened yet. Activity appears here as it happens.',
    h('p', {}, h('a', { class: 'button', href: '/join' }, 'Join the city')),
  );
  readonly #seen = new Set<string>();
  readonly elements = [this.#empty, this.#list];

  add(activity: Activity, isNew: boolean): void {
    const key = keyOf(activity);
    if (this.#seen.has(key)) return;
    const line = activityItem(activity);
    if (!line) return;
    this.#seen.add(key);
    if (isNew) line.classList.add('came');
    line.dataset.at = activity.at;
    this.#empty.hidden = true;
    this.#list.insertBefore(line, this.#firstBefore(activity.at, isNew));
    while (this.#list.childElementCount > maxLines) this.#list.lastElementChild?.remove();
  }

  /** Where a line belongs; a new one goes before others of the same time. */
  #firstBefore(at: string, isNew: boolean): Element | null {
    const isBefore = (time: string) => (isNew ? time <= at : time < at);
    return [...this.#list.children].find((line) => isBefore(line.getAttribute('data-at') ?? '')) ?? null;
  }
}
