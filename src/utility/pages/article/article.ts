import { Readability } from '@mozilla/readability';
import JSDOMParser, {
  type ReaderDocument,
  type ReaderElement,
  type ReaderNode,
} from '@mozilla/readability/JSDOMParser.js';
import { type Element, isTag, isText, type ParentNode } from 'domhandler';
import { charsPerToken, estimateTokens } from '../../catalogue/tokens.ts';
import { findAuthor } from '../metadata/author.ts';
import { collectJsonLdObjects } from '../metadata/json-ld-objects.ts';
import { titleElement } from '../metadata/metadata.ts';
import type { PageSource } from '../page-source.ts';
import { type ParsedPage, parsePage } from '../parsed-page.ts';
import { squeeze } from '../tree.ts';
import { type ArticleImage, type ArticleLink, type Block, plainBlock } from './block.ts';
import { countReading } from './block-text.ts';
import { collectBlocks } from './blocks.ts';
import { articleBlocks } from './noise.ts';
import { publishedAt } from './published.ts';

export interface Article {
  title: string | null;
  byline: string | null;
  author: string | null;
  excerpt: string | null;
  lang: string | null;
  published_at: string | null;
  site_name: string | null;
  text: string;
  markdown: string;
  links: ArticleLink[];
  images: ArticleImage[];
  word_count: number;
  reading_time_minutes: number;
  tokens: number;
  truncated: boolean;
  /** Number of pages of a PDF; null for other formats. */
  pages: number | null;
}

const maxLinks = 200;
const maxImages = 100;

interface ArticleInput {
  readonly page: PageSource;
  readonly maxTokens?: number;
}

export function extractArticle({ page: source, maxTokens }: ArticleInput): Article {
  const page = parsePage(source);
  const document = readerDocument(page);
  const title = document.title;
  // Readability only recognises a hyphen between a title and its site; writers use dashes as well.
  document.title = title.replaceAll(/ [–—] /g, ' - ');
  const documentTitle = document.title;
  const article = new Readability<ReaderNode>(document as never, {
    keepClasses: true,
    serializer: (node) => node as unknown as ReaderNode,
  }).parse();
  const ownTitle = restoreDashes(article?.title ?? documentTitle, documentTitle, title);
  const found = article?.content ? collectBlocks(article.content, page.base) : [];
  const shown = articleBlocks(found, ownTitle);
  const all = declaredBody(page, shown) ?? shown;
  const byline = textOrNull(article?.byline);
  return {
    ...buildArticle(all, maxTokens),
    title: textOrNull(ownTitle),
    byline,
    author: byline === null ? findAuthor(page) : authorIn(byline),
    excerpt: textOrNull(article?.excerpt),
    lang: textOrNull(article?.lang),
    published_at: publishedAt(article?.publishedTime, page),
    site_name: textOrNull(article?.siteName),
  };
}

/** Builds an article without metadata from its blocks. */
export function buildArticle(all: readonly Block[], maxTokens: number | undefined): Article {
  const { parts, truncated } = limitToTokens(all, maxTokens);
  const text = parts
    .map((each) => each.text)
    .filter(Boolean)
    .join('\n');
  const markdown = formatMarkdown(parts);
  const { words, minutes } = countReading(text);
  return {
    title: null,
    byline: null,
    author: null,
    excerpt: null,
    lang: null,
    published_at: null,
    site_name: null,
    text,
    markdown,
    links: uniqueByUrl(parts.flatMap((each) => each.links)).slice(0, maxLinks),
    images: uniqueByUrl(parts.flatMap((each) => each.images)).slice(0, maxImages),
    word_count: words,
    reading_time_minutes: minutes,
    tokens: estimateTokens(markdown),
    truncated,
    pages: null,
  };
}

const uniqueByUrl = <T extends { readonly url: string }>(list: readonly T[]): T[] =>
  [...new Map([...list].reverse().map((each) => [each.url, each])).values()].reverse();

/** The chosen part of the title with its original dashes; the two texts differ in nothing else. */
function restoreDashes(chosen: string, changed: string, original: string): string {
  const at = changed.indexOf(chosen);
  return at < 0 ? chosen : original.slice(at, at + chosen.length);
}

const byWords =
  /^(?:(?:written|posted|published|text|geschrieben|écrit|escrito)\s+)?(?:by|von|par|por|di|door|av|af|przez|от|автор|auteur|autor|autore|author)(?::\s*|\s+)(?=\p{Lu})/iu;

/** The names in a byline, without "By" and the figures of footnotes. */
const authorIn = (byline: string): string | null =>
  textOrNull(byline.replace(byWords, '').replaceAll(/(?<=\p{Ll})\d{1,2}(?:,\d{1,2})*(?=[,;\s]|$)/gu, ''));

const textOrNull = (text: string | null | undefined): string | null => squeeze(text ?? '') || null;

const minChars = 200;
/** The declared text must be this many times as long as what the page shows. */
const minRatio = 3;

/** The article as its JSON-LD declares it, for a page that shows little of it without scripts; undefined if it shows it. */
function declaredBody(page: ParsedPage, shown: readonly Block[]): Block[] | undefined {
  const chars = shown.reduce((sum, { text }) => sum + text.length, 0);
  const body = collectJsonLdObjects(page)
    .map(({ articleBody }) => articleBody)
    .find((each) => typeof each === 'string' && each.length >= minChars);
  if (typeof body !== 'string' || body.length < chars * minRatio || body.includes('</')) return undefined;
  return body
    .split(/\n+/)
    .map((each) => each.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
    .map(plainBlock);
}

/**
 * Converts a page to the small document model bundled with Readability: twice as fast as a general one, and
 * built from the parse that other skills share. Scripts (except JSON-LD), styles and comments are left out.
 */
function readerDocument(page: ParsedPage): ReaderDocument {
  const document = new JSDOMParser().parse('<html><head></head><body></body></html>', page.url.href);
  const { documentElement, head, body } = document;
  const open: [ParentNode, ReaderElement][] = [[page.root, body]];
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [from, to] = pair;
    for (const child of from.children) {
      if (isText(child)) to.appendChild(document.createTextNode(child.data));
      if (!isTag(child) || isLeftOut(child)) continue;
      if (child.name === 'head') open.push([child, head]);
      else if (child.name === 'body' || child.name === 'html') {
        copyAttributes(child, child.name === 'html' ? documentElement : body);
        open.push([child, body]);
      } else {
        const element = document.createElement(child.name === 'amp-img' ? 'img' : child.name);
        copyAttributes(child, element);
        to.appendChild(element);
        open.push([child, element]);
      }
    }
  }
  document.title = titleElement(page) ?? '';
  return document;
}

function isLeftOut({ name, attribs }: Element): boolean {
  return name === 'style' || (name === 'script' && !/ld\+json/i.test(attribs.type ?? ''));
}

/** MathJax gives each formula a class of its context menu, so Readability would mistake formulas for menus. */
function copyAttributes({ name: tag, attribs }: Element, to: ReaderElement): void {
  for (const [name, value] of Object.entries(attribs))
    if (tag !== 'mjx-container' || name !== 'class') to.setAttribute(name, value);
}

/** As many whole parts from the start as fit; a first part that is too long is cut at a sentence. */
function limitToTokens<T extends { readonly text: string; readonly markdown: string }>(
  parts: readonly T[],
  limit: number | undefined,
): { readonly parts: readonly T[]; readonly truncated: boolean } {
  if (limit === undefined) return { parts, truncated: false };
  const fitting: T[] = [];
  let tokens = 0;
  for (const part of parts) {
    tokens += Math.max(estimateTokens(part.text), estimateTokens(part.markdown)) + 1;
    if (tokens > limit) break;
    fitting.push(part);
  }
  const [first] = parts;
  if (fitting.length === 0 && first) fitting.push(cutAtSentence(first, limit));
  return { parts: fitting, truncated: fitting.length < parts.length || fitting[0] !== first };
}

function cutAtSentence<T extends { readonly text: string; readonly markdown: string }>(
  part: T,
  limit: number,
): T {
  const isWide = estimateTokens(part.text) > part.text.length / 2;
  const room = part.text.slice(0, isWide ? limit : limit * charsPerToken);
  const sentence = Math.max(...['. ', '! ', '? ', '。'].map((end) => room.lastIndexOf(end)));
  const text =
    sentence > 0
      ? room.slice(0, sentence + 1)
      : room.slice(0, Math.max(room.lastIndexOf(' '), 0) || room.length);
  return { ...part, text, markdown: text };
}

/** Formats blocks as Markdown: headings, lists, quotes, code and tables. */
function formatMarkdown(blocks: readonly Block[]): string {
  let out = '';
  let before: Block | null = null;
  for (const block of blocks) {
    out += before ? separatorBetween(before, block) : '';
    out += formatBlock(block, startsTable(before, block));
    before = block;
  }
  return out;
}

const startsTable = (before: Block | null, block: Block): boolean =>
  block.kind === 'row' && before?.table !== block.table;

/** Items of the same list and rows of the same table follow each other without a blank line. */
function separatorBetween(before: Block, block: Block): string {
  const together =
    (before.kind === 'item' && block.kind === 'item' && before.list !== 0) ||
    (before.kind === 'row' && block.kind === 'row' && before.table === block.table);
  return together ? '\n' : '\n\n';
}

function formatBlock(block: Block, firstRow: boolean): string {
  const { kind, level, number, markdown, quoted } = block;
  const line = {
    text: () => markdown,
    heading: () => `${'#'.repeat(level)} ${markdown.replaceAll('**', '')}`,
    item: () => `${'  '.repeat(Math.max(0, level - 1))}${number === null ? '-' : `${number}.`} ${markdown}`,
    code: () => formatCode(markdown, block.language ?? ''),
    row: () => formatRow(markdown, firstRow),
  }[kind]();
  return quoted ? line.replaceAll(/^/gm, '> ') : line;
}

/** The fence is longer than every run of backticks in the code. */
function formatCode(code: string, language: string): string {
  const runs = code.match(/`{3,}/g) ?? [];
  const fence = '`'.repeat(Math.max(2, ...runs.map((each) => each.length)) + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}

function formatRow(markdown: string, first: boolean): string {
  const columns = markdown.split(' | ').length;
  return `| ${markdown} |${first ? `\n|${' --- |'.repeat(columns)}` : ''}`;
}
