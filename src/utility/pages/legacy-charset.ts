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
 * The encoding of undeclared bytes that are not UTF-8: by the language the page states, otherwise by its
 * letters.
 */
export function legacyCharset(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, signBytes));
  const lang = languageOf(start.toString('latin1'));
  const named = lang && (byLanguage[lang] ?? byLanguage[lang.split('-', 1)[0] ?? '']);
  if (named === 'Shift_JIS') return ['Shift_JIS', 'EUC-JP'].find((each) => decodesAs(bytes, each)) ?? named;
  if (named === 'windows-1251') return isKoi8(start) ? 'KOI8-R' : named;
  if (named) return named;
  // A language without an encoding of its own, such as English or French, is Western.
  if (lang && lang !== 'und' && lang !== 'mul') return 'windows-1252';
  return cyrillicShare(start) > 0.6 ? (isKoi8(start) ? 'KOI8-R' : 'windows-1251') : 'windows-1252';
}

function languageOf(html: string): string | null {
  const found =
    /<html\b[^>]{0,1000}?\b(?:xml:)?lang\s*=\s*["']?([a-z]{2,3}(?:[-_][a-z0-9]+)*)/i.exec(html) ??
    /<meta\b[^>]{0,300}?content-language["']?[^>]{0,200}?content\s*=\s*["']?([a-z]{2,3}(?:[-_][a-z0-9]+)*)/i.exec(
      html,
    );
  return found?.[1]?.toLowerCase().replaceAll('_', '-') ?? null;
}

function decodesAs(bytes: Uint8Array, charset: string): boolean {
  try {
    new TextDecoder(charset, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Share of letters outside tags that lie in the range of Cyrillic encodings; Western text has a few. */
function cyrillicShare(start: Buffer): number {
  let high = 0;
  let ascii = 0;
  const text = start.toString('latin1').replaceAll(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)|<[^<>]*>?/gi, ' ');
  for (const letter of text) {
    if (letter >= '\u00c0') high += 1;
    else if (/[a-z]/i.test(letter)) ascii += 1;
  }
  return high < 20 ? 0 : high / (high + ascii);
}

/**
 * Lower-case letters occupy the upper block of windows-1251 and the lower one of KOI8-R, and most letters are
 * lower-case.
 */
function isKoi8(start: Buffer): boolean {
  let lower = 0;
  let upper = 0;
  for (const byte of start) {
    if (byte >= 0xe0) upper += 1;
    else if (byte >= 0xc0) lower += 1;
  }
  return lower > upper;
}
