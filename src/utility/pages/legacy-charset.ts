import { charsetByLetters } from './charset-by-letters.ts';

/** Legacy encoding of each language's pages, as browsers assume by locale. */
const byLanguage: Record<string, string> = {
  ar: 'windows-1256',
  be: 'windows-1251',
  bg: 'windows-1251',
  bs: 'windows-1250',
  cs: 'windows-1250',
  el: 'ISO-8859-7',
  et: 'windows-1257',
  fa: 'windows-1256',
  he: 'windows-1255',
  hr: 'windows-1250',
  hu: 'ISO-8859-2',
  ja: 'Shift_JIS',
  kk: 'windows-1251',
  ko: 'EUC-KR',
  ku: 'windows-1254',
  lt: 'windows-1257',
  lv: 'windows-1257',
  mk: 'windows-1251',
  pl: 'ISO-8859-2',
  ru: 'windows-1251',
  sk: 'windows-1250',
  sl: 'ISO-8859-2',
  sr: 'windows-1251',
  th: 'windows-874',
  tr: 'windows-1254',
  uk: 'windows-1251',
  vi: 'windows-1258',
  zh: 'GBK',
  'zh-hant': 'Big5',
  'zh-hk': 'Big5',
  'zh-tw': 'Big5',
};

const signBytes = 256 * 1_024;

/**
 * The encoding of undeclared bytes that are not UTF-8: by the letters of the text, otherwise by the language
 * that the page states.
 */
export function legacyCharset(bytes: Uint8Array): string {
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
