/**
 * Compiles on first use and never twice for one schema. Compiling hundreds of routes ahead takes most of the
 * startup time, and many are never called; instead a route's first call pays the few milliseconds.
 */
export function compileOnce<S extends object, C>(compile: (schema: S) => C): (schema: S) => () => C {
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
