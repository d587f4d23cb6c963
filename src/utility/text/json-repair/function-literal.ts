import { type JsonNode, scalar } from './node.ts';
import type { SourceText } from './source.ts';

export const functionStart = /function\s{0,20}\(/y;

/** function () { … }: JSON has no functions. Braces in its strings count too, as they are nearly always in pairs. */
export function skipFunction(source: SourceText): JsonNode {
  const from = source.at;
  source.fix('replaced a function with null');
  let depth = 0;
  for (source.at = source.text.indexOf(')', from); source.at > 0 && !source.isAtEnd; source.at++) {
    if (source.char === '{') depth++;
    else if (source.char === '}') depth--;
    if (source.char === '}' && depth <= 0) break;
  }
  if (source.at < 0) source.at = source.text.length;
  else if (depth === 0) source.at++;
  return scalar('null', from, source.at);
}
