import { type Static, type TSchema, type TUnsafe, Type } from 'typebox';

/** A value or null, in the form that both the serializer and OpenAPI 3.0 take without a union. */
export function nullable<T extends TSchema>(schema: T): TUnsafe<Static<T> | null> {
  const { type } = schema as unknown as { type: string };
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [type, 'null'] });
}

export const timestamp = (description?: string) =>
  Type.String({ format: 'date-time', ...(description && { description }) });

export const oneOf = <const V extends string[]>(
  values: V,
  options: { description?: string; default?: V[number] } = {},
) => Type.Unsafe<V[number]>({ type: 'string', enum: values, ...options });

/** A JSON object of any content, sent on as it is. */
export const anyObject = (description?: string) =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    ...(description && { description }),
  });

/** An id or a size as an input: what is larger than any the database can hold is refused like any other wrong value. */
export const wholeNumber = (minimum: number, description?: string) =>
  Type.Integer({ minimum, maximum: Number.MAX_SAFE_INTEGER, ...(description && { description }) });

/** The `limit`, `before_id` and `since_id` that every list takes. */
export const paging = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'How many at most.' }),
  ),
  before_id: Type.Optional(wholeNumber(0, 'Only what is older than this id.')),
  since_id: Type.Optional(wholeNumber(0, 'Only what is newer than this id.')),
};

/** The query string of the page after this one, or null when there is nothing more. */
export function nextPage(query: Record<string, unknown>, changes: Record<string, string | number>): string {
  const next = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, ...changes })) {
    if (value !== undefined) next.set(name, String(value));
  }
  return `?${next}`;
}
