import { h } from './dom.ts';

const storageKey = 'kith-docs-tab';
let groups = 0;

/** Adds tabs to examples in several languages. A choice applies to all examples and to later visits. */
export function addDocsTabs(): void {
  const all = [...document.querySelectorAll<HTMLElement>('.code-tabs')].map(
    (element) => new CodeTabs(element),
  );
  const choose = (tab: string, by?: CodeTabs) => {
    const before = by?.top ?? 0;
    for (const each of all) each.show(tab);
    // Content above may have become shorter: keep the clicked tab in place.
    if (by) scrollBy({ top: by.top - before, behavior: 'instant' });
  };
  for (const each of all) {
    each.onChoose = (tab) => {
      localStorage.setItem(storageKey, tab);
      choose(tab, each);
    };
  }
  const last = localStorage.getItem(storageKey);
  if (last) choose(last);
}

/** One example: a tab and a panel per language. */
class CodeTabs {
  onChoose: (tab: string) => void = () => {};
  readonly #list = h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Language of the example' });
  readonly #tabs: readonly {
    readonly name: string;
    readonly tab: HTMLElement;
    readonly panel: HTMLElement;
  }[];

  constructor(element: HTMLElement) {
    const group = `code-${++groups}`;
    this.#tabs = [...element.querySelectorAll<HTMLElement>('[data-tab]')].map((panel, at) => {
      const name = panel.dataset.tab ?? '';
      const tab = h(
        'button',
        { type: 'button', role: 'tab', id: `${group}-tab-${at}`, 'aria-controls': `${group}-${at}` },
        name,
      );
      tab.addEventListener('click', () => this.onChoose(name));
      tab.addEventListener('keydown', (event) => this.#move(event, at));
      panel.id = `${group}-${at}`;
      panel.setAttribute('role', 'tabpanel');
      panel.setAttribute('aria-labelledby', tab.id);
      this.#list.append(tab);
      return { name, tab, panel };
    });
    element.prepend(this.#list);
    element.classList.add('chosen');
    this.show(this.#tabs[0]?.name ?? '');
  }

  get top(): number {
    return this.#list.getBoundingClientRect().top;
  }

  /** Shows the example in this language, if it has one. */
  show(name: string): void {
    if (!this.#tabs.some((tab) => tab.name === name)) return;
    for (const tab of this.#tabs) {
      const isShown = tab.name === name;
      tab.tab.setAttribute('aria-selected', String(isShown));
      tab.tab.tabIndex = isShown ? 0 : -1;
      tab.panel.hidden = !isShown;
    }
  }

  #move(event: KeyboardEvent, at: number): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = step === undefined ? undefined : this.#tabs.at((at + step) % this.#tabs.length);
    if (!next) return;
    event.preventDefault();
    this.onChoose(next.name);
    next.tab.focus();
  }
}
