import { call } from './api.ts';
import { fill, h } from './dom.ts';

interface Section {
  readonly page: string;
  readonly title: string;
  readonly href: string;
  readonly text: string;
}

const maxShown = 12;
const excerptRadius = 60;

/** Adds a search over all documentation sections above the menu. */
export function addDocsSearch(): void {
  const menu = document.querySelector('.docs-menu');
  if (!menu) return;
  let sections: Promise<Section[]> | undefined;
  const results = h('ol', { 'aria-live': 'polite' });
  const input = h('input', {
    type: 'search',
    autocomplete: 'off',
    oninput: async () => {
      sections ??= call<Section[]>('/docs/search.json');
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      const all = await sections;
      fill(results, words.length === 0 ? null : searchSections(all, words));
    },
  });
  menu.prepend(
    h('div', { class: 'docs-search' }, h('label', {}, 'Search the documentation', input), results),
  );
}

function searchSections(sections: readonly Section[], words: readonly string[]): HTMLElement[] {
  const ranked = sections
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxShown);
  if (ranked.length === 0) return [h('li', { class: 'soft' }, 'Nothing matches.')];
  return ranked.map(({ section }) =>
    h(
      'li',
      {},
      h(
        'a',
        { href: section.href },
        section.title === section.page ? section.title : `${section.page}: ${section.title}`,
        h('span', { class: 'small' }, excerpt(section.text, words[0] ?? '')),
      ),
    ),
  );
}

/** Every word must occur; a match in a title counts more than one in the text. */
function scoreOf({ page, title, text }: Section, words: readonly string[]): number {
  let score = 0;
  for (const word of words) {
    const points =
      (title.toLowerCase().includes(word) ? 5 : 0) +
      (page.toLowerCase().includes(word) ? 2 : 0) +
      (text.toLowerCase().includes(word) ? 1 : 0);
    if (points === 0) return 0;
    score += points;
  }
  return score;
}

function excerpt(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - excerptRadius);
  const part = text.slice(at, at + 2 * excerptRadius);
  return `${at > 0 ? '…' : ''}${part}${at + part.length < text.length ? '…' : ''}`;
}
