import { type JsonNode, scalar } from './node.ts';
import { jsonNumber } from './number.ts';
import { readJsonText } from './repair.ts';

export function typeOf(node: JsonNode): string {
  if (node.kind !== 'scalar') return node.kind;
  if (node.json.startsWith('"')) return 'string';
  if (node.json === 'null') return 'null';
  return node.json === 'true' || node.json === 'false' ? 'boolean' : 'number';
}

export function hasType(node: JsonNode, type: unknown): boolean {
  const own = typeOf(node);
  if (own === type) return true;
  return type === 'integer' && node.kind === 'scalar' && own === 'number' && isWhole(node.json);
}

/** 3, 3.0 and 1e3 are integers in JSON Schema. */
const isWhole = (json: string): boolean => /^-?\d+(?:\.0+)?(?:[eE]\+?\d+)?$/.test(json);

/** Converts the value to this type if nothing is lost. */
export function toType(node: JsonNode, type: string): JsonNode | undefined {
  if (type === 'array') return toArrayNode(node);
  if (node.kind === 'array') return node.items.length === 1 ? toItemType(node.items[0]!, type) : undefined;
  if (node.kind === 'object') return undefined;
  const text = node.json.startsWith('"') ? parseText(node.json) : undefined;
  if (type === 'object') return text === undefined ? undefined : parseNestedJson(text, type);
  const json = text === undefined ? fromPlain(node.json, type) : fromText(text.trim(), type);
  return json === undefined ? undefined : scalar(json, node.from, node.to);
}

/** The text of a JSON string. */
export const parseText = (json: string): string => String(JSON.parse(json));

function toArrayNode(node: JsonNode): JsonNode | undefined {
  const inner =
    node.kind === 'scalar' && node.json.startsWith('"')
      ? parseNestedJson(parseText(node.json), 'array')
      : undefined;
  if (inner) return inner;
  if (node.kind === 'scalar' && node.json === 'null') return undefined;
  return { kind: 'array', from: node.from, to: node.to, items: [node], clean: false };
}

const toItemType = (item: JsonNode, type: string): JsonNode | undefined =>
  hasType(item, type) ? item : toType(item, type);

/** A string that contains the JSON of an object or a list. */
function parseNestedJson(text: string, type: string): JsonNode | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    const node = readJsonText(text);
    return node.kind === type ? node : undefined;
  } catch {
    return undefined;
  }
}

function fromText(text: string, type: string): string | undefined {
  if (type === 'number' || type === 'integer') {
    const json = jsonNumber(text.replaceAll(/(?<=\d),(?=\d{3}(?:\D|$))/g, ''));
    return json === undefined || !/\d/.test(text) || (type === 'integer' && !isWhole(json))
      ? undefined
      : json;
  }
  if (type === 'boolean') return booleans.get(text.toLowerCase());
  return type === 'null' && /^(?:|null|none|nil|n\/a)$/i.test(text) ? 'null' : undefined;
}

const booleans: ReadonlyMap<string, string> = new Map([
  ['true', 'true'],
  ['yes', 'true'],
  ['false', 'false'],
  ['no', 'false'],
]);

function fromPlain(json: string, type: string): string | undefined {
  if (type === 'string') return json === 'null' ? undefined : JSON.stringify(json);
  if (type === 'boolean') return json === '1' ? 'true' : json === '0' ? 'false' : undefined;
  return undefined;
}
