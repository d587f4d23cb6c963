import { Ajv } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { patternEngine } from './schema-pattern.ts';

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

export interface ReadableSchema {
  readonly schema: Schema;
  readonly validator: Ajv;
}

/**
 * The schema and a validator of its draft. `$schema` is often misspelt or names a custom dialect, so it only selects the draft;
 * without it the newest draft that has the schema's keywords is used.
 */
export function readDialect(sent: Schema): ReadableSchema {
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
