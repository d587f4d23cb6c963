const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;

const literalOrNumber = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const escapeSequence = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y;

/** Whether JSON.parse accepts a text. JSON.parse itself throws if not, which takes longer than repairing a short text. */
export function isJson(text: string): boolean {
  const closers: number[] = [];
  let at = skipSpace(text, 0);
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === openBrace || code === openBracket) {
      const closer = code === openBrace ? closeBrace : closeBracket;
      at = skipSpace(text, at + 1);
      if (text.charCodeAt(at) !== closer) {
        closers.push(closer);
        if (closer === closeBrace) at = valueAfterKey(text, at);
        if (at < 0) return false;
        continue;
      }
      at++;
    } else at = code === quote ? skipString(text, at) : skipWord(text, at);
    at = at < 0 ? -1 : nextValue(text, at, closers);
    if (at < 0) return at === complete;
  }
}

const broken = -1;
const complete = -2;

/** Start of the value after the one that ends here, `whole` if the text ends as it should, or `broken`. */
function nextValue(text: string, end: number, closers: number[]): number {
  let at = skipSpace(text, end);
  while (closers.length > 0) {
    const closer = closers[closers.length - 1];
    const code = text.charCodeAt(at);
    if (code === comma) {
      at = skipSpace(text, at + 1);
      return closer === closeBrace ? valueAfterKey(text, at) : at;
    }
    if (code !== closer) return broken;
    closers.pop();
    at = skipSpace(text, at + 1);
  }
  return at === text.length ? complete : broken;
}

function valueAfterKey(text: string, at: number): number {
  if (text.charCodeAt(at) !== quote) return broken;
  const end = skipString(text, at);
  if (end < 0) return broken;
  const separator = skipSpace(text, end);
  return text.charCodeAt(separator) === colon ? skipSpace(text, separator + 1) : broken;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
    at++;
  }
}

function skipString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code < 0x20) return broken;
    if (code === backslash) {
      escapeSequence.lastIndex = at + 1;
      if (!escapeSequence.test(text)) return broken;
      at = escapeSequence.lastIndex - 1;
    }
  }
  return broken;
}

function skipWord(text: string, from: number): number {
  literalOrNumber.lastIndex = from;
  return literalOrNumber.test(text) ? literalOrNumber.lastIndex : broken;
}
