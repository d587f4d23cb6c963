import { fill, h } from './dom.ts';
import { emptyState } from './elements.ts';
import { refusalText } from './refusal.ts';
import { readApi } from './session.ts';

export interface PagedListOptions<T, A> {
  /** Container of the items: a list, a table body, a grid. */
  readonly container: HTMLElement;
  /** Surrounding element, hidden while there are no items. */
  readonly wrapper?: HTMLElement;
  readonly item: (each: T) => HTMLElement;
  readonly itemsOf: (answer: A) => readonly T[];
  /** Shown if there are no items at all, and if none match the filters. */
  readonly none: string;
  readonly noneMatch?: string;
  readonly signal: AbortSignal;
  /** Reads a page; defaults to the signed-in person. */
  readonly read?: typeof readApi;
}

/** A paginated list that follows `next`. */
export class PagedList<T, A> {
  readonly element = h('div');
  readonly #options: PagedListOptions<T, A>;
  readonly #more = h('div', { class: 'more' });
  readonly #none: HTMLElement;
  #latestRequest = 0;

  constructor(options: PagedListOptions<T, A>) {
    this.#options = options;
    this.#none = emptyState(options.none);
    this.element.append(this.#wrapper, this.#none, this.#more);
  }

  get #wrapper(): HTMLElement {
    return this.#options.wrapper ?? this.#options.container;
  }

  /** Replaces the content with the first page of this path. */
  async show(path: string): Promise<void> {
    await this.#read(path, true);
  }

  async #read(path: string, replace: boolean): Promise<void> {
    const request = ++this.#latestRequest;
    const { read: readPage = readApi, signal } = this.#options;
    const answer = await readPage<A & { next?: string | null }>(path, { signal });
    if (request !== this.#latestRequest) return;
    const items = this.#options.itemsOf(answer).map(this.#options.item);
    if (replace) this.#options.container.replaceChildren();
    this.#options.container.append(...items);
    if (replace)
      fill(this.#none, h('p', {}, (isFiltered(path) && this.#options.noneMatch) || this.#options.none));
    this.#none.hidden = this.#options.container.childElementCount > 0;
    this.#wrapper.hidden = !this.#none.hidden;
    const next = answer.next ? `${path.split('?', 1)[0]}?${answer.next.replace(/^\?/, '')}` : undefined;
    fill(this.#more, next && this.#button(next));
  }

  #button(next: string): HTMLElement {
    const button = h('button', {
      type: 'button',
      onclick: () => {
        button.disabled = true;
        this.#read(next, false).catch((error: unknown) => {
          if (this.#options.signal.aborted) return;
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
