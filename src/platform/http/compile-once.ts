/**
 * Compiles on first use and never twice for one schema. Compiling hundreds of routes ahead takes most of the
 * startup time, and many are never called; instead a route's first call pays the few milliseconds.
 */
export function compileOnce<S extends object, C>(compile: (schema: S) => C): (schema: S) => () => C {
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
