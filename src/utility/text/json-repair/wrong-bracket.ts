import { startsKey } from './lookahead.ts';
import { missingBracket, skip } from './separators.ts';
import type { SourceText } from './source.ts';

/** A closing bracket of another kind: it closes the enclosing container, or is a typo for the right one. */
export function wrongBracket(source: SourceText, kind: '[' | '('): undefined {
  if (source.isOpen(kind)) return missingBracket(source);
  skip(source, 1, 'replaced a closing bracket');
}

/** Handles a closing bracket of another kind inside a list; true if it ends the list. */
export function closesList(source: SourceText): boolean {
  const { char } = source;
  const other = char === '}' ? '{' : char === ')' ? '(' : '[';
  if (!source.isOpen(other)) {
    skip(source, 1, 'replaced a closing bracket');
    return char === '}' || char === ']';
  }
  const comma = source.nextTokenAfter(source.at + 1);
  if (char === '}' && source.charAt(comma) === ',' && startsKeyAfter(source, comma)) {
    skip(source, 1, 'replaced a closing bracket');
    return true;
  }
  missingBracket(source);
  return true;
}

function startsKeyAfter(source: SourceText, comma: number): boolean {
  return startsKey(source, source.nextTokenAfter(comma + 1));
}
