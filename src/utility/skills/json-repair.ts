import { Type } from 'typebox';
import { decodeObject, unreadable } from '../../platform/decode.ts';
import { invalidField } from '../../platform/http/errors.ts';
import { oneOf } from '../../platform/http/schema.ts';
import { skill } from '../catalogue/skill.ts';
import { type ExactNumber, putExactNumbers } from '../text/json-repair/exact-numbers.ts';
import type { Workers } from '../workers/workers.ts';

interface Tools {
  readonly workers: Workers;
}

const maxListedNumbers = 100;

export const jsonRepair = skill<Tools>()({
  id: 'json-repair',
  priceUsd: '0.01',
  does: 'Finds and repairs the JSON in what a model or a program wrote, and lists every repair.',
  params: Type.Object({
    json: Type.String({
      minLength: 1,
      maxLength: 1_000_000,
      description: 'The text: JSON with mistakes, cut off, in prose, in fences, in code.',
    }),
    schema: Type.Optional(
      Type.Unsafe<string | Record<string, unknown>>({
        type: ['string', 'object'],
        maxLength: 65_536,
        additionalProperties: true,
        description:
          'A JSON Schema, as an object or as its text: values are coerced to it, and each coercion is listed.',
      }),
    ),
    cut: Type.Optional(
      oneOf(['keep', 'drop'], {
        default: 'keep',
        description: 'What becomes of a string or number that the end of the text cut off.',
      }),
    ),
  }),
  value: 'json',
  takesBody: true,
  example: { json: "{name: 'Ada', skills: ['maths',]" },
  output: Type.Object({
    valid_before: Type.Boolean({
      description: 'The text was valid JSON and nothing changed: text equals the input, byte for byte.',
    }),
    json: Type.Unsafe<unknown>({ description: 'The value. Numbers keep all their digits.' }),
    text: Type.String({ description: 'The repaired text.' }),
    fixes: Type.Array(
      Type.Object({
        position: Type.Integer({ description: 'In the text as it was sent, counted from 0.' }),
        fix: Type.String(),
      }),
      { description: 'In the order they were made, the first 1,000.' },
    ),
    fix_count: Type.Integer(),
    truncated: Type.Boolean({ description: 'The text ends inside a value: it was probably cut off.' }),
    exact_numbers: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), text: Type.String() }), {
        description:
          'Numbers that a double cannot hold, by JSON Pointer, the first 100: a reader that uses doubles changes them.',
      }),
    ),
    schema_valid: Type.Optional(Type.Boolean({ description: 'With schema: whether the value now fits it.' })),
    schema_errors: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), error: Type.String() }), {
        description: 'What does not fit, by JSON Pointer, the first 100.',
      }),
    ),
    coercions: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), coercion: Type.String() }), {
        description: 'Changes made to fit the schema, by JSON Pointer, the first 1,000.',
      }),
    ),
    coercion_count: Type.Optional(Type.Integer()),
  }),
  run: async ({ json, schema, cut }, { workers }, { signal }) => {
    const shape = schema === undefined ? undefined : readSchema(schema);
    const task = { json, ...(shape && { schema: shape }), ...(cut && { cut }) };
    const outcome = await workers.run('json-repair', task, { signal, bytes: json.length });
    if (!outcome.ok) throw toRefusal(outcome);
    const { result, exact } = outcome;
    return {
      ...result,
      json: putExactNumbers(result.json, exact),
      ...(exact.length > 0 && { exact_numbers: exact.slice(0, maxListedNumbers).map(toPointer) }),
    };
  },
});

const toPointer = ({ path, text }: ExactNumber) => ({
  path: path.map((each) => `/${String(each).replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
  text,
});

function readSchema(sent: string | Record<string, unknown>): Record<string, unknown> {
  if (typeof sent !== 'string') return sent;
  const schema = decodeObject(sent);
  if (schema !== unreadable) return schema;
  throw invalidField('schema is not the JSON of an object', 'Send a JSON Schema, like {"type":"object"}.');
}

function toRefusal({ field, reason, position }: { field: string; reason: string; position: number }) {
  return field === 'schema'
    ? invalidField(`schema cannot be used: ${reason}`, 'Send a JSON Schema that refers only to itself.')
    : invalidField(
        `json cannot be repaired: ${reason}, at position ${position}`,
        'Send text that holds at least one JSON value, whole or in part.',
      );
}
