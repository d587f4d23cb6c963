import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';

/** The form in which the validator takes its regular expressions. */
const patternEngine = Object.assign((pattern: string) => schemaPattern(pattern), {
  code: 'schemaPattern',
});

export interface SchemaError {
  /** JSON Pointer of the value. */
  readonly path: string;
  readonly error: string;
}

/** The given `schema` cannot be used as one. */
export class InvalidSchema extends Error {}

const maxListedErrors = 100;
/** Base URI of a schema without an `$id`. */
const ownId = 'schema:sent';

/** A caller's schema, compiled and indexed. Throws InvalidSchema if it cannot be used. */
export class CheckedSchema {
  readonly root: Schema;
  readonly #validator: Ajv;
  /** Parts by JSON Pointer, for conditions. */
  readonly #pointers = new Map<object, string>();
  /** By `$anchor`, `$id` and JSON Pointer, including the `#`. */
  readonly #targets = new Map<string, unknown>();
  readonly #base: string;
  readonly #validate: ValidateFunction;
  readonly #conditions = new Map<object, ValidateFunction>();

  constructor(sent: Schema) {
    const found = refuseInvalid(() => findSchema(sent));
    if (!found) throw new InvalidSchema('it has no keyword of JSON Schema, such as type or properties');
    const { schema, validator } = refuseInvalid(() => readDialect(found));
    this.root = schema;
    this.#validator = validator;
    this.#base = typeof schema.$id === 'string' ? schema.$id.replace(/#$/, '') : ownId;
    this.#validate = refuseInvalid(() => {
      this.#index(schema, '');
      if (validator.validateSchema(schema) !== true)
        throw new InvalidSchema(invalidPart(validator.errors ?? []));
      validator.addSchema(schema, this.#base);
      return validator.compile({ $ref: this.#base });
    });
  }

  /** The subschema that a `$ref` refers to. */
  target(reference: string): unknown {
    const local = reference.startsWith(`${this.#base}#`) ? reference.slice(this.#base.length) : reference;
    return local === '#' || local === this.#base ? this.root : this.#targets.get(decodePointer(local));
  }

  /** Whether a value fits one part of the schema. */
  accepts(part: unknown, value: unknown): boolean {
    if (!isSchema(part)) return part !== false;
    let condition = this.#conditions.get(part);
    if (!condition) {
      const $ref = `${this.#base}#${this.#pointers.get(part) ?? ''}`;
      condition = refuseInvalid(() => this.#validator.compile({ $ref }));
      this.#conditions.set(part, condition);
    }
    const test = condition;
    return refuseInvalid(() => test(value)) === true;
  }

  /** Violations that remain in the value. */
  errors(value: unknown): SchemaError[] {
    refuseInvalid(() => this.#validate(value));
    return (this.#validate.errors ?? []).slice(0, maxListedErrors).map(toError);
  }

  #index(part: unknown, pointer: string): void {
    if (typeof part !== 'object' || part === null) return;
    this.#targets.set(`#${pointer}`, part);
    if (isSchema(part)) {
      this.#pointers.set(part, encodeURI(pointer));
      for (const name of [part.$anchor, part.$dynamicAnchor])
        if (typeof name === 'string') this.#targets.set(`#${name}`, part);
      if (typeof part.$id === 'string') this.#targets.set(part.$id, part);
    }
    for (const [key, value] of Object.entries(part)) this.#index(value, `${pointer}/${escapePointer(key)}`);
  }
}

function refuseInvalid<Result>(use: () => Result): Result {
  try {
    return use();
  } catch (error) {
    if (error instanceof InvalidSchema) throw error;
    if (error instanceof RangeError)
      throw new InvalidSchema('its references lead back to themselves, or it is nested too deeply');
    const reason = error instanceof Error ? error.message : String(error);
    throw new InvalidSchema(reason.replace(` from id ${ownId}`, ''));
  }
}

export const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** A pointer in a URL can be percent-encoded; one that is encoded wrongly names nothing. */
function decodePointer(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}

const toError = (error: ErrorObject): SchemaError => ({ path: error.instancePath, error: errorText(error) });

export type Schema = Readonly<Record<string, unknown>>;

const options = {
  allErrors: true,
  strict: false,
  strictNumbers: false,
  // Deciding what to inline takes time exponential in the depth of anyOf.
  inlineRefs: false,
  logger: false,
  // 19.99 is a multiple of 0.01, although the division of doubles leaves a remainder.
  multipleOfPrecision: 8,
  code: { regExp: patternEngine },
} as const;
/** Keywords whose value is data: nothing in it is a schema. */
const dataKeywords = new Set(['const', 'enum', 'default', 'example', 'examples']);

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface ReadableSchema {
  readonly schema: Schema;
  readonly validator: Ajv;
}

/**
 * The schema and a validator of its draft. `$schema` is often misspelt or names a custom dialect, so it only selects the draft;
 * without it the newest draft that has the schema's keywords is used.
 */
function readDialect(sent: Schema): ReadableSchema {
  const { $schema, ...schema } = sent;
  const declared = typeof $schema === 'string' ? $schema : '';
  if (/draft-0?[34]/.test(declared)) return withFormats(toDraft7(schema), new Ajv(options));
  if (/draft-0?[67]/.test(declared)) return withFormats(schema, new Ajv(options));
  if (declared.includes('2019-09') || hasListOfItems(schema))
    return withFormats(schema, new Ajv2019(options));
  return withFormats(schema, new Ajv2020(options));
}

function withFormats(schema: Schema, validator: Ajv): ReadableSchema {
  ajvFormats.default(validator);
  return { schema, validator };
}

/** `items` with a list of schemas, which 2020-12 calls prefixItems. */
function hasListOfItems(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(hasListOfItems);
  if (!isSchema(node)) return false;
  if (Array.isArray(node.items)) return true;
  return Object.entries(node).some(([key, value]) => !dataKeywords.has(key) && hasListOfItems(value));
}

/** Draft 4 has `id` instead of `$id`, and boolean exclusiveMinimum and exclusiveMaximum. */
function toDraft7(schema: Schema): Schema {
  const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (key === 'id' && typeof value === 'string') return [['$id', value]];
    if (key === 'exclusiveMinimum' && typeof value === 'boolean') return [];
    if (key === 'exclusiveMaximum' && typeof value === 'boolean') return [];
    if (key === 'minimum' && schema.exclusiveMinimum === true) return [['exclusiveMinimum', value]];
    if (key === 'maximum' && schema.exclusiveMaximum === true) return [['exclusiveMaximum', value]];
    if (dataKeywords.has(key)) return [[key, value]];
    if (Array.isArray(value)) return [[key, value.map((each) => (isSchema(each) ? toDraft7(each) : each))]];
    return [[key, isSchema(value) ? toDraft7(value) : value]];
  });
  return Object.fromEntries(entries);
}

const maxListedChars = 300;

/** What a value violates, with what the schema allows. */
function errorText({ keyword, message = 'is not valid', params }: ErrorObject): string {
  switch (keyword) {
    case 'additionalProperties':
      return `${message}: ${String(params.additionalProperty)}`;
    case 'unevaluatedProperties':
      return `${message}: ${String(params.unevaluatedProperty)}`;
    case 'propertyNames':
      return `${message}: ${String(params.propertyName)}`;
    case 'enum':
      return `must be one of ${cut(asList(params.allowedValues).join(', '))}`;
    case 'const':
      return `must be ${cut(JSON.stringify(params.allowedValue) ?? '')}`;
    case 'false schema':
      return 'is not allowed';
    default:
      return message;
  }
}

/** Which part of a schema is wrong: of several errors the first that names what is allowed. */
function invalidPart(errors: readonly ErrorObject[]): string {
  const error = errors.find(({ keyword }) => keyword === 'enum') ?? errors[0];
  return error ? `${error.instancePath || 'the schema'} ${errorText(error)}` : 'it is not a JSON Schema';
}

const asList = (values: unknown): string[] =>
  (Array.isArray(values) ? values : []).map((each) => JSON.stringify(each) ?? '');

const cut = (text: string): string =>
  text.length > maxListedChars ? `${text.slice(0, maxListedChars)}…` : text;

/**
 * The regular expression of a `pattern`. Schemas made by programs contain escapes that Unicode mode does not have
 * (`\-`) and what only Python has: named groups, `\A`, `\Z` and leading flags. Throws if it is none in any of these.
 */
export function schemaPattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch (error) {
    const [flagsSet = '', flags = ''] = /^\(\?([ims]{1,3})\)/.exec(pattern) ?? [];
    const translated = pattern
      .slice(flagsSet.length)
      .replaceAll(/\\[\s\S]|\(\?P</g, (found) => pythonOnly.get(found) ?? found);
    for (const mode of ['u', ''])
      try {
        return new RegExp(translated, mode + [...new Set(flags)].join(''));
      } catch {}
    throw error;
  }
}

const pythonOnly: ReadonlyMap<string, string> = new Map([
  ['(?P<', '(?<'],
  ['\\A', '^'],
  ['\\Z', '$'],
]);

/** Where tool definitions and response formats of model providers hold their schema. */
const wrappers: readonly (readonly string[])[] = [
  // {type: "function", function: {name, parameters}}
  ['function', 'parameters'],
  // {type: "json_schema", json_schema: {name, schema}}
  ['json_schema', 'schema'],
  // {format: {type: "json_schema", schema}}
  ['format', 'schema'],
  ['parameters'],
  ['input_schema'],
  ['inputSchema'],
  ['parametersJsonSchema'],
  ['schema'],
];

const keywords = new Set(
  [
    '$schema $id id $ref $defs definitions $anchor $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor $vocabulary $comment',
    'type enum const nullable format pattern minLength maxLength multipleOf minimum maximum exclusiveMinimum exclusiveMaximum',
    'properties required additionalProperties patternProperties propertyNames minProperties maxProperties',
    'dependentRequired dependentSchemas dependencies unevaluatedProperties',
    'items prefixItems additionalItems contains minContains maxContains minItems maxItems uniqueItems unevaluatedItems',
    'allOf anyOf oneOf not if then else discriminator',
    'title description default example examples deprecated readOnly writeOnly contentEncoding contentMediaType contentSchema',
  ].flatMap((line) => line.split(' ')),
);
/** Every object has these, or a tool has them too: they do not make a schema. */
const annotations = new Set(['title', 'description', 'default', 'example', 'examples', 'id', 'format']);
const jsonTypes = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);

/** The schema in what was sent: a schema, or a tool or response format that contains one. Undefined if there is none. */
function findSchema(sent: Schema): Schema | undefined {
  const names = Object.keys(sent);
  if (names.length === 0) return sent;
  if (!isDefinition(sent) && names.some((name) => keywords.has(name) && !annotations.has(name)))
    return hasCapitalType(sent) ? withPlainTypes(sent) : sent;
  for (const path of wrappers) {
    let inner: unknown = sent;
    for (const name of path) inner = isSchema(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined;
    if (isSchema(inner)) return findSchema(inner);
  }
  return names.every((name) => keywords.has(name)) ? sent : undefined;
}

/** {type: "function", …} and {type: "json_schema", …}: the type of the definition, and not of a value. */
const isDefinition = ({ type }: Schema): boolean => type === 'function' || type === 'json_schema';

/** Gemini writes OBJECT and INTEGER. */
const hasCapitalType = ({ type }: Schema): boolean => typeof type === 'string' && plainType(type) !== type;

function withPlainTypes(part: Schema): Schema {
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, plainTypes(key, value)]));
}

function plainTypes(key: string, value: unknown): unknown {
  if (key === 'type' && typeof value === 'string') return plainType(value);
  if (key === 'enum' || key === 'const' || key === 'default' || key.startsWith('example')) return value;
  if (Array.isArray(value)) return value.map((each) => (isSchema(each) ? withPlainTypes(each) : each));
  return isSchema(value) ? withPlainTypes(value) : value;
}

const plainType = (type: string): string => {
  const plain = type.toLowerCase();
  return type === type.toUpperCase() && jsonTypes.has(plain) ? plain : type;
};
