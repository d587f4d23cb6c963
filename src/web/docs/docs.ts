import { escapeHtml } from '../escape-html.ts';
import { type DocLibrary, loadLibrary, repositoryPathOf } from './doc-library.ts';
import { type RenderedMarkdown, renderMarkdown, type Section, sectionTexts } from './markdown.ts';

/** Where the pages of docs/ are served. */
export const docsPath = '/docs';

export interface DocPage {
  readonly title: string;
  /** Content of the page's `main`. */
  readonly content: string;
}

export interface PlainText {
  readonly type: string;
  readonly text: string;
}

const cachedPages = new Map<string, RenderedMarkdown>();

/** A page by its path below /docs, '' for the index; undefined if there is none. */
export async function docPage(name: string): Promise<DocPage | undefined> {
  const all = await loadLibrary();
  const key = name === '' ? 'index' : name;
  const text = name === 'index' ? undefined : all.pages.get(key);
  if (text === undefined) return undefined;
  const page = cachedPages.get(key) ?? renderMarkdown(text, (href) => siteUrlOf(all, key, href));
  cachedPages.set(key, page);
  const [first] = page.sections;
  return { title: first?.title ?? key, content: renderContent(key, page, all) };
}

/** The Markdown of a page, or a file linked from one, unchanged; undefined if there is none. */
export async function docText(name: string): Promise<PlainText | undefined> {
  const all = await loadLibrary();
  if (name === 'search.json') return { type: 'application/json; charset=utf-8', text: searchIndex(all) };
  const file = /^files\/(.+)$/.exec(name)?.[1];
  if (file !== undefined) {
    const text = all.files.get(file);
    return text === undefined ? undefined : { type: 'text/plain; charset=utf-8', text };
  }
  const page = name.replace(/\.md$/, '');
  const text = name.endsWith('.md') ? all.pages.get(page) : undefined;
  return text === undefined
    ? undefined
    : { type: 'text/markdown; charset=utf-8', text: rewriteLinks(all, page, text) };
}

/** Every page in index order, each under its URL; generated references are long and served separately. */
export async function allDocText(): Promise<string> {
  const all = await loadLibrary();
  const listed = all.groups.flatMap(({ pages }) => pages.map(({ name }) => name));
  return listed
    .filter((name) => !name.startsWith('api/') && all.pages.has(name))
    .map((name) => `<!-- ${docsPath}/${name}.md -->\n\n${rewriteLinks(all, name, all.pages.get(name) ?? '')}`)
    .join('\n\n');
}

let index: string | undefined;
const maxTextChars = 600;

/** Search index of the documentation: every section with its URL and text. */
function searchIndex({ pages }: DocLibrary): string {
  index ??= JSON.stringify(
    [...pages].flatMap(([name, markdown]) => {
      const sections = sectionTexts(markdown);
      const page = sections[0]?.section.title ?? name;
      return sections.map(({ section, text }) => ({
        page,
        title: section.title,
        href: pageUrl(name) + (section.level === 1 ? '' : `#${section.id}`),
        text: text.slice(0, maxTextChars).trim(),
      }));
    }),
  );
  return index;
}

/** Keeps links between pages, and points links to other files of the package to their URLs. */
const rewriteLinks = (all: DocLibrary, page: string, text: string): string =>
  text.replaceAll(/\]\(([^)\s]+)\)/g, (whole, href: string) => {
    const path = repositoryPathOf(page, href);
    return path && all.files.has(path) ? `](${docsPath}/files/${path})` : whole;
  });

/** The URL that a link of a page resolves to on the site. */
function siteUrlOf(all: DocLibrary, page: string, href: string): string {
  const path = repositoryPathOf(page, href);
  if (path === undefined) return href;
  const [, anchor = ''] = /(#.*)$/.exec(href) ?? [];
  const name = /^docs\/(.+)\.md$/.exec(path)?.[1];
  if (name !== undefined && all.pages.has(name)) return pageUrl(name) + anchor;
  return all.files.has(path) ? `${docsPath}/files/${path}` : href;
}

const pageUrl = (name: string): string => (name === 'index' ? docsPath : `${docsPath}/${name}`);

function renderContent(name: string, { html, sections }: RenderedMarkdown, { groups }: DocLibrary): string {
  const menu = groups.map(({ title, pages }) => {
    const items = pages.map((page) => {
      const isCurrent = page.name === name;
      const inside = isCurrent ? sectionList(sections) : '';
      const mark = isCurrent ? ' aria-current="page"' : '';
      return `<li><a href="${pageUrl(page.name)}"${mark}>${escapeHtml(page.title)}</a>${inside}</li>`;
    });
    return `<h2>${escapeHtml(title)}</h2><ul>${items.join('')}</ul>`;
  });
  return `<div class="docs">
<nav class="docs-menu" aria-label="Documentation"><p><a href="${docsPath}"${name === 'index' ? ' aria-current="page"' : ''}>Documentation</a> · <a href="/reference">Live reference</a></p>${menu.join('')}</nav>
<article class="doc">
${html}
${neighbourLinks(name, groups)}
<p class="doc-foot"><a href="${docsPath}/${name}.md">This page as Markdown</a></p>
</article>
</div>`;
}

/** The previous and next page in menu order. */
function neighbourLinks(name: string, groups: DocLibrary['groups']): string {
  const order = groups.flatMap(({ pages }) => pages);
  const at = order.findIndex((page) => page.name === name);
  const link = (page: (typeof order)[number] | undefined, rel: string, label: string) =>
    page
      ? `<a rel="${rel}" href="${pageUrl(page.name)}"><span class="small">${label}</span>${escapeHtml(page.title)}</a>`
      : '<span></span>';
  const [before, after] = [at > 0 ? order[at - 1] : undefined, order[at + 1]];
  return `<nav class="doc-besides" aria-label="Previous and next page">${link(before, 'prev', 'Previous')}${link(after, 'next', 'Next')}</nav>`;
}

/** The sections of the current page, listed under its name in the menu. */
function sectionList(sections: readonly Section[]): string {
  const parts = sections.filter(({ level }) => level === 2);
  if (parts.length < 2) return '';
  return `<ul>${parts.map(({ id, title }) => `<li><a href="#${escapeHtml(id)}">${escapeHtml(title)}</a></li>`).join('')}</ul>`;
}
