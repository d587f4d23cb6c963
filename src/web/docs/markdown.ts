import MarkdownIt from 'markdown-it';

/** A heading that a link can point to. */
export interface Section {
  readonly id: string;
  readonly title: string;
  /** 1 for the title of the page. */
  readonly level: number;
}

type Token = ReturnType<typeof markdown.parse>[number];

export interface RenderedMarkdown {
  readonly html: string;
  readonly sections: readonly Section[];
}

/** Inline HTML stays text, and so does anything a browser would run. */
const markdown = new MarkdownIt('default', { html: false, linkify: false });
const { rules } = markdown.renderer;

/** Renders a page that satisfies the content security policy: no inline styles, and headings with ids. */
export function renderMarkdown(text: string, linkTo: (href: string) => string): RenderedMarkdown {
  const tokens = markdown.parse(text, {});
  const sections: Section[] = [];
  const usedIds = new Map<string, number>();
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const title = plainText(tokens[at + 1]?.children ?? []);
      const id = uniqueId(title, usedIds);
      token.attrSet('id', id);
      sections.push({ id, title, level: Number(token.tag.slice(1)) });
    }
    // Numeric columns get a class, since inline styles are not allowed.
    if (token.attrGet('style')) token.attrs = [['class', 'number']];
    for (const child of token.children ?? []) {
      const href = hrefOf(child);
      if (href !== undefined) child.attrSet('href', linkTo(href));
    }
  }
  labelTableCells(tokens);
  return { html: markdown.renderer.render(tokens, markdown.options, {}), sections };
}

/** Labels each cell with its column: on a phone, a row becomes a list of labelled cells. */
function labelTableCells(tokens: readonly Token[]): void {
  let names: string[] = [];
  let column = 0;
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'table_open') names = [];
    if (token.type === 'tr_open') column = 0;
    if (token.type === 'th_open') {
      const name = plainText(tokens[at + 1]?.children ?? []);
      names.push(name);
      // A header cell without text would be announced as an empty header.
      const close = tokens[at + 2];
      if (name === '' && close) token.tag = close.tag = 'td';
    }
    if (token.type !== 'td_open') continue;
    const name = names[column] ?? '';
    token.attrSet('data-name', name);
    token.attrJoin('class', column === 0 ? 'opens' : name === '' ? 'bare' : 'named');
    column++;
  }
}

/** The plain text of each section, for search. */
export function sectionTexts(text: string): readonly { readonly section: Section; readonly text: string }[] {
  const tokens = markdown.parse(text, {});
  const usedIds = new Map<string, number>();
  const found: { section: Section; text: string }[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const title = plainText(tokens[at + 1]?.children ?? []);
      const level = Number(token.tag.slice(1));
      found.push({ section: { id: uniqueId(title, usedIds), title, level }, text: '' });
    } else if (token.type === 'inline' && tokens[at - 1]?.type !== 'heading_open') {
      const last = found.at(-1);
      if (last) last.text += `${plainText(token.children ?? [])} `;
    }
  }
  return found;
}

/** All link targets of a page, as written. */
export function linksIn(text: string): { readonly href: string; readonly title: string }[] {
  return markdown.parse(text, {}).flatMap(({ children }) =>
    (children ?? []).flatMap((child, at, all) => {
      const href = hrefOf(child);
      if (href === undefined) return [];
      const end = all.findIndex(({ type }, after) => after > at && type === 'link_close');
      return [{ href, title: plainText(all.slice(at, end)) }];
    }),
  );
}

const hrefOf = (token: Token): string | undefined =>
  token.type === 'link_open' ? String(token.attrGet('href') ?? '') : undefined;

const plainText = (tokens: readonly { readonly type: string; readonly content: string }[]): string =>
  tokens.map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');

/** Heading ids as on GitHub, so that links work in both places. */
function uniqueId(title: string, taken: Map<string, number>): string {
  const id = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
  const count = taken.get(id) ?? 0;
  taken.set(id, count + 1);
  return count === 0 ? id : `${id}-${count}`;
}

// A wide table scrolls on its own, also by keyboard.
rules.table_open = () => '<div class="scroll" tabindex="0"><table>';
rules.table_close = () => '</table></div>';

const tabOf = (token: { readonly type: string; readonly info: string } | undefined): string | undefined =>
  token?.type === 'fence' ? /\btab="([^"]+)"/.exec(token.info)?.[1] : undefined;

/**
 * Distinguishes input from output. Consecutive blocks with a tab name are one example in several languages.
 */
rules.fence = (tokens, at) => {
  const { info = '', content = '' } = tokens[at] ?? {};
  const kind = /^\w+/.exec(info)?.[0] ?? 'text';
  const tab = tabOf(tokens[at]);
  const name = tab ?? (kind === 'output' ? 'prints' : '');
  const label = name && `<span class="soft small block-label">${markdown.utils.escapeHtml(name)}</span>`;
  const mark = tab === undefined ? '' : ` data-tab="${markdown.utils.escapeHtml(tab)}"`;
  const block = `<div class="block ${kind}"${mark}>${label}<pre><code>${markdown.utils.escapeHtml(content)}</code></pre></div>`;
  const opens = tab !== undefined && tabOf(tokens[at - 1]) === undefined;
  const closes = tab !== undefined && tabOf(tokens[at + 1]) === undefined;
  return `${opens ? '<div class="code-tabs">' : ''}${block}${closes ? '</div>' : ''}`;
};
