import { CharSet } from './char-set.ts';

const accents =
  '\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u00ff\\u0100-\\u024f\\u0253\\u0254\\u0256\\u0257\\u0259\\u025b\\u0263\\u0268\\u026f\\u0272\\u0289\\u028b\\u02bb\\u0300-\\u036f\\u1e00-\\u1eff';
const cyrillic = '\\u0400-\\u04ff';
const inPath = new CharSet(new RegExp(`[a-z0-9${cyrillic}${accents}!*';:=+,.$/%#\\u2013_~@|&-]`, 'i'));
const endsPath = new CharSet(new RegExp(`[a-z0-9${cyrillic}${accents}=_#/+-]`, 'i'));
const inQuery = new CharSet(/[a-z0-9!?*'@();:&=+$/%#[\]_.,~|-]/i);
const endsQuery = new CharSet(/[a-z0-9_&=#/-]/i);
const maxDepth = 2;
/** Letters of all other scripts, as browsers display them in a URL: they may start a segment or follow each other. */
const otherLetter = new CharSet(/[^\p{ASCII}\p{P}\p{S}\p{Z}\p{C}]|[\u30fb\u30fc\ud840-\ud8bf]/u);
const otherLetterTail = new CharSet(/[a-z0-9\udc00-\udfff]/i);
const startsPart = new CharSet(/[/=_#&+-]/);
/** Particles with which a Japanese sentence continues directly after a URL, without a space. */
const japaneseAfter = /を|[はがにのでともへ](?![\p{sc=Hiragana}])|から|まで|より|です/uy;
const japaneseSentence = /^\p{sc=Hiragana}.*(?:です|ます|でした|ました|ください)[。！!]?/u;
const japaneseVerbAfter =
  /を(?:ご覧|ご参照|ご確認|参照|確認|見|開|読|使|クリック|チェック)|(?:に|へ)アクセス|です(?:[。、！!]|\s|$)/y;

export const latin = `a-z0-9${accents}`;

const colon = 0x3a;
const port = /:\d{1,5}(?!\d)/y;
const badPort = /:\d{6}/y;

/**
 * End of a URL whose host ends at `at`: port, path and query, without punctuation of the sentence. 0 for an
 * invalid port.
 */
export function endOfUrl(text: string, at: number): number {
  const hasPort = text.charCodeAt(at) === colon;
  if (hasPort && matchesAt(badPort, text, at)) return 0;
  const host = hasPort && matchesAt(port, text, at) ? port.lastIndex : at;
  const sign = text.charAt(host);
  const path = sign === '/' || sign === '#' ? endOfPath(text, host + 1) : host;
  if (path === host + 1 && sign === '#') return host;
  return text.charAt(path) === '?' ? endOfQuery(text, path) : path;
}

const quotedWord = /"\w{1,100}"(?=\s|$)/y;

/** One pass: parentheses count only if they are balanced. */
function endOfPath(text: string, start: number): number {
  let end = start;
  const open: number[] = [];
  let at = start;
  for (; at < text.length; at += 1) {
    const char = text.charAt(at);
    if ((char === '(' || char === '[') && open.length < maxDepth) open.push(end);
    else if ((char === ')' || char === ']') && open.length > 0) {
      open.pop();
      if (open.length === 0) end = at + 1;
    } else if (char === '"' && matchesAt(quotedWord, text, at)) {
      end = quotedWord.lastIndex;
      at = end - 1;
    } else if (otherLetter.hasAt(text, at) && !inPath.hasAt(text, at)) {
      if (open.length > 0) continue;
      const to = endOfOtherLetters(text, at);
      if (to === at) break;
      end = to;
      at = to - 1;
    } else if (!inPath.hasAt(text, at)) break;
    else if (open.length === 0 && endsPath.hasAt(text, at)) end = at + 1;
  }
  return end;
}

function endOfQuery(text: string, start: number): number {
  let end = start;
  for (let at = start + 1; at < text.length; at += 1) {
    const to = inQuery.hasAt(text, at) ? at : endOfOtherLetters(text, at);
    if (to > at) {
      end = to;
      at = to - 1;
    } else if (!inQuery.hasAt(text, at)) break;
    else if (endsQuery.hasAt(text, at)) end = at + 1;
  }
  return end;
}

/** End of the letters of another script that start here; the same position if they belong to the sentence. */
function endOfOtherLetters(text: string, start: number): number {
  if (!startsPart.hasAt(text, start - 1) || matchesAt(japaneseAfter, text, start)) return start;
  let at = start;
  while (at < text.length && (otherLetter.hasAt(text, at) || otherLetterTail.hasAt(text, at))) {
    if (matchesAt(japaneseVerbAfter, text, at)) break;
    at += 1;
  }
  return japaneseSentence.test(text.slice(start, at + 2)) ? start : at;
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
