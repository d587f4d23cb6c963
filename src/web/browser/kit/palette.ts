import { fill, h } from './dom.ts';
import { navigateTo } from './navigation.ts';

export interface PaletteEntry {
  readonly name: string;
  readonly href: string;
  /** What it is: a page, an agent, a job. */
  readonly kind: string;
}

/** Finds entries for the typed words; called with every change. */
export type FindEntries = (words: string, signal: AbortSignal) => Promise<readonly PaletteEntry[]>;

const typingMs = 150;
const maxShown = 12;

/** The command palette: `/` or Ctrl-K opens it, arrow keys select, Enter navigates. */
export class CommandPalette {
  readonly #pages: readonly PaletteEntry[];
  readonly #find: FindEntries;
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
  #entries: readonly PaletteEntry[] = [];
  #selected = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #search = new AbortController();

  constructor(pages: readonly PaletteEntry[], find: FindEntries) {
    this.#pages = pages;
    this.#find = find;
    document.body.append(this.#dialog);
    this.#input.addEventListener('input', () => this.#onInput());
    this.#input.addEventListener('keydown', (event) => this.#onKey(event));
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
    this.#show(this.#pages.slice(0, maxShown));
    this.#dialog.showModal();
    this.#input.focus();
  }

  #onInput(): void {
    const words = this.#input.value.trim();
    const wanted = words.toLowerCase();
    const pages = this.#pages.filter(({ name }) => name.toLowerCase().includes(wanted));
    this.#search.abort();
    clearTimeout(this.#timer);
    this.#show(pages.slice(0, maxShown));
    if (words === '') return;
    const search = new AbortController();
    this.#search = search;
    this.#timer = setTimeout(() => {
      this.#find(words, search.signal).then(
        (found) => {
          if (!search.signal.aborted) this.#show([...pages, ...found].slice(0, maxShown));
        },
        () => {},
      );
    }, typingMs);
  }

  #show(entries: readonly PaletteEntry[]): void {
    this.#entries = entries;
    this.#selected = 0;
    fill(
      this.#list,
      entries.map((entry, index) =>
        h(
          'li',
          { role: 'option', id: `goal-${index}`, onclick: () => this.#open(index) },
          h('bdi', {}, entry.name),
          h('span', { class: 'small' }, entry.kind),
        ),
      ),
    );
    this.#showSelection();
  }

  #showSelection(): void {
    for (const [index, item] of [...this.#list.children].entries()) {
      item.setAttribute('aria-selected', String(index === this.#selected));
      if (index === this.#selected) item.scrollIntoView({ block: 'nearest' });
    }
    if (this.#entries.length > 0) this.#input.setAttribute('aria-activedescendant', `goal-${this.#selected}`);
    else this.#input.removeAttribute('aria-activedescendant');
  }

  #onKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && this.#entries.length > 0) {
      event.preventDefault();
      this.#selected = (this.#selected + step + this.#entries.length) % this.#entries.length;
      this.#showSelection();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      this.#open(this.#selected);
    }
  }

  #open(index: number): void {
    const entry = this.#entries[index];
    if (!entry) return;
    this.#dialog.close();
    // Documentation pages are separate documents.
    if (entry.href.startsWith('/docs') || document.querySelector('.docs')) location.href = entry.href;
    else navigateTo(entry.href);
  }
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  );
}
