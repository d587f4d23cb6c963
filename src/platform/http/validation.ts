import { _, Ajv, type ErrorObject, str, type ValidateFunction } from 'ajv';
import ucs2length from 'ajv/dist/runtime/ucs2length.js';
import ajvFormats from 'ajv-formats';
import fastJsonStringify from 'fast-json-stringify';
import type { FastifySchemaCompiler } from 'fastify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import type { Static, TSchema } from 'typebox';
import { asRecord, isRecord } from '../decode.ts';
import { fieldsMeant, nonBlank } from './field-names.ts';
import { findPlaceholder } from './placeholders.ts';

/** Characters without width, such as U+200B, count as blank too. */
const visible = /[^\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/u;
const regExp = Object.assign(
  (pattern: string, flags: string) => (pattern === nonBlank ? visible : new RegExp(pattern, flags)),
  { code: 'new RegExp' },
);
const options = {
  allErrors: false,
  useDefaults: true,
  removeAdditional: false,
  strict: false,
  // The schemas are of this code: to check them against the schema of schemas takes a third of the time to compile them.
  validateSchema: false,
  // Faults come with their schema, whose rule in words is told instead of a pattern.
  verbose: true,
  code: { regExp },
} as const;
/** A body has explicit types; only text from a URL is coerced to a number or a boolean. */
const bodyOptions = new Ajv({ ...options, coerceTypes: false });
const urlOptions = new Ajv({ ...options, coerceTypes: true });
for (const ajv of [bodyOptions, urlOptions]) {
  ajvFormats.default(ajv);
  boundLengths(ajv);
}
const bodyValidator = compileOnce((schema: TSchema): ValidateFunction => bodyOptions.compile(schema));
const urlValidator = compileOnce((schema: TSchema): ValidateFunction => urlOptions.compile(schema));

/**
 * Ajv counts the characters of every text one by one, which takes longer than all else for a long one. A character is
 * one or two units, so that only a text near its limit needs to be counted.
 */
function boundLengths(ajv: Ajv): void {
  const count = (text: string) => ucs2length.default(text);
  const fits = {
    maxLength: (limit: number, text: string) =>
      text.length <= limit || (text.length <= 2 * limit && count(text) <= limit),
    minLength: (limit: number, text: string) =>
      text.length >= 2 * limit || (text.length >= limit && count(text) >= limit),
  };
  for (const [keyword, validate] of Object.entries(fits))
    ajv.removeKeyword(keyword).addKeyword({
      keyword,
      // As among Ajv's own: a text that is empty lacks characters, and is not blank.
      before: 'pattern',
      type: 'string',
      schemaType: 'number',
      errors: false,
      error: {
        message: ({ schemaCode }) => str`must have ${bound(keyword)} ${schemaCode} characters`,
        params: ({ schemaCode }) => _`{limit: ${schemaCode}}`,
      },
      validate,
    });
}

/** The first fault of an input, as a sentence that names the field. */
export class InvalidInput extends Error {
  readonly field: string;

  constructor(field: string, problem: string) {
    super(`${field} ${problem}`);
    this.field = field;
  }
}

export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validator = (httpPart === 'body' ? bodyValidator : urlValidator)(schema);
  const inputName = httpPart === 'body' ? 'the body' : `the ${httpPart ?? 'input'}`;
  const fields = propertiesOf(schema);
  const numbers = httpPart === 'body' ? [] : numberFields(schema);
  return (value: unknown) => {
    if (httpPart === 'querystring') dropTrackingParams(value);
    const wrong = notDecimal(value, numbers);
    const validate = validator();
    if (validate(value)) return wrong ? { error: wrong } : { value };
    return { error: describeProblem(firstFault(schema, value, validate.errors), inputName, fields) };
  };
};

/**
 * Cache busters and campaign parameters that clients and links add: no route has a field with such a prefix.
 */
function dropTrackingParams(query: unknown): void {
  if (!query || typeof query !== 'object') return;
  for (const name of Object.keys(query))
    if (name.startsWith('_') || name.startsWith('utm_')) Reflect.deleteProperty(query, name);
}

const numberFields = (schema: unknown): [name: string, type: unknown][] =>
  Object.entries(propertiesOf(schema))
    .map(([name, field]): [string, unknown] => [name, asRecord(field).type])
    .filter(([, type]) => type === 'integer' || type === 'number');

const decimal = /^-?\d+(?:\.\d+)?$/;

/** Text that JavaScript reads as a number is more than people write: `0x10`, `1e1`, ` 5 `. */
function notDecimal(value: unknown, fields: readonly [string, unknown][]): InvalidInput | undefined {
  const sent = asRecord(value);
  const wrong = fields.find(([name]) => typeof sent[name] === 'string' && !decimal.test(sent[name]));
  return wrong && new InvalidInput(wrong[0], `must be ${withArticle(wrong[1])} in decimal digits`);
}

/** The same rules for input that did not arrive by HTTP, as text or as JSON: throws InvalidInput. */
export function createInputParser<T extends TSchema>(
  schema: T,
  whole: string,
  as: 'text' | 'json' = 'text',
): (value: unknown) => Static<T> {
  const compiled = as === 'json' ? bodyValidator : urlValidator;
  const validator = compiled({ ...schema, additionalProperties: false });
  const fields = propertiesOf(schema);
  const numbers = as === 'json' ? [] : numberFields(schema);
  return (value) => {
    const wrong = notDecimal(value, numbers);
    const validate = validator();
    const copy = structuredClone(value);
    if (!validate(copy)) throw describeProblem(firstFault(schema, copy, validate.errors), whole, fields);
    const held = placeholderIn(copy, schema);
    if (held) throw held;
    if (wrong) throw wrong;
    return copy as Static<T>;
  };
}

/** The fault of an input that still holds what documents, hints and actions print where the caller's own value belongs. */
export function placeholderIn(value: unknown, schema: unknown): InvalidInput | undefined {
  const field = findPlaceholder(value, schema);
  return field === undefined
    ? undefined
    : new InvalidInput(field, 'is a placeholder: replace it with your own value');
}

/** Whether a field accepts a value; text from a URL is coerced to a number where the schema requires one. */
export function matchesSchema(schema: TSchema, value: unknown, as: 'text' | 'json'): boolean {
  const compiled = as === 'json' ? bodyValidator : urlValidator;
  // Defaults and numbers are written into objects only.
  return compiled(schema)()(isRecord(value) ? structuredClone(value) : value);
}

type FieldSchemas = Readonly<Record<string, unknown>>;
type Fault = ErrorObject | InvalidInput | undefined;

/** The first error of the validator, or that of the variant of a union which the input chose. */
function firstFault(
  schema: unknown,
  value: unknown,
  errors: readonly ErrorObject[] | null | undefined,
): Fault {
  const fault = unionFaultOf(schema, value, errors ?? []);
  if (!fault) return errors?.[0];
  if ('error' in fault) return fault.error;
  return new InvalidInput(
    fault.field.slice(1).replaceAll('/', '.'),
    `must be one of ${fault.allowed.join(', ')}`,
  );
}

function describeProblem(error: Fault, whole: string, fields: FieldSchemas = {}): InvalidInput {
  if (error instanceof InvalidInput) return error;
  if (!error) return new InvalidInput(whole, 'is not valid');
  const field = error.instancePath.slice(1).replaceAll('/', '.') || whole;
  const params: Record<string, unknown> = error.params;
  switch (error.keyword) {
    case 'required':
      return new InvalidInput(fieldPath(error, params.missingProperty), 'is missing');
    case 'additionalProperties':
      return new InvalidInput(
        fieldPath(error, params.additionalProperty),
        whole === 'the querystring' && Object.keys(fields).length === 0
          ? 'is in the query, and this call has no query fields'
          : `is not a field of this call${suggestName(error, params.additionalProperty, fields)}`,
      );
    case 'type':
      return new InvalidInput(field, `must be ${[params.type].flat().map(withArticle).join(' or ')}`);
    case 'enum':
      return new InvalidInput(field, `must be one of ${[params.allowedValues].flat().join(', ')}`);
    case 'const':
      return new InvalidInput(field, `must be ${JSON.stringify(params.allowedValue)}`);
    case 'pattern':
      return new InvalidInput(
        field,
        params.pattern === nonBlank ? 'must not be only white space' : `must be ${ruleOf(error)}`,
      );
    case 'minLength':
    case 'maxLength':
      return new InvalidInput(
        field,
        `must have ${bound(error.keyword)} ${pluralize(params.limit, 'character')}`,
      );
    case 'minItems':
    case 'maxItems':
      return new InvalidInput(field, `must hold ${bound(error.keyword)} ${pluralize(params.limit, 'item')}`);
    case 'minimum':
    case 'maximum':
      return new InvalidInput(
        field,
        `must be ${error.keyword === 'minimum' ? 'at least' : 'at most'} ${params.limit}`,
      );
    default:
      return new InvalidInput(field, error.message ?? 'is not valid');
  }
}

/** What a pattern asks for, in the words of its schema; a test requires every pattern to have them. */
const ruleOf = ({ parentSchema }: ErrorObject): string =>
  String(parentSchema?.['x-rule'] ?? 'in another form');

/** The field that was probably misspelt, or the available fields. */
function suggestName(error: ErrorObject, property: unknown, fields: FieldSchemas): string {
  const names = Object.keys(fields);
  if (error.instancePath !== '' || names.length === 0) return '';
  const sentName = String(property).slice(0, 60);
  const meant = fieldsMeant(sentName, fields);
  if (meant.length > 0) return `; did you mean ${meant.join(' or ')}?`;
  return `; its fields are ${names.join(', ')}`;
}

function fieldPath(error: ErrorObject, property: unknown): string {
  const parent = error.instancePath.slice(1).replaceAll('/', '.');
  const name = String(property).slice(0, 60);
  return parent ? `${parent}.${name}` : name;
}

const pluralize = (count: unknown, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
const bound = (keyword: string): string => (keyword.startsWith('min') ? 'at least' : 'at most');
const withArticle = (type: unknown): string => {
  if (type === 'null') return 'null';
  return /^[aeiou]/.test(String(type)) ? `an ${type}` : `a ${type}`;
};

/**
 * Compiles on first use and never twice for one schema. Compiling hundreds of routes ahead takes most of the
 * startup time, and many are never called; instead a route's first call pays the few milliseconds.
 */
function compileOnce<S extends object, C>(compile: (schema: S) => C): (schema: S) => () => C {
  const compilers = new WeakMap<S, () => C>();
  return (schema) => {
    const existing = compilers.get(schema);
    if (existing) return existing;
    let compiled: C | undefined;
    const get = () => {
      compiled ??= compile(schema);
      return compiled;
    };
    compilers.set(schema, get);
    return get;
  };
}

const serializerFor = compileOnce((schema: object) => fastJsonStringify(schema));

export const serializerCompiler: FastifySerializerCompiler<object> = ({ schema }) => {
  const serialize = serializerFor(schema);
  return (answer: unknown) => serialize()(answer);
};

/** The field whose value tells the variants of a union apart, and the variant that the input chose. */
type UnionFault =
  | { readonly error: ErrorObject }
  | { readonly field: string; readonly allowed: readonly string[] };

/**
 * The fault of an input that fits no variant of a union. The validator reports one error per variant; only that
 * of the variant which the input names by its constant field (`kind`) helps. Undefined without such a field.
 */
function unionFaultOf(
  schema: unknown,
  value: unknown,
  errors: readonly ErrorObject[],
): UnionFault | undefined {
  const union = errors.find(({ keyword }) => keyword === 'anyOf');
  if (!union) return undefined;
  const variants = Object.values(asRecord(valueAtPointer(schema, union.schemaPath.slice(1))));
  const [first] = variants;
  const field = Object.keys(propertiesOf(first)).find((name) =>
    variants.every((variant) => constantOf(variant, name) !== undefined),
  );
  if (field === undefined) return undefined;
  const chosen = asRecord(valueAtPointer(value, union.instancePath))[field];
  const index = variants.findIndex((variant) => constantOf(variant, field) === chosen);
  if (index < 0) {
    const allowed = variants.map((variant) => String(constantOf(variant, field)));
    return { field: `${union.instancePath}/${field}`, allowed };
  }
  const error = errors.find(({ schemaPath }) => schemaPath.startsWith(`${union.schemaPath}/${index}/`));
  return error && { error };
}

const propertiesOf = (variant: unknown) => asRecord(asRecord(variant).properties);
const constantOf = (variant: unknown, name: string): unknown => asRecord(propertiesOf(variant)[name]).const;

/** The value at a JSON Pointer. */
const valueAtPointer = (root: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((value, part) => asRecord(value)[part], root);
