import { isCloser, startsSeparator } from './characters.ts';
import type { SourceText } from './source.ts';

/** Skips text that does not belong here. */
export function skip(source: SourceText, length: number, fix: string): void {
  source.fix(fix);
  source.at += length;
}

/** The container ends without its closing bracket. */
export function missingBracket(source: SourceText): undefined {
  if (source.isAtEnd) source.truncated = true;
  source.fix('added a missing closing bracket');
}

/** Skips commas without a value between them, semicolons, and ellipses. */
export function skipSeparator(source: SourceText): boolean {
  if (!startsSeparator(source.code)) return false;
  if (source.char === ',' || source.char === ';') skip(source, 1, 'removed an extra separator');
  else if (source.char === '.' && source.startsWith('...')) skip(source, 3, 'removed an ellipsis');
  else if (source.char === '…') skip(source, 1, 'removed an ellipsis');
  else return false;
  return true;
}

/** Skips the comma after a value, or records a fix if it is missing. */
export function expectSeparator(source: SourceText): void {
  source.space();
  const comma = source.at;
  if (source.code === 0x2c) {
    source.at++;
    source.space();
    if (source.isAtEnd || isCloser(source.code)) source.fix('removed a trailing comma', comma);
  } else if (source.char === ';') skip(source, 1, 'replaced a semicolon with a comma');
  else if (!source.isAtEnd && !isCloser(source.code) && !source.startsFence())
    source.fix('added a missing comma');
}
