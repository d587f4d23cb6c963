import type { SourceText } from './source.ts';

/** A value of the repaired document. `from` and `to` are its position in the source text. */
export interface ScalarNode {
  readonly kind: 'scalar';
  readonly from: number;
  to: number;
  /** JSON form: quoted if it is a string, with its original digits if it is a number. */
  json: string;
  /** The text ends inside this value, so it may be incomplete. */
  readonly cut: boolean;
}

export interface ArrayNode {
  readonly kind: 'array';
  readonly from: number;
  to: number;
  readonly items: JsonNode[];
  /** Nothing inside was repaired, so the source can be copied. */
  clean: boolean;
  /** The text has several values, and this is the list of them. */
  readonly isListOfValues?: boolean;
}

export interface ObjectNode {
  readonly kind: 'object';
  readonly from: number;
  to: number;
  members: Property[];
  clean: boolean;
}

export interface Property {
  /** As JSON, with its quotes. */
  key: string;
  value: JsonNode;
}

export type JsonNode = ScalarNode | ArrayNode | ObjectNode;

export const scalar = (json: string, from: number, to: number, cut = false): ScalarNode => ({
  kind: 'scalar',
  from,
  to,
  json,
  cut,
});

export const isString = (node: JsonNode): node is ScalarNode =>
  node.kind === 'scalar' && node.json.startsWith('"');

export const isEmpty = (node: JsonNode): boolean =>
  (node.kind === 'array' && node.items.length === 0) || (node.kind === 'object' && node.members.length === 0);

/** A copy that can be changed on its own; each node copied counts against the budget. */
export function copyNode(node: JsonNode, budget: { visits: number }): JsonNode {
  budget.visits += 1;
  if (node.kind === 'scalar') return { ...node };
  if (node.kind === 'array') return { ...node, items: node.items.map((item) => copyNode(item, budget)) };
  const members = node.members.map(({ key, value }) => ({ key, value: copyNode(value, budget) }));
  return { ...node, members };
}

/** The value as JSON.parse would read it. */
export function toValue(node: JsonNode): unknown {
  if (node.kind === 'scalar') return JSON.parse(node.json);
  if (node.kind === 'array') return node.items.map(toValue);
  return Object.fromEntries(node.members.map(({ key, value }) => [JSON.parse(key), toValue(value)]));
}

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
