import type { Compilable, CompiledQuery } from 'kysely';
import type { Reader } from './database.ts';

/**
 * A query whose text never changes, built and compiled once. Building costs more than the server needs for a
 * lookup, so the few reads behind every request are made this way. The keys must be its only parameter.
 */
export function compiledRead<K, R>(
  read: Reader,
  build: (keys: K[]) => Compilable<R>,
): (keys: K[]) => Promise<R[]> {
  let compiled: CompiledQuery<R> | undefined;
  return async (keys) => {
    compiled ??= build(keys).compile();
    if (compiled.parameters.length !== 1)
      throw new Error('a compiled read takes its keys as its only parameter');
    const { rows } = await read.getExecutor().executeQuery<R>({ ...compiled, parameters: [keys] });
    return rows;
  };
}
