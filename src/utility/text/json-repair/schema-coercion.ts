import { type JsonNode, type ObjectNode, type Property, scalar } from './node.ts';
import { jsonNumber } from './number.ts';
import { readJsonText } from './repair.ts';

export interface Coercion {
  /** JSON Pointer of the value. */
  readonly path: string;
  readonly coercion: string;
}

type Schema = Readonly<Record<string, unknown>>;

/** Maximum number of visits: schemas with many alternatives visit the same value repeatedly. */
const maxVisits = 2_000_000;
const maxListed = 1_000;
const maxReferences = 32;

/**
 * Coerces a value towards its schema. Types change only where the schema requires another one, and each
 * change is listed.
 */
export class SchemaCoercer {
  readonly coercions: Coercion[] = [];
  count = 0;
  /** Values that violate the schema and could not be coerced. */
  misfits = 0;
  readonly #root: Schema;
  readonly #budget: { visits: number };

  constructor(root: Schema, budget = { visits: 0 }) {
    this.#root = root;
    this.#budget = budget;
  }

  coerce(node: JsonNode, sent: unknown, path = ''): JsonNode {
    const schema = this.#resolve(sent);
    if (!schema || ++this.#budget.visits > maxVisits) return node;
    let result = this.#alternatives(node, schema, path);
    for (const each of toList(schema.allOf)) result = this.coerce(result, each, path);
    result = this.#type(result, schema, path);
    result = this.#choice(result, schema, path);
    if (result.kind === 'object') this.#members(result, schema, path);
    else if (result.kind === 'array') this.#items(result, schema, path);
    return result;
  }

  #report(path: string, coercion: string): void {
    if (this.count++ < maxListed) this.coercions.push({ path, coercion });
  }

  #resolve(sent: unknown): Schema | undefined {
    let schema = sent;
    for (let i = 0; i < maxReferences; i++) {
      if (!isSchema(schema)) return undefined;
      const reference = schema.$ref;
      if (typeof reference !== 'string') return schema;
      if (!reference.startsWith('#')) return undefined;
      schema = reference
        .slice(1)
        .split('/')
        .slice(1)
        .map((each) => decodeURIComponent(each).replaceAll('~1', '/').replaceAll('~0', '~'))
        .reduce<unknown>((at, each) => (isSchema(at) ? at[each] : undefined), this.#root);
    }
    return undefined;
  }

  /** Of several schemas, picks the one the value fits with the fewest changes. */
  #alternatives(node: JsonNode, schema: Schema, path: string): JsonNode {
    const branches = toList(schema.anyOf ?? schema.oneOf);
    if (branches.length === 0) return node;
    const tries = branches.map((branch) => {
      const trial = new SchemaCoercer(this.#root, this.#budget);
      return { trial, result: trial.coerce(structuredClone(node), branch, path) };
    });
    const cost = ({ trial }: { trial: SchemaCoercer }) => trial.misfits * 1_000 + trial.count;
    const best = tries.reduce((a, b) => (cost(b) < cost(a) ? b : a));
    this.misfits += best.trial.misfits;
    for (const each of best.trial.coercions) this.#report(each.path, each.coercion);
    return best.trial.count > 0 ? best.result : node;
  }

  #type(node: JsonNode, schema: Schema, path: string): JsonNode {
    const types = toList(schema.type ?? []).filter((each) => typeof each === 'string');
    if (types.length === 0 || types.some((type) => hasType(node, type))) return node;
    for (const type of types) {
      const coerced = toType(node, type);
      if (!coerced) continue;
      this.#report(path, `${typeOf(node)} to ${type}`);
      return coerced;
    }
    this.misfits++;
    return node;
  }

  /** enum and const: another spelling of an allowed value becomes that value. */
  #choice(node: JsonNode, schema: Schema, path: string): JsonNode {
    const allowed = 'const' in schema ? [schema.const] : toList(schema.enum);
    if (allowed.length === 0 || node.kind !== 'scalar') return node;
    if (allowed.some((each) => JSON.stringify(each) === node.json)) return node;
    const plain = (json: string) => json.replace(/^"|"$/g, '').trim().toLowerCase();
    const match = allowed.find((each) => plain(JSON.stringify(each)) === plain(node.json));
    if (match === undefined) {
      this.misfits++;
      return node;
    }
    this.#report(path, `${node.json} to ${JSON.stringify(match)}`);
    return scalar(JSON.stringify(match), node.from, node.to);
  }

  #members(node: ObjectNode, schema: Schema, path: string): void {
    const properties = isSchema(schema.properties) ? schema.properties : {};
    const before = this.count;
    this.#rename(node.members, Object.keys(properties), path);
    const required = toList(schema.required);
    for (let i = 0; i < node.members.length; i++) {
      const member = node.members[i]!;
      const name = parseText(member.key);
      const at = `${path}/${escapePointer(name)}`;
      const known = Object.hasOwn(properties, name);
      if (
        this.#isUnwanted(member, { known, required: required.includes(name), own: properties[name] }, schema)
      ) {
        this.#report(
          at,
          known ? 'removed null of an optional property' : 'removed a property that is not allowed',
        );
        node.members.splice(i--, 1);
      } else {
        const patterned = schemasByPattern(schema.patternProperties, name);
        const own = known ? [properties[name], ...patterned] : patterned;
        for (const each of own.length > 0 ? own : [schema.additionalProperties])
          if (isSchema(each)) member.value = this.coerce(member.value, each, at);
      }
    }
    for (const name of required)
      if (typeof name === 'string') this.#require(node, name, properties[name], path);
    if (this.count > before) node.clean = false;
  }

  #isUnwanted(
    member: Property,
    is: { known: boolean; required: boolean; own: unknown },
    schema: Schema,
  ): boolean {
    if (!is.known) return schema.additionalProperties === false && !schema.patternProperties;
    if (is.required || member.value.kind !== 'scalar' || member.value.json !== 'null') return false;
    const own = this.#resolve(is.own);
    const types = toList(own?.type ?? []);
    return types.length > 0 && !types.includes('null');
  }

  /** First Name, firstName and first_name are the same property if the schema has only one of them. */
  #rename(members: Property[], names: readonly string[], path: string): void {
    if (names.length === 0) return;
    const present = new Set(members.map(({ key }) => parseText(key)));
    const missing = new Map(names.filter((each) => !present.has(each)).map((each) => [foldName(each), each]));
    for (const member of members) {
      const name = parseText(member.key);
      const intended = names.includes(name) ? undefined : missing.get(foldName(name));
      if (intended === undefined) continue;
      missing.delete(foldName(name));
      member.key = JSON.stringify(intended);
      this.#report(`${path}/${escapePointer(intended)}`, `renamed from ${JSON.stringify(name)}`);
    }
  }

  #require(node: ObjectNode, name: string, sent: unknown, path: string): void {
    const key = JSON.stringify(name);
    if (node.members.some((each) => each.key === key)) return;
    const schema = this.#resolve(sent);
    if (!schema || !('default' in schema)) {
      this.misfits++;
      return;
    }
    node.members.push({ key, value: readJsonText(JSON.stringify(schema.default)) });
    this.#report(`${path}/${escapePointer(name)}`, 'added the default');
  }

  #items(node: JsonNode & { kind: 'array' }, schema: Schema, path: string): void {
    const before = this.count;
    const first = toList(schema.prefixItems ?? (Array.isArray(schema.items) ? schema.items : []));
    const rest = Array.isArray(schema.items) ? schema.additionalItems : schema.items;
    for (let i = 0; i < node.items.length; i++)
      node.items[i] = this.coerce(node.items[i]!, i < first.length ? first[i] : rest, `${path}/${i}`);
    if (this.count > before) node.clean = false;
  }
}

/** The schemas of the patterns that a name matches; an invalid pattern is reported by the check that follows. */
function schemasByPattern(patterns: unknown, name: string): unknown[] {
  if (!isSchema(patterns)) return [];
  return Object.entries(patterns).flatMap(([pattern, schema]) => {
    try {
      return new RegExp(pattern, 'u').test(name) ? [schema] : [];
    } catch {
      return [];
    }
  });
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const toList = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];
const foldName = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '');
const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

function typeOf(node: JsonNode): string {
  if (node.kind !== 'scalar') return node.kind;
  if (node.json.startsWith('"')) return 'string';
  if (node.json === 'null') return 'null';
  return node.json === 'true' || node.json === 'false' ? 'boolean' : 'number';
}

function hasType(node: JsonNode, type: unknown): boolean {
  const own = typeOf(node);
  if (own === type) return true;
  return type === 'integer' && node.kind === 'scalar' && own === 'number' && isWhole(node.json);
}

/** 3, 3.0 and 1e3 are integers in JSON Schema. */
const isWhole = (json: string): boolean => /^-?\d+(?:\.0+)?(?:[eE]\+?\d+)?$/.test(json);

/** Converts the value to this type if nothing is lost. */
function toType(node: JsonNode, type: string): JsonNode | undefined {
  if (type === 'array') return toArrayNode(node);
  if (node.kind === 'array') return node.items.length === 1 ? toItemType(node.items[0]!, type) : undefined;
  if (node.kind === 'object') return undefined;
  const text = node.json.startsWith('"') ? parseText(node.json) : undefined;
  if (type === 'object') return text === undefined ? undefined : parseNestedJson(text, type);
  const json = text === undefined ? fromPlain(node.json, type) : fromText(text.trim(), type);
  return json === undefined ? undefined : scalar(json, node.from, node.to);
}

/** The text of a JSON string. */
const parseText = (json: string): string => String(JSON.parse(json));

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
