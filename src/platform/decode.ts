import { type Static, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';

/** What could not be read: neither absent nor empty, and never to be taken for either. */
export const unreadable: unique symbol = Symbol('unreadable');
export type Unreadable = typeof unreadable;

/** JSON from outside this process as a value that nobody has checked yet. */
function parseJson(text: string | Buffer): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    return unreadable;
  }
}

/**
 * The one way from bytes of a file, a peer or the network to a typed value: JSON of this schema, or `unreadable`. A type
 * then never says more than what was checked.
 */
export function jsonDecoder<S extends TSchema>(schema: S): (text: string | Buffer) => Static<S> | Unreadable {
  const validator = Compile(schema);
  return (text) => {
    const value = parseJson(text);
    return validator.Check(value) ? value : unreadable;
  };
}

/** A JSON object of which only that is known: every field is still unknown to its reader. */
export const decodeObject = jsonDecoder(Type.Record(Type.String(), Type.Unknown()));

/** The same for a part of a value: one item that is not of its schema does not make the others unreadable. */
export function valueDecoder<S extends TSchema>(schema: S): (value: unknown) => Static<S> | Unreadable {
  const validator = Compile(schema);
  return (value) => (validator.Check(value) ? value : unreadable);
}
