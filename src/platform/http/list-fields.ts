import { closest } from 'fastest-levenshtein';
import { type TObject, Type } from 'typebox';
import { invalidField } from './errors.ts';
import { RawJson, type RawResponse } from './raw-response.ts';

const maxBody = 280;

/** The `fields` of a list: which fields of its rows to return. */
export const fieldsParam = Type.Optional(
  Type.String({ maxLength: 400, description: 'Only these fields of each row, separated by commas.' }),
);

/** A response whose list has only the requested fields; the whole response if none were requested. */
export function pickFields<A extends object, L extends keyof A & string>(
  answer: A,
  list: L,
  row: TObject,
  fields: string | undefined,
): A | RawResponse {
  if (fields === undefined) return answer;
  const known = Object.keys(row.properties);
  const requested = fields.split(',').map((each) => each.trim());
  const unknown = requested.find((each) => !known.includes(each));
  if (unknown !== undefined)
    throw invalidField(
      `fields contains ${unknown.slice(0, 40) || 'an empty name'}, which is not a field of ${list}`,
      `Did you mean ${closest(unknown, known)}? The fields are ${known.join(', ')}.`,
    );
  const rows = answer[list] as readonly Record<string, unknown>[];
  const pickedRows = rows.map((each) =>
    Object.fromEntries(requested.filter((name) => name in each).map((name) => [name, each[name]])),
  );
  return rawJson({ ...answer, [list]: pickedRows });
}

/** JSON whose rows do not match the route's schema, because the caller selected fields. */
export const rawJson = (answer: object): RawResponse => new RawJson(answer);

export const bodyCutSchema = Type.Optional(
  Type.Boolean({
    description: `True if the body is longer than ${maxBody} characters: the detail has all of it.`,
  }),
);

/** The body of a row in a list, truncated if it is long. */
export function truncateBody(body: string, max = maxBody): { body: string; body_cut?: true } {
  if (body.length <= max) return { body };
  return {
    body: `${body
      .slice(0, max - 1)
      .toWellFormed()
      .replace(/\ufffd$/, '')}…`,
    body_cut: true,
  };
}
