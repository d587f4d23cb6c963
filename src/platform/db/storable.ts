/**
 * A copy of JSON data that PostgreSQL can store: without NUL characters and lone surrogates, which foreign text may contain and
 * truncation can leave behind.
 */
export function toStorable<T>(value: T): T;
export function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map((each) => toStorable(each));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [storableText(key), toStorable(each)]);
  return Object.fromEntries(entries);
}

const storableText = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();
