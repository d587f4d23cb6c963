import { CharSet } from './char-set.ts';

const accents =
  '\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u00ff\\u0100-\\u024f\\u0253\\u0254\\u0256\\u0257\\u0259\\u025b\\u0263\\u0268\\u026f\\u0272\\u0289\\u028b\\u02bb\\u0300-\\u036f\\u1e00-\\u1eff';
const cyrillic = '\\u0400-\\u04ff';
const inPath = new CharSet(new RegExp(`[a-z0-9${cyrillic}${accents}!*';:=+,.$/%#\\u2013_~@|&-]`, 'i'));
const endsPath = new CharSet(new RegExp(`[a-z0-9${cyrillic}${accents}=_#/+-]`, 'i'));
const inQuery = new CharSet(/[a-z0-9!?*'@();:&=+$/%#[\]_.,~|-]/i);
const endsQuery = new CharSet(/[a-z0-9_&=#/-]/i);
const maxDepth = 2;

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
    } else if (!inPath.hasAt(text, at)) break;
    else if (open.length === 0 && endsPath.hasAt(text, at)) end = at + 1;
  }
  return end;
}

function endOfQuery(text: string, start: number): number {
  let end = start;
  for (let at = start + 1; at < text.length && inQuery.hasAt(text, at); at += 1)
    if (endsQuery.hasAt(text, at)) end = at + 1;
  return end;
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
