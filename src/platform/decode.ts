import type { Static, TSchema } from 'typebox';
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
