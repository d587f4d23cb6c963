import { copyNode, type JsonNode, type ObjectNode, type Property, scalar, toValue } from './node.ts';
import { jsonNumber } from './number.ts';
import { readJsonText } from './repair.ts';
import { type CheckedSchema, escapePointer, isSchema, type Schema, schemaPattern } from './schema-check.ts';

export interface Coercion {
  /** JSON Pointer of the value. */
  readonly path: string;
  readonly coercion: string;
}

/** Maximum number of visits: schemas with many alternatives visit the same value repeatedly. */
const maxVisits = 2_000_000;
const maxListed = 1_000;
/** Maximum depth of schemas that apply to the same value. */
const maxApplied = 64;
/** A branch with other constants is meant for another kind of value, however well the rest fits. */
const wrongConstant = 16;

/**
 * Coerces a value towards its schema. Types change only where the schema requires another one, and each
 * change is listed.
 */
export class SchemaCoercer {
  readonly coercions: Coercion[] = [];
  count = 0;
  /** Values that violate the schema and could not be coerced. */
  misfits = 0;
  readonly #schema: CheckedSchema;
  readonly #budget: { visits: number };

  constructor(schema: CheckedSchema, budget = { visits: 0 }) {
    this.#schema = schema;
    this.#budget = budget;
  }

  coerce(node: JsonNode, schema: unknown, path = '', applied = 0): JsonNode {
    if (!isSchema(schema) || applied > maxApplied || ++this.#budget.visits > maxVisits) return node;
    const apply = (value: JsonNode, part: unknown) => this.coerce(value, part, path, applied + 1);
    let result = node;
    for (const reference of references(schema)) result = apply(result, this.#schema.target(reference));
    for (const branches of [schema.anyOf, schema.oneOf])
      result = this.#alternatives(result, toList(branches), path, applied);
    for (const each of toList(schema.allOf)) result = apply(result, each);
    result = this.#type(result, schema, path);
    result = this.#choice(result, schema, path);
    if (result.kind === 'object') this.#members(result, schema, path, apply);
    else if (result.kind === 'array') this.#items(result, schema, path);
    if ('if' in schema)
      result = apply(result, this.#schema.accepts(schema.if, toValue(result)) ? schema.then : schema.else);
    return result;
  }

  #report(path: string, coercion: string): void {
    if (this.count++ < maxListed) this.coercions.push({ path, coercion });
  }

  /** The value of a keyword of a schema, or of the schemas that it refers to. */
  #keyword(schema: unknown, keyword: string, applied = 0): unknown {
    if (!isSchema(schema) || applied > maxApplied) return undefined;
    if (keyword in schema) return schema[keyword];
    const further = [...references(schema).map((each) => this.#schema.target(each)), ...toList(schema.allOf)];
    for (const each of further) {
      const found = this.#keyword(each, keyword, applied + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Of several schemas, picks the one the value fits with the fewest changes. */
  #alternatives(node: JsonNode, all: readonly unknown[], path: string, applied: number): JsonNode {
    const branches = all.length > 1 ? this.#matchingBranches(node, all) : all;
    let best: { trial: SchemaCoercer; result: JsonNode } | undefined;
    for (const branch of branches) {
      if (this.#budget.visits > maxVisits) break;
      const trial = new SchemaCoercer(this.#schema, this.#budget);
      const result = trial.coerce(copyNode(node, this.#budget), branch, path, applied + 1);
      if (!best || trial.fitsBetter(best.trial)) best = { trial, result };
      if (trial.misfits + trial.count === 0) break;
    }
    if (!best) return node;
    this.misfits += best.trial.misfits;
    for (const each of best.trial.coercions) this.#report(each.path, each.coercion);
    this.count += best.trial.count - best.trial.coercions.length;
    return best.trial.count > 0 ? best.result : node;
  }

  /** Whether the value violates less, or the same and changes less. */
  fitsBetter(other: SchemaCoercer): boolean {
    return this.misfits === other.misfits ? this.count < other.count : this.misfits < other.misfits;
  }

  /** The branches whose constants match the members; all of them if no branch has constants. */
  #matchingBranches(node: JsonNode, branches: readonly unknown[]): readonly unknown[] {
    if (node.kind !== 'object') return branches;
    const values = new Map(node.members.map(({ key, value }) => [parseText(key), value]));
    const matching = branches.filter((branch) => {
      const properties = this.#keyword(branch, 'properties');
      if (!isSchema(properties)) return false;
      const tags = Object.entries(properties).filter(([name, each]) => values.has(name) && hasConstant(each));
      return (
        tags.length > 0 &&
        tags.every(([name, each]) => isAllowed(values.get(name), isSchema(each) ? each : {}))
      );
    });
    return matching.length > 0 ? matching : branches;
  }

  #type(node: JsonNode, schema: Schema, path: string): JsonNode {
    const types = typesOf(schema.type, schema.nullable);
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
    const allowed = allowedValues(schema);
    if (allowed.length === 0 || node.kind !== 'scalar') return node;
    if (allowed.some((each) => JSON.stringify(each) === node.json)) return node;
    const match = matchingChoice(allowed, node.json);
    if (match === undefined) {
      this.misfits += allowed.length === 1 ? wrongConstant : 1;
      return node;
    }
    this.#report(path, `${node.json} to ${JSON.stringify(match)}`);
    return scalar(JSON.stringify(match), node.from, node.to);
  }

  #members(
    node: ObjectNode,
    schema: Schema,
    path: string,
    apply: (value: JsonNode, part: unknown) => JsonNode,
  ): void {
    const properties = isSchema(schema.properties) ? schema.properties : {};
    const before = this.count;
    this.#rename(node.members, Object.keys(properties), path);
    const required = new Set(toList(schema.required));
    const allowedMembers: Property[] = [];
    for (const member of node.members) {
      const name = parseText(member.key);
      const at = `${path}/${escapePointer(name)}`;
      const known = Object.hasOwn(properties, name);
      const patterned = schemasByPattern(schema.patternProperties, name);
      const own = known ? [properties[name], ...patterned] : patterned;
      const isNotAllowed = own.length === 0 && schema.additionalProperties === false;
      if (isNotAllowed || (known && !required.has(name) && this.#isEmptyOption(member, properties[name]))) {
        this.#report(
          at,
          isNotAllowed ? 'removed a property that is not allowed' : 'removed null of an optional property',
        );
      } else if (this.#isNullForDefault(member, own)) {
        member.value = readJsonText(JSON.stringify(this.#keyword(own[0], 'default')));
        this.#report(at, 'null to the default');
        allowedMembers.push(member);
      } else {
        for (const each of own.length > 0 ? own : [schema.additionalProperties])
          member.value = this.coerce(member.value, each, at);
        allowedMembers.push(member);
      }
    }
    node.members = allowedMembers;
    const present = new Set(allowedMembers.map(({ key }) => parseText(key)));
    for (const name of new Set([...required, ...requiredByOthers(present, schema)]))
      if (typeof name === 'string' && !present.has(name)) this.#require(node, name, properties[name], path);
    for (const each of schemasByMember(present, schema)) apply(node, each);
    if (this.count > before) node.clean = false;
  }

  /** null where the schema requires another type and the property may be missing. */
  #isEmptyOption(member: Property, own: unknown): boolean {
    if (member.value.kind !== 'scalar' || member.value.json !== 'null') return false;
    const types = typesOf(this.#keyword(own, 'type'), this.#keyword(own, 'nullable'));
    return types.length > 0 && !types.includes('null');
  }

  /** null of a required property that has a default of another type. */
  #isNullForDefault(member: Property, own: readonly unknown[]): boolean {
    return (
      own.length === 1 && this.#isEmptyOption(member, own[0]) && this.#keyword(own[0], 'default') != null
    );
  }

  /** First Name, firstName and first_name are the same property if the schema has only one of them. */
  #rename(members: Property[], names: readonly string[], path: string): void {
    if (names.length === 0) return;
    const known = new Set(names);
    const present = new Set(members.map(({ key }) => parseText(key)));
    const missing = new Map(names.filter((each) => !present.has(each)).map((each) => [foldName(each), each]));
    for (const member of members) {
      const name = parseText(member.key);
      const intended = known.has(name) ? undefined : missing.get(foldName(name));
      if (intended === undefined) continue;
      missing.delete(foldName(name));
      member.key = JSON.stringify(intended);
      this.#report(`${path}/${escapePointer(intended)}`, `renamed from ${JSON.stringify(name)}`);
    }
  }

  #require(node: ObjectNode, name: string, schema: unknown, path: string): void {
    const initial = this.#keyword(schema, 'default');
    if (initial === undefined) {
      this.misfits++;
      return;
    }
    node.members.push({ key: JSON.stringify(name), value: readJsonText(JSON.stringify(initial)) });
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

/** The schemas of the patterns that a name matches. */
function schemasByPattern(patterns: unknown, name: string): unknown[] {
  if (!isSchema(patterns)) return [];
  return Object.entries(patterns).flatMap(([pattern, schema]) =>
    schemaPattern(pattern).test(name) ? [schema] : [],
  );
}

/** Properties required by the presence of others: dependentRequired, and dependencies of older drafts. */
const requiredByOthers = (present: ReadonlySet<string>, schema: Schema): unknown[] =>
  [schema.dependentRequired, schema.dependencies].flatMap((each) =>
    Object.entries(isSchema(each) ? each : {}).flatMap(([name, names]) =>
      Array.isArray(names) && present.has(name) ? names : [],
    ),
  );

const schemasByMember = (present: ReadonlySet<string>, schema: Schema): unknown[] =>
  [schema.dependentSchemas, schema.dependencies].flatMap((each) =>
    Object.entries(isSchema(each) ? each : {}).flatMap(([name, part]) =>
      isSchema(part) && present.has(name) ? [part] : [],
    ),
  );

const toList = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];
const foldName = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '');
const spelling = (json: string): string => json.replace(/^"|"$/g, '').trim().toLowerCase();

/** An allowed value in another case, or the only one that differs in case, spaces and hyphens alone. */
function matchingChoice(allowed: readonly unknown[], json: string): unknown {
  const match = allowed.find((each) => spelling(JSON.stringify(each)) === spelling(json));
  if (match !== undefined) return match;
  const folded = foldName(spelling(json));
  const alike = allowed.filter((each) => typeof each === 'string' && foldName(each) === folded);
  return alike.length === 1 && folded !== '' ? alike[0] : undefined;
}

/** References to other schemas that apply to the same value. */
const references = (schema: Schema): string[] =>
  [schema.$ref, schema.$dynamicRef, schema.$recursiveRef].filter((each) => typeof each === 'string');

const allowedValues = (schema: Schema): readonly unknown[] =>
  'const' in schema ? [schema.const] : toList(schema.enum);

const hasConstant = (schema: unknown): boolean => isSchema(schema) && allowedValues(schema).length > 0;

const isAllowed = (node: JsonNode | undefined, schema: Schema): boolean =>
  node?.kind === 'scalar' &&
  allowedValues(schema).some((each) => spelling(JSON.stringify(each)) === spelling(node.json));

/** The types of a schema; OpenAPI adds null with its own keyword. */
function typesOf(type: unknown, nullable: unknown): string[] {
  const types = toList(type).filter((each) => typeof each === 'string');
  return types.length > 0 && nullable === true ? [...types, 'null'] : types;
}

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
