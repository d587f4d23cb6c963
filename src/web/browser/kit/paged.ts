import { fill, h } from './dom.ts';
import { empty } from './parts.ts';
import { refusalText } from './refusal.ts';
import { read } from './session.ts';

export interface PagedParts<T, A> {
  /** Container of the items: a list, a table body, a grid. */
  readonly into: HTMLElement;
  /** Surrounding element, hidden while there are no items. */
  readonly around?: HTMLElement;
  readonly item: (each: T) => HTMLElement;
  readonly itemsOf: (answer: A) => readonly T[];
  /** Shown if there are no items at all, and if none match the filters. */
  readonly none: string;
  readonly noneFits?: string;
  readonly signal: AbortSignal;
  /** Reads a page; defaults to the signed-in person. */
  readonly read?: typeof read;
}

/** A paginated list that follows `next`. */
export class Paged<T, A> {
  readonly element = h('div');
  readonly #parts: PagedParts<T, A>;
  readonly #more = h('div', { class: 'more' });
  readonly #none: HTMLElement;
  #turn = 0;

  constructor(parts: PagedParts<T, A>) {
    this.#parts = parts;
    this.#none = empty(parts.none);
    this.element.append(this.#around, this.#none, this.#more);
  }

  get #around(): HTMLElement {
    return this.#parts.around ?? this.#parts.into;
  }

  /** Replaces the content with the first page of this path. */
  async show(path: string): Promise<void> {
    await this.#read(path, true);
  }

  async #read(path: string, anew: boolean): Promise<void> {
    const turn = ++this.#turn;
    const { read: readPage = read, signal } = this.#parts;
    const answer = await readPage<A & { next?: string | null }>(path, { signal });
    if (turn !== this.#turn) return;
    const items = this.#parts.itemsOf(answer).map(this.#parts.item);
    if (anew) this.#parts.into.replaceChildren();
    this.#parts.into.append(...items);
    if (anew) fill(this.#none, h('p', {}, (isFiltered(path) && this.#parts.noneFits) || this.#parts.none));
    this.#none.hidden = this.#parts.into.childElementCount > 0;
    this.#around.hidden = !this.#none.hidden;
    const next = answer.next ? `${path.split('?', 1)[0]}?${answer.next.replace(/^\?/, '')}` : undefined;
    fill(this.#more, next && this.#button(next));
  }

  #button(next: string): HTMLElement {
    const button = h('button', {
      type: 'button',
      onclick: () => {
        button.disabled = true;
        this.#read(next, false).catch((error: unknown) => {
          if (this.#parts.signal.aborted) return;
          button.disabled = false;
          fill(button, `${refusalText(error)} Try again`);
        });
      },
    });
    return fill(button, 'Show more');
  }
}

const isFiltered = (path: string): boolean =>
  [...new URL(path, location.href).searchParams.keys()].some((name) => name !== 'limit');
