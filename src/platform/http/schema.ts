import { type Static, type TSchema, type TUnsafe, Type } from 'typebox';
import { asRecord } from '../decode.ts';

/** A value or null, in a form that both the serializer and OpenAPI 3.0 accept without a union. */
export function nullable<T extends TSchema>(schema: T): TUnsafe<Static<T> | null> {
  const { type, enum: values } = asRecord(schema);
  return Type.Unsafe<Static<T> | null>({
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(values) && { enum: [...values, null] }),
  });
}

export const timestamp = (description?: string) =>
  Type.String({ format: 'date-time', maxLength: 40, ...(description && { description }) });

export const oneOf = <const V extends string[]>(
  values: V,
  options: { description?: string; default?: V[number] } = {},
) => Type.Unsafe<V[number]>({ type: 'string', enum: values, ...options });

/**
 * For a field whose text is found in foreign content, or compared with it: `<h1>` means itself there, and only the field's own
 * name in angle brackets is a placeholder.
 */
export const foreignText = { 'x-holds': 'content' } as const;

/** A JSON object of any content, passed on unchanged. */
export const anyObject = (description?: string, options: object = {}) =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    ...options,
    ...(description && { description }),
  });

/**
 * An id or a size as input: a value larger than the database can hold is rejected like any other invalid one.
 */
export const wholeNumber = (minimum: number, description?: string) =>
  Type.Integer({ minimum, maximum: Number.MAX_SAFE_INTEGER, ...(description && { description }) });

/** The `limit`, `before_id` and `since_id` that every list takes. */
export const paging = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Maximum number of entries.' }),
  ),
  before_id: Type.Optional(wholeNumber(0, 'Only entries older than this id.')),
  since_id: Type.Optional(wholeNumber(0, 'Only entries newer than this id.')),
};

/** The next page of a list with the newest first, or null after the last: `rows` holds one row beyond `limit` if there is more. */
export function olderPage(
  query: Record<string, unknown>,
  rows: readonly { readonly id: number }[],
  limit: number,
): string | null {
  const last = rows[limit - 1];
  return last && rows.length > limit ? nextPage(query, { before_id: last.id }) : null;
}

/** The query string of the next page. */
export function nextPage(query: Record<string, unknown>, changes: Record<string, string | number>): string {
  const next = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, ...changes })) {
    if (value !== undefined) next.set(name, String(value));
  }
  return `?${next}`;
}
