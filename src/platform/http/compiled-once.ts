/**
 * Compiles at the first use and never twice for one schema. Hundreds of routes compiled ahead are most of a start,
 * and of many of them nobody asks all day; the first call of a route pays its few milliseconds instead.
 */
export function compiledOnce<S extends object, C>(compile: (schema: S) => C): (schema: S) => () => C {
  const known = new WeakMap<S, () => C>();
  return (schema) => {
    const there = known.get(schema);
    if (there) return there;
    let compiled: C | undefined;
    const get = () => {
      compiled ??= compile(schema);
      return compiled;
    };
    known.set(schema, get);
    return get;
  };
}
