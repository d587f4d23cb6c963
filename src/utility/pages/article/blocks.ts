import type { ReaderNode } from '@mozilla/readability/JSDOMParser.js';
import type { ArticleImage, ArticleLink, Block } from './block.ts';
import { cellStart, isPlainRow, maxSpan } from './table-cell.ts';

const blockTags = new Set(
  'address article aside blockquote details dialog dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main nav ol p pre section summary table tbody tfoot thead tr ul caption'.split(
    ' ',
  ),
);
const hiddenTags = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'head',
  'title',
  'button',
  'select',
  'svg',
]);
const textType = 3;
const elementType = 1;

interface Frame {
  readonly marks: string;
  readonly quoted: boolean;
  readonly lists: readonly { ordered: boolean; id: number; count: number }[];
  readonly table: number;
  readonly pre: boolean;
  /** A row of a table, which paragraphs in its cells do not end. */
  readonly cell: boolean;
}

const outermost: Frame = { marks: '', quoted: false, lists: [], table: 0, pre: false, cell: false };

/**
 * The blocks of an article in order. The walk is iterative, since pages nest deeper than the stack allows.
 */
export function collectBlocks(top: ReaderNode, base: URL): Block[] {
  const walk = new BlockWalk(base);
  let node: ReaderNode | null = top;
  while (node) {
    let next: ReaderNode | null = null;
    if (node.nodeType === textType) walk.text(node.textContent ?? '');
    else if (node.nodeType !== elementType || walk.enter(node, node === top)) next = node.firstChild;
    while (!next && node) {
      if (node.nodeType === elementType) walk.leave(node);
      if (node === top) break;
      next = node.nextSibling;
      if (!next) node = node.parentNode;
    }
    node = next;
  }
  return walk.finish();
}

interface OpenLink {
  readonly url: string | null;
  /** It leads to a place on the same page. */
  readonly isInPage: boolean;
  readonly from: number;
  readonly text: number;
}

class BlockWalk {
  readonly #base: URL;
  readonly #blocks: Block[] = [];
  readonly #frames: Frame[] = [outermost];
  #text = '';
  #markdown = '';
  #linkChars = 0;
  #links: ArticleLink[] = [];
  #images: ArticleImage[] = [];
  #link: OpenLink | null = null;
  #language: string | undefined;
  #kind: Block['kind'] = 'text';
  #level = 0;
  #tables = 0;
  #listIds = 0;

  constructor(base: URL) {
    this.#base = base;
  }

  text(text: string): void {
    const { pre, cell } = this.#frame;
    this.#text += text;
    this.#markdown += pre ? text : cell ? escapeMarkdown(text).replaceAll('|', '\\|') : escapeMarkdown(text);
  }

  /** Whether to descend into the node. */
  enter(node: ReaderNode, isTop: boolean): boolean {
    const tag = node.nodeName.toLowerCase();
    if (!isTop && isSkipped(node, tag)) return false;
    const parent = this.#frame;
    if (blockTags.has(tag) || tag === 'br') this.#endLine();
    const name = (each: string) => (attribute(node, each) ?? '').toLowerCase();
    let lists = parent.lists;
    if (tag === 'ul' || tag === 'ol') {
      this.#listIds += 1;
      lists = [...lists, { ordered: tag === 'ol', id: this.#listIds, count: 0 }];
    }
    if (tag === 'table') this.#tables += 1;
    const frame: Frame = {
      marks: isTop ? '' : `${parent.marks} ${tag} ${name('class')} ${name('id')} ${name('itemprop')}`,
      quoted: parent.quoted || tag === 'blockquote',
      lists,
      table: tag === 'table' ? this.#tables : parent.table,
      pre: parent.pre || tag === 'pre',
      cell: parent.cell || (tag === 'tr' && isPlainRow(node)),
    };
    this.#frames.push(frame);
    const heading = /^h([1-6])$/.exec(tag);
    if (heading) this.#start('heading', Number(heading[1]));
    if (tag === 'pre') this.#start('code', 0);
    if (tag === 'tr') this.#start('row', 0);
    const list = lists.at(-1);
    if (tag === 'li' && list) {
      list.count += 1;
      this.#start('item', lists.length);
    }
    if (tag === 'td' || tag === 'th') this.#cell();
    if (frame.pre) this.#language ??= codeLanguage(name('class'));
    if (tag === 'a' && !this.#link) this.#openLink(attribute(node, 'href'));
    if (tag === 'img') this.#image(node);
    if (!frame.pre) this.#markdown += inlineMarks[tag] ?? '';
    return true;
  }

  leave(node: ReaderNode): void {
    const tag = node.nodeName.toLowerCase();
    if (this.#frames.length > 1 && isSkipped(node, tag)) return;
    if (!this.#frame.pre) this.#markdown += inlineMarks[tag] ?? '';
    if (tag === 'a') this.#closeLink();
    if (tag === 'td' || tag === 'th') this.#spanCells(Number(attribute(node, 'colspan') ?? 1));
    if (tag === 'pre' || tag === 'tr') this.#break();
    else if (blockTags.has(tag)) this.#endLine();
    if (this.#frames.length > 1) this.#frames.pop();
  }

  finish(): Block[] {
    this.#break();
    return this.#blocks;
  }

  get #frame(): Frame {
    return this.#frames.at(-1) ?? outermost;
  }

  /** The end of a block; in code and in cells only that of a line. */
  #endLine(): void {
    const { pre, cell } = this.#frame;
    if (pre && this.#markdown !== '' && !this.#markdown.endsWith('\n')) this.text('\n');
    else if (cell) this.text(' ');
    else if (!pre) this.#break();
  }

  #start(kind: Block['kind'], level: number): void {
    this.#kind = kind;
    this.#level = level;
  }

  #cell(): void {
    this.#text += ' ';
    if (this.#kind === 'row') this.#markdown += cellStart;
  }

  /** A cell of several columns is followed by empty ones, so that the columns of all rows agree. */
  #spanCells(columns: number): void {
    if (this.#kind === 'row' && columns > 1)
      this.#markdown += cellStart.repeat(Math.min(columns, maxSpan) - 1);
  }

  #openLink(href: string | null): void {
    const isInPage = href?.startsWith('#') ?? false;
    const url = href === null || isInPage ? null : URL.parse(href, this.#base.href);
    const usable = url !== null && /^https?:$/.test(url.protocol);
    const [from, text] = [this.#markdown.length, this.#text.length];
    this.#link = { url: usable ? url.href : null, isInPage, from, text };
  }

  #closeLink(): void {
    const link = this.#link;
    if (!link) return;
    this.#link = null;
    const inside = this.#markdown.slice(link.from);
    // ¶ and # after a heading, ^ and ↩ at a footnote.
    if (link.isInPage && !/[\p{L}\p{N}]|!\[/u.test(inside)) {
      this.#markdown = this.#markdown.slice(0, link.from);
      this.#text = this.#text.slice(0, link.text);
      return;
    }
    this.#linkChars += squeezeSpaces(this.#text.slice(link.text)).length;
    const text = squeezeSpaces(this.#text.slice(link.text));
    if (link.url && text) this.#links.push({ url: link.url, text });
    if (link.url && inside.trim())
      this.#markdown = `${this.#markdown.slice(0, link.from)}[${inside.trim()}](${link.url.replaceAll(')', '%29')})${/\s$/.test(inside) ? ' ' : ''}`;
  }

  #image(node: ReaderNode): void {
    const url = URL.parse(attribute(node, 'src') ?? '', this.#base.href);
    if (!url || !/^https?:$/.test(url.protocol)) return;
    const alt = squeezeSpaces(attribute(node, 'alt') ?? '');
    this.#images.push({ url: url.href, alt: alt || null });
    this.#markdown += `![${escapeMarkdown(alt)}](${url.href.replaceAll(')', '%29')})`;
  }

  #break(): void {
    const open = this.#link;
    this.#closeLink();
    // A link around several blocks continues in the next one.
    if (open) this.#link = { ...open, from: 0, text: 0 };
    const { marks, quoted, lists, table, pre } = this.#frame;
    const text = squeezeSpaces(this.#text);
    const markdown = pre
      ? this.#markdown.replaceAll(/^\n+|\s+$/g, '')
      : this.#markdown.split(cellStart).map(squeezeSpaces).join(' | ').replace(/^ \| /, '');
    if (text || this.#images.length > 0) {
      const list = lists.at(-1);
      const number = this.#kind === 'item' && list?.ordered ? list.count : null;
      this.#blocks.push({
        kind: this.#kind,
        level: this.#level,
        number,
        quoted,
        text,
        markdown,
        ...(this.#kind === 'code' && this.#language && { language: this.#language }),
        links: this.#links,
        images: this.#images,
        linkChars: Math.min(this.#linkChars, text.length),
        marks,
        table,
        list: list?.id ?? 0,
      });
    }
    this.#text = '';
    this.#markdown = '';
    this.#linkChars = 0;
    this.#links = [];
    this.#images = [];
    this.#kind = 'text';
    this.#level = 0;
    this.#language = undefined;
  }
}

/** Parts that a page shows on demand only, and parts that are not text. */
const onDemand =
  /mw-editsection|rollover|tooltip|hover-?card|popover|sr-only|screen-reader|visually-?hidden/i;
const isSkipped = (node: ReaderNode, tag: string): boolean =>
  hiddenTags.has(tag) || ((tag === 'span' || tag === 'div') && onDemand.test(attribute(node, 'class') ?? ''));

const inlineMarks: Record<string, string> = { strong: '**', b: '**', em: '*', i: '*', code: '`' };

const squeezeSpaces = (text: string): string => text.replaceAll(/[\s\u00a0]+/g, ' ').trim();
/** Escapes characters that have a meaning in Markdown. */
const escapeMarkdown = (text: string): string => text.replaceAll(/[\\`*_[\]]/g, '\\$&');

function attribute(node: ReaderNode, name: string): string | null {
  return 'getAttribute' in node && typeof node.getAttribute === 'function'
    ? (node.getAttribute(name) ?? null)
    : null;
}

/** language-js, lang-js, highlight-source-js and brush: js. */
function codeLanguage(marks: string): string | undefined {
  const [, language] =
    /(?:^|\s)(?:lang(?:uage)?-|highlight-source-|brush:\s*)([\w+#-]{1,20})/.exec(marks) ?? [];
  return language;
}
