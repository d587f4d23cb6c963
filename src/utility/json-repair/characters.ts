/** What a character can be in JSON, and in what people and models write for it: one table look-up each. */
const space = 1;
const oddSpace = 2;
const delimiter = 4;
const bareEnd = 8;
const nameStart = 16;
const digit = 32;
const quote = 64;
const hex = 128;
const url = 256;

const kinds = new Uint16Array(65_536);
function are(kind: number, characters: string): void {
  for (let i = 0; i < characters.length; i++) kinds[characters.charCodeAt(i)]! |= kind;
}
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const doubleLike = '\u201c\u201d';
const singleLike = '\u2018\u2019\u0060\u00b4';
are(space, ' \n\t\r');
are(oddSpace, '\u00a0\u180e\u202f\u205f\u3000\ufeff');
for (let code = 0x2000; code <= 0x200b; code++) kinds[code]! |= oddSpace;
are(delimiter, ',:[]/{}()\n+');
are(bareEnd, ',[]/{}\n+');
are(nameStart, `${letters}_$`);
are(digit, '0123456789');
are(quote, `"'${doubleLike}${singleLike}`);
are(hex, '0123456789abcdefABCDEF');
are(url, `${letters}0123456789_-.~:/?#@!$&'()*+;=`);

type Char = string | undefined;
const is = (kind: number) => (char: Char) => char !== undefined && (kinds[char.charCodeAt(0)]! & kind) !== 0;

export const isSpace = is(space);
/** Spaces that JSON does not know: they become plain ones. */
export const isOddSpace = is(oddSpace);
export const isAnySpace = is(space | oddSpace);
export const isDelimiter = is(delimiter);
/** Where a string without quotes, or without its end quote, ends. */
export const endsBareString = is(bareEnd);
export const startsName = is(nameStart);
export const inName = is(nameStart | digit);
export const isDigit = is(digit);
export const isQuote = is(quote);
export const isHex = is(hex);
export const inUrl = is(url);
/** After the end quote of a string: a delimiter, or the next value without a comma. */
export const mayFollowString = is(delimiter | quote | digit);
/** After the last character of a number or keyword. */
export const mayFollowWord = is(delimiter | quote | space | oddSpace);
const wordStart = is(nameStart | digit | quote);
export const startsValue = (char: Char) => wordStart(char) || char === '[' || char === '{' || char === '-';

/** The start of an address whose slashes are no comment. */
const addressStart = /(?:https?|ftp|mailto|file|data|irc):\/\/$/;
const longestAddressStart = 9;

/** Whether the text from `start` to the second slash after `colon` is nothing but the start of an address. */
export function startsAddress(text: string, start: number, slash: number): boolean {
  if (slash + 2 - start > longestAddressStart) return false;
  const head = text.slice(start, slash + 2);
  return addressStart.exec(head)?.index === 0;
}

/** The characters that may end a string that began with this one. */
export function endQuotesOf(first: string): string {
  if (first === '"' || first === "'") return first;
  return doubleLike.includes(first) ? `"${doubleLike}` : `'${singleLike}`;
}

export const isEscape = (char: Char) => char !== undefined && char !== '' && '"\\/bfnrt'.includes(char);

export const controls: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};
