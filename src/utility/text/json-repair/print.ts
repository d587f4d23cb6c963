import type { JsonNode } from './node.ts';

/**
 * Prints the document: values that needed no repair are copied with their white space, others are
 * reformatted.
 */
export function printJson(node: JsonNode, source: string): string {
  const parts: string[] = [];
  print(node, source, '', parts);
  return parts.join('');
}

function print(node: JsonNode, source: string, indent: string, parts: string[]): void {
  if (node.kind === 'scalar') {
    parts.push(node.json);
    return;
  }
  if (node.clean) {
    parts.push(source.slice(node.from, node.to));
    return;
  }
  const [open, close] = node.kind === 'array' ? '[]' : '{}';
  const count = node.kind === 'array' ? node.items.length : node.members.length;
  if (count === 0) {
    parts.push(`${open}${close}`);
    return;
  }
  const isLong = opensLine(node, source);
  const inner = isLong ? `${indent}  ` : indent;
  parts.push(open!, isLong ? `\n${inner}` : '');
  for (let i = 0; i < count; i++) {
    if (i > 0) parts.push(isLong ? `,\n${inner}` : ', ');
    if (node.kind === 'array') print(node.items[i]!, source, inner, parts);
    else {
      const { key, value } = node.members[i]!;
      parts.push(key, ': ');
      print(value, source, inner, parts);
    }
  }
  parts.push(isLong ? `\n${indent}` : '', close!);
}

/** Whether the first value was on a line of its own. */
function opensLine(node: JsonNode, source: string): boolean {
  let at = node.from + 1;
  while (at < node.to && (source[at] === ' ' || source[at] === '\r' || source[at] === '\t')) at++;
  return at < node.to && source[at] === '\n';
}
