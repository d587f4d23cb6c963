import { h, render, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { call } from './kit/api.ts';
import { html } from './kit/html.ts';

/** What scripts add to the documentation, which the server has made: a search, and tabs for examples. */
export function enhanceDocs(): void {
  const menu = document.querySelector('.docs-menu');
  const place = document.createElement('div');
  menu?.prepend(place);
  render(h(Search, {}), place);
  addTabs();
  document.querySelector(':target')?.scrollIntoView();
}

export interface Section {
  readonly page: string;
  readonly title: string;
  readonly href: string;
  readonly text: string;
}

const maxShown = 12;
const excerptRadius = 60;
let sections: Promise<readonly Section[]> | undefined;

/** A search over all sections. */
function Search(): VNode {
  const [words, setWords] = useState<readonly string[]>([]);
  const [found, setFound] = useState<readonly Section[]>([]);
  const search = async ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const typed = currentTarget.value.toLowerCase().split(/\s+/).filter(Boolean);
    sections ??= call<Section[]>('/docs/search.json');
    setFound(typed.length === 0 ? [] : findSections(await sections, typed, maxShown));
    setWords(typed);
  };
  return html`
    <div class="docs-search">
      <label>Search the documentation<input type="search" autocomplete="off" oninput=${search} /></label>
      <ol aria-live="polite">
        ${words.length > 0 && found.length === 0 && html`<li class="soft">Nothing matches.</li>`}
        ${found.map(
          ({ page, title, href, text }) => html`
          <li key=${href}><a href=${href}>
            ${title === page ? title : `${page}: ${title}`}<span class="small">${excerpt(text, words[0] ?? '')}</span>
          </a></li>`,
        )}
      </ol>
    </div>`;
}

export const findSections = (all: readonly Section[], words: readonly string[], count: number): Section[] =>
  all
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, count)
    .map(({ section }) => section);

/** Every word must occur; a match in a title counts more than one in the text. */
function scoreOf({ page, title, text }: Section, words: readonly string[]): number {
  const points = words.map(
    (word) =>
      (title.toLowerCase().includes(word) ? 5 : 0) +
      (page.toLowerCase().includes(word) ? 2 : 0) +
      (text.toLowerCase().includes(word) ? 1 : 0),
  );
  return points.includes(0) ? 0 : points.reduce((sum, each) => sum + each, 0);
}

export function excerpt(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - excerptRadius);
  const part = text.slice(at, at + 2 * excerptRadius);
  return `${at > 0 ? '…' : ''}${part}${at + part.length < text.length ? '…' : ''}`;
}

const storageKey = 'kith-docs-tab';

interface TabList {
  readonly list: HTMLElement;
  readonly tabs: readonly { readonly name: string; readonly tab: HTMLElement; readonly panel: HTMLElement }[];
}

/** Tabs for examples in several languages. A choice applies to all examples and to later visits. */
function addTabs(): void {
  const groups = [...document.querySelectorAll<HTMLElement>('.code-tabs')].map((element, nth) => {
    const group = makeTabs(element, nth, (name) => {
      localStorage.setItem(storageKey, name);
      const before = group.list.getBoundingClientRect().top;
      for (const each of groups) showTab(each, name);
      // Content above may have become shorter: keep the clicked tab in place.
      scrollBy({ top: group.list.getBoundingClientRect().top - before, behavior: 'instant' });
    });
    return group;
  });
  const last = localStorage.getItem(storageKey);
  for (const each of groups) {
    showTab(each, each.tabs[0]?.name ?? '');
    if (last) showTab(each, last);
  }
}

function makeTabs(element: HTMLElement, nth: number, choose: (name: string) => void): TabList {
  const list = document.createElement('div');
  list.className = 'tabs';
  list.role = 'tablist';
  list.ariaLabel = 'Language of the example';
  const tabs = [...element.querySelectorAll<HTMLElement>('[data-tab]')].map((panel, at) => {
    const name = panel.dataset.tab ?? '';
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.role = 'tab';
    tab.id = `code-${nth}-tab-${at}`;
    tab.textContent = name;
    tab.setAttribute('aria-controls', `code-${nth}-${at}`);
    tab.addEventListener('click', () => choose(name));
    tab.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const next = step === undefined ? undefined : tabs.at((at + step) % tabs.length);
      if (!next) return;
      event.preventDefault();
      choose(next.name);
      next.tab.focus();
    });
    panel.id = `code-${nth}-${at}`;
    panel.role = 'tabpanel';
    panel.setAttribute('aria-labelledby', tab.id);
    list.append(tab);
    return { name, tab, panel };
  });
  element.prepend(list);
  element.classList.add('chosen');
  return { list, tabs };
}

/** Shows the example in this language, if it has one. */
function showTab({ tabs }: TabList, name: string): void {
  if (!tabs.some((each) => each.name === name)) return;
  for (const each of tabs) {
    each.tab.ariaSelected = String(each.name === name);
    each.tab.tabIndex = each.name === name ? 0 : -1;
    each.panel.hidden = each.name !== name;
  }
}
