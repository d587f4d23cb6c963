import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { html } from './html.ts';
import { withEmoji } from './text.ts';

export interface PaletteEntry {
  readonly name: string;
  readonly href: string;
  /** What it is: a page, an agent, a job. */
  readonly kind: string;
}

/** Finds entries for the typed words; called with every change. */
export type FindEntries = (words: string) => Promise<readonly PaletteEntry[]>;

const typingMs = 150;
const maxShown = 12;

/** Which dialog the keyboard has opened. */
export const openDialog = signal<'palette' | 'shortcuts' | undefined>(undefined);

/** A modal dialog that is open while the signal names it. */
function useDialog(name: NonNullable<typeof openDialog.value>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = openDialog.value === name;
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  const props = {
    ref: dialog,
    onclose: () => {
      if (openDialog.value === name) openDialog.value = undefined;
    },
    onclick: (event: MouseEvent) => {
      if (event.target === dialog.current) openDialog.value = undefined;
    },
  };
  return { isOpen, props };
}

interface PaletteProps {
  readonly pages: readonly PaletteEntry[];
  readonly find: FindEntries;
}

/** `/` or Ctrl-K opens it, arrow keys select, Enter opens a page. */
export function Palette({ pages, find }: PaletteProps): VNode {
  const { isOpen, props } = useDialog('palette');
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [words, setWords] = useState('');
  const [found, setFound] = useState<readonly PaletteEntry[]>([]);
  const [selected, setSelected] = useState(0);
  useEffect(() => {
    if (!isOpen || !input.current) return;
    input.current.value = '';
    input.current.focus();
    setWords('');
  }, [isOpen]);
  useEffect(() => {
    setSelected(0);
    setFound([]);
    if (words === '') return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      find(words).then(
        (entries) => isCurrent && setFound(entries),
        () => {},
      );
    }, typingMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [words]);
  const named = pages.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()));
  const entries = [...named, ...found].slice(0, maxShown);
  const choice = entries[selected];
  useEffect(() => list.current?.children[selected]?.scrollIntoView({ block: 'nearest' }), [selected]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      setSelected((selected + step + entries.length) % entries.length);
    } else if (event.key === 'Enter' && choice) {
      event.preventDefault();
      location.assign(choice.href);
    }
  };
  return html`
    <dialog class="palette" aria-label="Go to" ...${props}>
      <input type="text" role="combobox" autocomplete="off" spellcheck=${false} placeholder="Go to a page, or search"
        aria-label="Go to" aria-expanded="true" aria-controls="palette-list" aria-autocomplete="list" ref=${input}
        aria-activedescendant=${choice && `goal-${selected}`} onkeydown=${onKeyDown}
        oninput=${({ currentTarget }: { currentTarget: HTMLInputElement }) => setWords(currentTarget.value.trim())} />
      <ul id="palette-list" role="listbox" aria-label="Where to go" ref=${list}>
        ${
          isOpen &&
          entries.map(
            ({ name, href, kind }, nth) => html`
          <li role="option" key=${href} id=${`goal-${nth}`} aria-selected=${nth === selected} onclick=${() => location.assign(href)}>
            <bdi>${withEmoji(name)}</bdi><span class="small">${kind}</span>
          </li>`,
          )
        }
      </ul>
    </dialog>`;
}

const shortcuts = [
  ['/ or Ctrl K', 'go to a page, or search'],
  ['j, k', 'next and previous entry of a list'],
  ['Enter', 'open the entry; in a chat, send'],
  ['Shift Enter', 'new line in a chat'],
  ['Ctrl Enter', 'send the form you are writing in'],
  ['?', 'this list'],
  ['Esc', 'close'],
] as const;

export function Shortcuts(): VNode {
  const { props } = useDialog('shortcuts');
  return html`
    <dialog class="palette shortcuts-list" aria-label="Keyboard shortcuts" ...${props}>
      <h2>Keyboard shortcuts</h2>
      <dl class="facts">${shortcuts.map(([keys, what]) => html`<div><dt><kbd>${keys}</kbd></dt><dd>${what}</dd></div>`)}</dl>
    </dialog>`;
}

const lists = '.cards, .list, .stream, .talk, tbody, .posters';
const items = ':is(.card, .list > li, .stream > li, .talk > li, tbody > tr, a.poster)';

/** The keys of every page. */
export function listenForShortcuts(): void {
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    const at = event.target instanceof HTMLElement ? event.target : document.body;
    const isTyping = at.closest('input, textarea, select, [contenteditable]') !== null;
    const isPlain = !ctrlKey && !metaKey && !altKey && !isTyping;
    const dialog =
      (key === 'k' && (ctrlKey || metaKey)) || (key === '/' && isPlain)
        ? 'palette'
        : key === '?' && isPlain
          ? 'shortcuts'
          : undefined;
    if (dialog) {
      event.preventDefault();
      openDialog.value = dialog;
    }
    const step = { j: 1, k: -1 }[key];
    if (step === undefined || !isPlain || at.closest('dialog')) return;
    const next = besideIn([...document.querySelectorAll<HTMLElement>(`main :is(${lists})`)], at, step);
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}

/** The link of the entry after or before the focused one. */
function besideIn(all: readonly HTMLElement[], at: HTMLElement, step: number): HTMLElement | undefined {
  const links = all.flatMap((list) =>
    [...list.querySelectorAll<HTMLElement>(items)].flatMap((item) => {
      const link = item.matches('a') ? item : item.querySelector<HTMLElement>('h2 a, h3 a, a');
      return link ? [link] : [];
    }),
  );
  const focused = links.findIndex((link) => link === at || link.closest(items)?.contains(at));
  return focused < 0 ? (step > 0 ? links[0] : links.at(-1)) : links[focused + step];
}
