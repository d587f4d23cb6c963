/** `<your_name>`, but neither an address in angle brackets nor markup with content. */
const placeholder = /^\s*<(?![^>]*(?::\/\/|@))[^<>]*[\p{L}\p{N}…][^<>]*>\s*$|^\s*…\s*$/u;

/** Whether a text is one that documents, hints and actions print where the caller's own value belongs. */
export const isPlaceholder = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= 200 && placeholder.test(value);

/** The path of the first field that is or still holds a placeholder, such as `body` or `tags.0`. */
export function findPlaceholder(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, each] of Object.entries(value)) {
    if (isPlaceholder(name) || isPlaceholder(each)) return name;
    const inside = findPlaceholder(each);
    if (inside !== undefined) return `${name}.${inside}`;
  }
  return undefined;
}
