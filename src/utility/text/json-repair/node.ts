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
