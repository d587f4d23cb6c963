import { minus, openBrace, openBracket } from './codes.ts';

/** What a character can be in JSON, and in what people and models write for it: one table look-up by its code each. */
const space = 1;
const oddSpace = 2;
const delimiter = 4;
const bareEnd = 8;
const nameStart = 16;
const digit = 32;
const bracket = 64;
const hex = 128;
const url = 256;
const escaped = 512;
const straightDouble = 1_024;
const straightSingle = 2_048;
const curlyDouble = 4_096;
const curlySingle = 8_192;
const quote = straightDouble | straightSingle | curlyDouble | curlySingle;

/** The code at the end of the text, where no character is. */
export const end = 65_536;

const kinds = new Uint16Array(end + 1);
function are(kind: number, characters: string): void {
  for (let i = 0; i < characters.length; i++) kinds[characters.charCodeAt(i)]! |= kind;
}
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
are(space, ' \n\t\r');
are(oddSpace, '\u00a0\u180e\u202f\u205f\u3000\ufeff');
for (let code = 0x2000; code <= 0x200b; code++) kinds[code]! |= oddSpace;
are(delimiter, ',:[]/{}()\n+');
are(bareEnd, ',[]/{}\n+');
are(nameStart, `${letters}_$`);
are(digit, '0123456789');
are(bracket, '()[]{}');
are(hex, '0123456789abcdefABCDEF');
are(url, `${letters}0123456789_-.~:/?#@!$&'()*+;=`);
are(escaped, '\\');
for (let code = 0; code < 0x20; code++) kinds[code]! |= escaped;
are(straightDouble, '"');
are(straightSingle, "'");
are(curlyDouble, '\u201c\u201d');
are(curlySingle, '\u2018\u2019\u0060\u00b4');

export const isSpace = (code: number) => (kinds[code]! & space) !== 0;
/** Spaces that JSON does not know: they become plain ones. */
export const isOddSpace = (code: number) => (kinds[code]! & oddSpace) !== 0;
export const isAnySpace = (code: number) => (kinds[code]! & (space | oddSpace)) !== 0;
export const isDelimiter = (code: number) => (kinds[code]! & delimiter) !== 0;
/** Where a string without quotes, or without its end quote, ends. */
export const endsBareString = (code: number) => (kinds[code]! & bareEnd) !== 0;
export const startsName = (code: number) => (kinds[code]! & nameStart) !== 0;
export const inName = (code: number) => (kinds[code]! & (nameStart | digit)) !== 0;
export const isDigit = (code: number) => (kinds[code]! & digit) !== 0;
export const isQuote = (code: number) => (kinds[code]! & quote) !== 0;
export const isBracket = (code: number) => (kinds[code]! & bracket) !== 0;
export const isHex = (code: number) => (kinds[code]! & hex) !== 0;
export const inUrl = (code: number) => (kinds[code]! & url) !== 0;
/** A character that no JSON string holds as it is, quotes aside. */
export const isEscaped = (code: number) => (kinds[code]! & escaped) !== 0;
/** Where the plain run of a string is interrupted. */
export const breaksRun = (code: number) => (kinds[code]! & (escaped | quote)) !== 0;
/** Where reading a string at a glance ends: nothing before it needs a second thought. */
export const breaksGlance = (code: number, ends: number) =>
  (kinds[code]! & (escaped | bracket | straightDouble | ends)) !== 0;
/** After the end quote of a string: a delimiter, or the next value without a comma, quotes aside. */
export const mayFollowString = (code: number) => (kinds[code]! & (delimiter | digit)) !== 0;
/** After the last character of a number or keyword. */
export const mayFollowWord = (code: number) =>
  code === end || (kinds[code]! & (delimiter | quote | space | oddSpace)) !== 0;
export const startsValue = (code: number) =>
  (kinds[code]! & (nameStart | digit | quote)) !== 0 ||
  code === openBracket ||
  code === openBrace ||
  code === minus;

/** The start of an address whose slashes are no comment. */
const addressStart = /^(?:https?|ftp|mailto|file|data|irc):\/\/$/;
const longestAddressStart = 9;

/** Whether the text from `start` to the second slash is nothing but the start of an address. */
export function startsAddress(text: string, start: number, slash: number): boolean {
  if (slash + 2 - start > longestAddressStart) return false;
  return addressStart.test(text.slice(start, slash + 2));
}

/** The kinds of quotes that may end a string that began with this one. */
export function endQuotesOf(first: number): number {
  const kind = kinds[first]! & quote;
  if (kind === curlyDouble) return curlyDouble | straightDouble;
  return kind === curlySingle ? curlySingle | straightSingle : kind;
}

export const isOneOf = (code: number, quotes: number) => (kinds[code]! & quotes) !== 0;

export const isEscape = (char: string | undefined) =>
  char !== undefined && char !== '' && '"\\/bfnrt'.includes(char);

export const controls: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};
