import { Readability } from '@mozilla/readability';
import type { ReaderNode } from '@mozilla/readability/JSDOMParser.js';
import type { PageSource } from '../page-source.ts';
import { parsedPage } from '../parsed-page.ts';
import { squeeze } from '../tree.ts';
import { blockText, readingOf } from './block-text.ts';
import { readerDocument } from './reader-document.ts';

export interface Article {
  title: string | null;
  byline: string | null;
  excerpt: string | null;
  lang: string | null;
  text: string;
  word_count: number;
  reading_time_minutes: number;
}

export function pageArticle({ page: source }: { page: PageSource }): Article {
  const document = readerDocument(parsedPage(source));
  const title = document.title;
  // Readability knows only the hyphen between a title and its site; writers use dashes as well.
  document.title = title.replaceAll(/ [–—] /g, ' - ');
  const asked = document.title;
  const article = new Readability<ReaderNode>(document as never, {
    serializer: (node) => node as unknown as ReaderNode,
  }).parse();
  const text = article?.content ? blockText(article.content) : '';
  const { words, minutes } = readingOf(text);
  return {
    title: orNull(asWritten(article?.title ?? asked, asked, title)),
    byline: orNull(article?.byline),
    excerpt: orNull(article?.excerpt),
    lang: orNull(article?.lang),
    text,
    word_count: words,
    reading_time_minutes: minutes,
  };
}

/** The piece of the title that was chosen, with its own dashes; the two differ in nothing else. */
function asWritten(chosen: string, changed: string, original: string): string {
  const at = changed.indexOf(chosen);
  return at < 0 ? chosen : original.slice(at, at + chosen.length);
}

const orNull = (text: string | null | undefined): string | null => squeeze(text ?? '') || null;
