import { Readability } from '@mozilla/readability';
import type { ReaderNode } from '@mozilla/readability/JSDOMParser.js';
import { estimateTokens } from '../../catalogue/tokens.ts';
import { findAuthor } from '../metadata/author.ts';
import type { PageSource } from '../page-source.ts';
import { parsePage } from '../parsed-page.ts';
import { squeeze } from '../tree.ts';
import type { ArticleImage, ArticleLink, Block } from './block.ts';
import { countReading } from './block-text.ts';
import { collectBlocks } from './blocks.ts';
import { declaredBody } from './declared-body.ts';
import { formatMarkdown } from './markdown.ts';
import { articleBlocks } from './noise.ts';
import { publishedAt } from './published.ts';
import { readerDocument } from './reader-document.ts';
import { limitToTokens } from './token-limit.ts';

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
