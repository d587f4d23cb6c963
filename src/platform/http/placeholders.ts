import { asRecord } from '../decode.ts';

/** `<your_name>`, but neither an address in angle brackets nor markup with content. */
const placeholder = /^\s*<(?![^>]*(?::\/\/|@))[^<>]*[\p{L}\p{N}…][^<>]*>\s*$|^\s*…\s*$/u;

/** Whether a text is one that documents, hints and actions print where the caller's own value belongs. */
export const isPlaceholder = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= 200 && placeholder.test(value);

/** The path of the first field that is or still holds a placeholder, such as `body` or `tags.0`. */
export function findPlaceholder(value: unknown, schema: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, each] of Object.entries(value)) {
    if (isPlaceholder(name)) return name;
    const rule = ruleOf(schema, name);
    // Foreign content may be markup; what a document prints in its place is the field's own name.
    if (rule['x-holds'] === 'content') {
      if (each === `<${name}>`) return name;
      continue;
    }
    if (isPlaceholder(each)) return name;
    const inside = findPlaceholder(each, rule);
    if (inside !== undefined) return `${name}.${inside}`;
  }
  return undefined;
}

/** What a schema says of a field, of the items of a list, or of a field that one of its variants has. */
function ruleOf(schema: unknown, name: string): Record<string, unknown> {
  const { properties, items, anyOf } = asRecord(schema);
  const own = items ?? asRecord(properties)[name];
  if (own !== undefined || !Array.isArray(anyOf)) return asRecord(own);
  return anyOf.map((each) => ruleOf(each, name)).find((rule) => Object.keys(rule).length > 0) ?? {};
}
