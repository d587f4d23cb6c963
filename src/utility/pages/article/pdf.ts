import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { asRecord } from '../../../platform/decode.ts';
import { unreadableInput } from '../../workers/failure.ts';
import type { PageSource } from '../page-source.ts';
import { type Article, buildArticle } from './article.ts';
import { type Block, plainBlock } from './block.ts';

const maxPages = 500;
/** The library writes its warnings about broken files to the console otherwise. */
const silent = 0;

/** The text of a PDF as an article: one block per paragraph, with the title and author from the file. */
export async function pdfArticle({
  page,
  maxTokens,
}: {
  page: PageSource;
  maxTokens?: number;
}): Promise<Article> {
  // The library takes ownership of the bytes, and the page may be requested again.
  const bytes = Uint8Array.from(page.bytes);
  const document = await getDocumentProxy(bytes, { verbosity: silent }).catch((error: Error) => {
    throw unreadableInput(
      error.name === 'PasswordException'
        ? 'The PDF is encrypted with a password.'
        : `The PDF cannot be read: ${error.message}`,
    );
  });
  if (document.numPages > maxPages) throw unreadableInput(`The PDF has more than ${maxPages} pages.`);
  const { text: pages } = await extractText(document, { mergePages: false });
  const { info } = await getMeta(document).catch(() => ({ info: {} }));
  const infoText = (key: string): string | null => {
    const value = asRecord(info)[key];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
  };
  const blocks = pages.flatMap(splitParagraphs);
  if (document.numPages === 0) throw unreadableInput('The PDF has no pages.');
  // An empty response would mean that its pages are empty.
  if (blocks.length === 0)
    throw unreadableInput('The PDF contains no text, only images: it was probably scanned.');
  return {
    ...buildArticle(blocks, maxTokens),
    title: infoText('Title') ?? blocks[0]?.text.slice(0, 200) ?? null,
    byline: infoText('Author'),
    author: infoText('Author'),
    lang: infoText('Language'),
    published_at: pdfDate(infoText('CreationDate')),
    pages: document.numPages,
  };
}

/** A line that ends a sentence and is shorter than the others ends its paragraph. */
function splitParagraphs(page: string): Block[] {
  const lines = page.split('\n').map((each) => each.trim());
  const longest = Math.max(0, ...lines.map((each) => each.length));
  const parts: string[] = [''];
  for (const line of lines) {
    const last = parts.length - 1;
    parts[last] = parts[last]?.endsWith('-')
      ? parts[last].slice(0, -1) + line
      : `${parts[last]} ${line}`.trim();
    if (line === '' || (/[.!?:]$/.test(line) && line.length < longest * 0.8)) parts.push('');
  }
  return parts.filter(Boolean).map(plainBlock);
}

/** `D:20240131120000+01'00'` as ISO 8601. */
function pdfDate(text: string | null): string | null {
  const found = /^D:(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?(?:(Z)|([+-]\d{2})'?(\d{2}))?)?/.exec(
    text ?? '',
  );
  if (!found) return null;
  const [, year, month, day, hour, minute, second = '00', utc, hours, minutes] = found;
  if (hour === undefined) return `${year}-${month}-${day}`;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${utc ?? (hours ? `${hours}:${minutes}` : '')}`;
}
