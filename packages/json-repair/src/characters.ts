/** Character classes by code: the table keeps string comparisons out of the inner loops. */
const space = 1;
const oddSpace = 2;
const digit = 4;
const name = 8;
const straightDouble = 16;
const straightSingle = 32;
const curlyDouble = 64;
const curlySingle = 128;
const commentStart = 256;
const closer = 512;
const comma = 1_024;
const separator = 2_048;
const quote = straightDouble | straightSingle | curlyDouble | curlySingle;

/** Code returned past the end of the text. */
export const end = 65_536;

const kinds = new Uint16Array(end + 1);
function mark(kind: number, characters: string): void {
  for (let i = 0; i < characters.length; i++) kinds[characters.charCodeAt(i)]! |= kind;
}
mark(space, ' \n\t\r');
mark(oddSpace, '\v\f\u00a0\u180e\u202f\u205f\u2028\u2029\u3000\ufeff');
for (let code = 0x2000; code <= 0x200f; code++) kinds[code]! |= oddSpace;
mark(commentStart, '#/<');
mark(closer, '}])');
mark(comma, ',');
mark(separator, ',;.…');
mark(digit, '0123456789');
mark(name, 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$');
for (let code = 0xc0; code < 0x2000; code++) kinds[code]! |= name;
for (let code = 0x3040; code < 0xfe00; code++) kinds[code]! |= name;
mark(straightDouble, '"');
mark(straightSingle, "'");
mark(curlyDouble, '\u201c\u201d\u201e\u00ab\u00bb');
mark(curlySingle, '\u2018\u2019\u0060\u00b4');

export const isSpace = (code: number) => (kinds[code]! & (space | oddSpace)) !== 0;
/** White space that JSON does not allow between tokens. */
export const isOddSpace = (code: number) => (kinds[code]! & oddSpace) !== 0;
/** White space, or the first character of a comment. */
export const startsGap = (code: number) => (kinds[code]! & (space | oddSpace | commentStart)) !== 0;
/** A closing bracket. */
export const isCloser = (code: number) => (kinds[code]! & closer) !== 0;
/** A closing bracket or a comma. */
export const isDelimiter = (code: number) => (kinds[code]! & (closer | comma)) !== 0;
/** A comma, a semicolon, or the first character of an ellipsis. */
export const startsSeparator = (code: number) => (kinds[code]! & separator) !== 0;
export const isDigit = (code: number) => (kinds[code]! & digit) !== 0;
export const isQuote = (code: number) => (kinds[code]! & quote) !== 0;
/** Letters of any script, digits, _ and $. */
export const isNameCharacter = (code: number) => (kinds[code]! & (name | oddSpace)) === name;
export const startsName = (code: number) => isNameCharacter(code) && !isDigit(code);

/** Kinds of quotes that can close a string opened by this one. */
export function closingQuotes(first: number): number {
  const kind = kinds[first]! & quote;
  if (kind === curlyDouble) return curlyDouble | straightDouble;
  return kind === curlySingle ? curlySingle | straightSingle : kind;
}

export const isOneOf = (code: number, quotes: number) => (kinds[code]! & quotes) !== 0;
