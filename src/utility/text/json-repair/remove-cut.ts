import type { JsonNode } from './node.ts';
import type { SourceText } from './source.ts';

/**
 * Removes the value that was cut off by the end of the text, and its key: only the last of each container can
 * be one.
 */
export function removeCut(node: JsonNode, source: SourceText): void {
  if (node.kind === 'scalar') return;
  const last = node.kind === 'array' ? node.items.at(-1) : node.members.at(-1)?.value;
  if (!last) return;
  if (last.kind !== 'scalar') {
    removeCut(last, source);
    return;
  }
  if (!last.cut) return;
  if (node.kind === 'array') node.items.pop();
  else node.members.pop();
  source.fix('removed a value that the end of the text cut off', last.from);
}
