import { type JsonNode, scalar } from './node.ts';
import type { SourceText } from './source.ts';

/** A quote at the end that belongs to one inside the line stays. */
const withoutOuterQuotes = (line: string): string =>
  /^[^"']+(["'])[^"']*\1$/.test(line) ? line : line.replace(/^["']|["',]+$/g, '');

/**
 * No brackets anywhere: a word or a line is a string, one word per line is a list, and prose is not JSON.
 */
export function readBareText(source: SourceText): JsonNode {
  const text = source.text.trim();
  const lines = text.split('\n').map((each) => each.trim());
  const isList = lines.length > 1 && lines.every((each) => /^\S+$/.test(each));
  if (text === '' || /[{}[\]]|```/.test(text) || (lines.length > 1 && !isList)) {
    source.at = 0;
    source.fail('no JSON was found in the text');
  }
  source.dropFixes(0);
  source.fix('added quotes', 0);
  const nodes = lines.map((line) => scalar(JSON.stringify(withoutOuterQuotes(line)), 0, text.length));
  return lines.length === 1
    ? nodes[0]!
    : { kind: 'array', from: 0, to: text.length, items: nodes, clean: false };
}
