import { type Static, type TSchema, Type } from 'typebox';
import { Compile, type Validator } from 'typebox/schema';

/** Marks a value that could not be decoded: neither absent nor empty, and never to be mistaken for either. */
export const unreadable: unique symbol = Symbol('unreadable');
export type Unreadable = typeof unreadable;

/** Parses JSON from outside this process into an unchecked value. */
function parseJson(text: string | Buffer): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    return unreadable;
  }
}

/**
 * The only way from bytes of a file, a peer or the network to a typed value: JSON of this schema, or `unreadable`. So a type
 * never claims more than was checked.
 */
export function jsonDecoder<S extends TSchema>(schema: S): (text: string | Buffer) => Static<S> | Unreadable {
  const decode = valueDecoder(schema);
  return (text) => decode(parseJson(text));
}

/** Whether fields can be read from a value; they are all still unchecked. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Whether a value is a JSON object, so neither null nor an array; its fields are all still unchecked. */
export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && !Array.isArray(value);

/** The unchecked fields of a value; one without fields, such as null or a number, has none. */
export const asRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

/** A JSON object whose fields are all still unchecked. */
export const decodeObject = jsonDecoder(Type.Record(Type.String(), Type.Unknown()));

/** The same for a part of a value: one invalid item does not make the others unreadable. */
export function valueDecoder<S extends TSchema>(schema: S): (value: unknown) => Static<S> | Unreadable {
  let validator: Validator<S> | undefined;
  return (value) => {
    // Compiled on first use: a process reads few of the formats it knows.
    validator ??= Compile(schema);
    return validator.Check(value) ? value : unreadable;
  };
}
