import { type Child, fill, h } from './dom.ts';

/**
 * A part of a page that follows its data. It is redrawn only if the data changed, and never while it has the
 * focus, so that keyboard users keep their place.
 */
export class LivePart<T> {
  readonly element: HTMLElement;
  readonly #draw: (data: T) => Child;
  #drawn = '';
  #pending: T | undefined;

  constructor(className: string, draw: (data: T) => Child) {
    this.#draw = draw;
    this.element = h('div', { class: className });
    this.element.addEventListener('focusout', ({ relatedTarget }) => {
      const staysInside = relatedTarget instanceof Node && this.element.contains(relatedTarget);
      if (this.#pending !== undefined && !staysInside) this.#fill(this.#pending);
    });
  }

  show(data: T): void {
    if (this.element.contains(document.activeElement)) this.#pending = data;
    else this.#fill(data);
  }

  #fill(data: T): void {
    this.#pending = undefined;
    const text = JSON.stringify(data);
    if (text === this.#drawn) return;
    this.#drawn = text;
    fill(this.element, this.#draw(data));
  }
}
