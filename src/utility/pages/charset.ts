import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import sniff from 'html-encoding-sniffer';
import { charsetByLetters } from './charset-by-letters.ts';
import charsets from './charsets.json' with { type: 'json' };

/** Legacy encoding of each language's pages, as browsers assume by locale. */
const byLanguage: Readonly<Record<string, string>> = charsets.byLanguage;

const signBytes = 256 * 1_024;

/**
 * The encoding of undeclared bytes that are not UTF-8: by the letters of the text, otherwise by the language
 * that the page states.
 */
function legacyCharset(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, signBytes)).toString(
    'latin1',
  );
  const lang = extractLanguage(start);
  const languageCharset = lang && (byLanguage[lang] ?? byLanguage[lang.split('-', 1)[0] ?? '']);
  // A language without its own encoding, such as English or French, counts as Western.
  const isWestern = !languageCharset && lang !== null && lang !== 'und' && lang !== 'mul';
  const found = charsetByLetters(Buffer.from(stripTags(start), 'latin1'), isWestern);
  return found ?? languageCharset ?? 'windows-1252';
}

const stripTags = (html: string): string =>
  html.replaceAll(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)|<[^<>]*>?/gi, ' ');

function extractLanguage(html: string): string | null {
  const found =
    /<html\b[^>]{0,1000}?\b(?:xml:)?lang\s*=\s*["']?([a-z]{2,3}(?:[-_][a-z0-9]+)*)/i.exec(html) ??
    /<meta\b[^>]{0,300}?content-language["']?[^>]{0,200}?content\s*=\s*["']?([a-z]{2,3}(?:[-_][a-z0-9]+)*)/i.exec(
      html,
    );
  return found?.[1]?.toLowerCase().replaceAll('_', '-') ?? null;
}

export interface DecodedText {
  readonly text: string;
  /** WHATWG name of the encoding. */
  readonly charset: string;
}

/** The charset of a content-type header, as written there. */
export function headerCharset(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;]+))/i.exec(contentType)?.slice(1).find(Boolean);
}

/**
 * Decodes a page as the HTML standard specifies: byte order mark, then the header, then the page's meta tag
 * (or XML declaration). Undeclared text is decoded as UTF-8 if valid, otherwise with the legacy encoding of
 * its language.
 */
export function decodeHtml(bytes: Uint8Array, contentType = ''): DecodedText {
  return decode(bytes, contentType, { defaultEncoding: isUtf8(bytes) ? 'UTF-8' : legacyCharset(bytes) });
}

export function decodeXml(bytes: Uint8Array, contentType = ''): DecodedText {
  return decode(bytes, contentType, { xml: true, defaultEncoding: isUtf8(bytes) ? 'UTF-8' : 'windows-1252' });
}

function decode(bytes: Uint8Array, contentType: string, options: Parameters<typeof sniff>[1]): DecodedText {
  const headerLabel = headerCharset(contentType);
  const charset = sniff(bytes, {
    ...options,
    ...(headerLabel && { transportLayerEncodingLabel: headerLabel }),
  });
  // The standard's "replacement" encoding stands for encodings used only in attacks; their text is discarded.
  if (charset === 'replacement') return { text: '\ufffd', charset };
  return { text: new TextDecoder(charset).decode(bytes), charset };
}
