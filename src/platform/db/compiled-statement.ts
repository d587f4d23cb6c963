import type { Compilable, CompiledQuery, RawBuilder } from 'kysely';
import type { Reader } from './database.ts';

/** Placeholder of a value that every execution provides. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  [Symbol.toPrimitive](): never {
    throw new TypeError(`${this.name} is not known when a statement is compiled: pass it on as it is`);
  }
}

/** Returns a placeholder for every field that is read, and records its name. */
function placeholders<V extends object>(): { values: V; namesRead: Set<string> } {
  const namesRead = new Set<string>();
  const get = (_: unknown, name: string | symbol) => {
    namesRead.add(String(name));
    return new Placeholder(String(name));
  };
  return { values: new Proxy<V>({} as V, { get }), namesRead };
}

/**
 * A statement whose text never changes, built and compiled at its first use. Building costs more CPU than sending, so
 * the statements of frequent calls are made this way. `build` sees placeholders instead of values: it may only pass them
 * into the statement, never compute with them.
 */
export function compiledStatement<D extends Reader, V extends object, R>(
  build: (db: D, values: V) => Compilable<R> | RawBuilder<R>,
): (db: D, values: V) => Promise<R[]> {
  let compiled: CompiledQuery<R> | undefined;
  const compile = (db: D): CompiledQuery<R> => {
    const { values, namesRead } = placeholders<V>();
    const built = build(db, values);
    const query = 'isRawBuilder' in built ? built.compile(db) : built.compile();
    const usedNames = new Set(
      query.parameters.flatMap((each) => (each instanceof Placeholder ? each.name : [])),
    );
    for (const name of namesRead)
      if (!usedNames.has(name)) throw new TypeError(`${name} is not a parameter of ${query.sql}`);
    return query;
  };
  return async (db, values) => {
    compiled ??= compile(db);
    const valuesByName = values as Record<string, unknown>;
    const parameters = compiled.parameters.map((each) =>
      each instanceof Placeholder ? valuesByName[each.name] : each,
    );
    return (await db.getExecutor().executeQuery<R>({ ...compiled, parameters })).rows;
  };
}

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
