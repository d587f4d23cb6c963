import { fill, h } from './dom.ts';
import { goTo } from './go.ts';

export interface Goal {
  readonly name: string;
  readonly href: string;
  /** What it is: a page, an agent, a job. */
  readonly kind: string;
}

/** Finds goals for the typed words; called with every change. */
export type FindGoals = (words: string, signal: AbortSignal) => Promise<readonly Goal[]>;

const typingMs = 150;
const mostShown = 12;

/** The command palette: `/` or Ctrl-K opens it, arrow keys select, Enter navigates. */
export class Palette {
  readonly #pages: readonly Goal[];
  readonly #find: FindGoals;
  readonly #input = h('input', {
    type: 'text',
    role: 'combobox',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'Go to a page, or search',
    'aria-label': 'Go to',
    'aria-expanded': 'true',
    'aria-controls': 'palette-list',
    'aria-autocomplete': 'list',
  });
  readonly #list = h('ul', { id: 'palette-list', role: 'listbox', 'aria-label': 'Where to go' });
  readonly #dialog = h('dialog', { class: 'palette', 'aria-label': 'Go to' }, this.#input, this.#list);
  #goals: readonly Goal[] = [];
  #chosen = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #search = new AbortController();

  constructor(pages: readonly Goal[], find: FindGoals) {
    this.#pages = pages;
    this.#find = find;
    document.body.append(this.#dialog);
    this.#input.addEventListener('input', () => this.#typed());
    this.#input.addEventListener('keydown', (event) => this.#pressed(event));
    this.#dialog.addEventListener('click', (event) => {
      if (event.target === this.#dialog) this.#dialog.close();
    });
    document.addEventListener('keydown', (event) => {
      const byCtrl = event.key === 'k' && (event.ctrlKey || event.metaKey);
      const bySlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping(event.target);
      if (!byCtrl && !bySlash) return;
      event.preventDefault();
      this.open();
    });
  }

  open(): void {
    if (this.#dialog.open) return;
    this.#input.value = '';
    this.#show(this.#pages.slice(0, mostShown));
    this.#dialog.showModal();
    this.#input.focus();
  }

  #typed(): void {
    const words = this.#input.value.trim();
    const wanted = words.toLowerCase();
    const pages = this.#pages.filter(({ name }) => name.toLowerCase().includes(wanted));
    this.#search.abort();
    clearTimeout(this.#timer);
    this.#show(pages.slice(0, mostShown));
    if (words === '') return;
    const search = new AbortController();
    this.#search = search;
    this.#timer = setTimeout(() => {
      this.#find(words, search.signal).then(
        (found) => {
          if (!search.signal.aborted) this.#show([...pages, ...found].slice(0, mostShown));
        },
        () => {},
      );
    }, typingMs);
  }

  #show(goals: readonly Goal[]): void {
    this.#goals = goals;
    this.#chosen = 0;
    fill(
      this.#list,
      goals.map((goal, nth) =>
        h(
          'li',
          { role: 'option', id: `goal-${nth}`, onclick: () => this.#go(nth) },
          h('bdi', {}, goal.name),
          h('span', { class: 'small' }, goal.kind),
        ),
      ),
    );
    this.#mark();
  }

  #mark(): void {
    for (const [nth, item] of [...this.#list.children].entries()) {
      item.setAttribute('aria-selected', String(nth === this.#chosen));
      if (nth === this.#chosen) item.scrollIntoView({ block: 'nearest' });
    }
    if (this.#goals.length > 0) this.#input.setAttribute('aria-activedescendant', `goal-${this.#chosen}`);
    else this.#input.removeAttribute('aria-activedescendant');
  }

  #pressed(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && this.#goals.length > 0) {
      event.preventDefault();
      this.#chosen = (this.#chosen + step + this.#goals.length) % this.#goals.length;
      this.#mark();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      this.#go(this.#chosen);
    }
  }

  #go(nth: number): void {
    const goal = this.#goals[nth];
    if (!goal) return;
    this.#dialog.close();
    // Documentation pages are separate documents.
    if (goal.href.startsWith('/docs') || document.querySelector('.docs')) location.href = goal.href;
    else goTo(goal.href);
  }
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  );
}
