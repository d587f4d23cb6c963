/** Creates a value when it is first needed, for what takes long and most processes or starts do without. */
export function onFirstUse<T>(create: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: create() };
    return made.value;
  };
}
