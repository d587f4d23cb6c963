/** Inputs that a JSON schema of our documents does not allow, each with its fault. */
export interface Broken {
  readonly field: string;
  readonly why: string;
  readonly value: unknown;
}

export interface Schema {
  readonly type?: string;
  readonly nullable?: boolean;
  readonly enum?: unknown[];
  readonly pattern?: string;
  readonly format?: string;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly maximum?: number;
  readonly minimum?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Record<string, Schema>;
  readonly required?: string[];
}

const ofEveryType: [string, unknown][] = [
  ['string', 'text'],
  ['number', 42.5],
  ['boolean', true],
  ['array', ['text']],
  ['object', { a: 1 }],
];

/** Values that a field of this schema must refuse. */
function* brokenValues(field: string, schema: Schema): Generator<Broken> {
  const { type } = schema;
  for (const [other, value] of ofEveryType)
    if (type && type !== other) yield { field, why: `${other} for ${type}`, value };
  if (type && !schema.nullable) yield { field, why: 'null', value: null };
  if (schema.enum) yield { field, why: 'not in the list', value: 'no-such-value' };
  if (type === 'string') {
    if (!isBounded(schema)) throw new Error(`the string ${field} has no bound`);
    yield { field, why: 'over-long', value: 'x'.repeat((schema.maxLength ?? 10_000) + 1) };
    if (schema.minLength) yield { field, why: 'too short', value: '' };
  }
  if (type === 'integer' || type === 'number') {
    if (schema.minimum !== undefined) yield { field, why: 'too small', value: schema.minimum - 1 };
    if (schema.maximum === undefined) throw new Error(`the number ${field} has no maximum`);
    yield { field, why: 'too large', value: schema.maximum + Math.max(1, schema.maximum) };
    yield { field, why: 'a number in quotes', value: '1' };
  }
  if (type === 'array') {
    if (schema.maxItems === undefined) throw new Error(`the list ${field} has no bound`);
    yield { field, why: 'too many items', value: Array(schema.maxItems + 1).fill('text') };
    for (const each of brokenValues(field, schema.items ?? {})) yield { ...each, value: [each.value] };
  }
  if (type === 'object' && schema.properties) {
    for (const [name, property] of Object.entries(schema.properties))
      for (const each of brokenValues(name, property))
        yield { ...each, value: { ...leastValid(schema), [name]: each.value } };
  }
}

/** The required fields of an object, each with a valid value. */
const leastValid = ({ properties = {}, required = [] }: Schema): Record<string, unknown> =>
  Object.fromEntries(
    required.map((name) => {
      const { type, minimum = 0 } = properties[name] ?? {};
      return [name, type === 'integer' || type === 'number' ? minimum : 'text'];
    }),
  );

const isBounded = (schema: Schema): boolean =>
  schema.maxLength !== undefined || schema.pattern !== undefined || schema.enum !== undefined;

/** Whole bodies, each a valid one with one fault. */
export function* brokenBodies(schema: Schema, good: Record<string, unknown>): Generator<Broken> {
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    for (const each of brokenValues(name, property))
      yield { ...each, value: { ...good, [name]: each.value } };
  for (const name of schema.required ?? []) {
    const { [name]: _, ...rest } = good;
    yield { field: name, why: 'missing', value: rest };
  }
  yield { field: 'surprise', why: 'unknown field', value: { ...good, surprise: 1 } };
}

/** URL texts that a parameter of this schema must refuse. */
export function* brokenTexts(field: string, schema: Schema): Generator<Broken> {
  yield { field: 'URL', why: 'NUL', value: '%00' };
  if (schema.enum) yield { field, why: 'not in the list', value: 'no-such-value' };
  if (schema.type === 'string' && !schema.enum) {
    if (!isBounded(schema)) throw new Error(`the string ${field} has no bound`);
    const longest = schema.maxLength ?? 400;
    // Beyond this the headers are too large, whatever the parameter.
    if (longest < 10_000) yield { field, why: 'over-long', value: 'x'.repeat(longest + 1) };
  }
  if (schema.type === 'integer' || schema.type === 'number') {
    for (const value of ['text', 'NaN', '99999999999999999999', '1e400', '0x1g'])
      yield { field, why: 'no such number', value };
    if (schema.type === 'integer') yield { field, why: 'a fraction', value: '1.5' };
    if (schema.minimum !== undefined)
      yield { field, why: 'too small', value: encodeURIComponent(schema.minimum - 1) };
    if (schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER)
      yield { field, why: 'too large', value: encodeURIComponent(schema.maximum + 1) };
  }
  if (schema.type === 'boolean') yield { field, why: 'no boolean', value: 'perhaps' };
}
