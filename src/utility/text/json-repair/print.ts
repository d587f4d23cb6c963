import type { JsonNode } from './node.ts';

/**
 * Prints the document: values that needed no repair are copied with their white space, others are
 * reformatted.
 */
export function printJson(node: JsonNode, source: string): string {
  return print(node, source, '');
}

function print(node: JsonNode, source: string, indent: string): string {
  if (node.kind === 'scalar') return node.json;
  if (node.clean) return source.slice(node.from, node.to);
  const isLong = opensLine(node, source);
  const inner = isLong ? `${indent}  ` : indent;
  const separator = isLong ? `,\n${inner}` : ', ';
  let content = '';
  if (node.kind === 'array')
    for (const item of node.items) content += (content && separator) + print(item, source, inner);
  else
    for (const { key, value } of node.members)
      content += `${content && separator}${key}: ${print(value, source, inner)}`;
  if (isLong && content !== '') content = `\n${inner}${content}\n${indent}`;
  return node.kind === 'array' ? `[${content}]` : `{${content}}`;
}

/** Whether the first value was on a line of its own. */
function opensLine(node: JsonNode, source: string): boolean {
  let at = node.from + 1;
  while (at < node.to && (source[at] === ' ' || source[at] === '\r' || source[at] === '\t')) at++;
  return at < node.to && source[at] === '\n';
}
