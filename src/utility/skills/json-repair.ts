import { Type } from 'typebox';
import { type ExactNumber, putExactNumbers } from '../../../packages/json-repair/src/number.ts';
import { decodeObject, unreadable } from '../../platform/decode.ts';
import { invalidField } from '../../platform/http/errors.ts';
import { foreignText, oneOf } from '../../platform/http/schema.ts';
import { skill } from '../catalogue/skill.ts';
import { TaskFailure } from '../workers/failure.ts';
import type { SkillTools } from './tools.ts';

const maxListedNumbers = 100;

export const jsonRepair = skill<Pick<SkillTools, 'workers'>>()({
  id: 'json-repair',
  priceUsd: '0.01',
  does: 'Finds and repairs the JSON in the output of a model or a program, and lists every repair.',
  params: Type.Object({
    json: Type.String({
      ...foreignText,
      minLength: 1,
      maxLength: 1_000_000,
      description: 'The text: JSON with mistakes, truncated, in prose, in code fences or in code.',
    }),
    schema: Type.Optional(
      Type.Unsafe<string | Record<string, unknown>>({
        type: ['string', 'object'],
        maxLength: 65_536,
        additionalProperties: true,
        description:
          'A JSON Schema, or a tool definition that contains one, as an object or as its text: values are coerced to it, and each coercion is listed.',
      }),
    ),
    cut: Type.Optional(
      oneOf(['keep', 'drop'], {
        default: 'keep',
        description: 'What to do with a string or number that is truncated at the end of the text.',
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
        position: Type.Integer({ description: 'Position in the text as sent, from 0.' }),
        fix: Type.String(),
      }),
      { description: 'Repairs in order, at most the first 1,000.' },
    ),
    fix_count: Type.Integer(),
    truncated: Type.Boolean({ description: 'The text ends inside a value: it was probably cut off.' }),
    exact_numbers: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), text: Type.String() }), {
        description:
          'JSON Pointers of numbers that a double cannot represent exactly, at most the first 100.',
      }),
    ),
    schema_valid: Type.Optional(
      Type.Boolean({ description: 'With schema: whether the value is valid now.' }),
    ),
    schema_errors: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), error: Type.String() }), {
        description: 'Schema errors by JSON Pointer, at most the first 100.',
      }),
    ),
    coercions: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), coercion: Type.String() }), {
        description: 'Coercions by JSON Pointer, at most the first 1,000.',
      }),
    ),
    coercion_count: Type.Optional(Type.Integer()),
  }),
  run: async ({ json, schema, cut }, { workers }, { signal }) => {
    const shape = schema === undefined ? undefined : readSchema(schema);
    const task = { json, ...(shape && { schema: shape }), ...(cut && { cut }) };
    const running = workers.run('json-repair', task, { signal, bytes: json.length });
    const outcome = await (shape ? running.catch(blameSchema) : running);
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

/** The repair is linear in time: what takes longer is the test against the schema. */
function blameSchema(error: unknown): never {
  if (!(error instanceof TaskFailure) || error.reason !== 'too_slow') throw error;
  throw invalidField(
    'schema cannot be used: testing the value against it takes too long',
    'Send a schema with simpler patterns and fewer alternatives, or call without schema.',
  );
}

function toRefusal({ field, reason, position }: { field: string; reason: string; position: number }) {
  return field === 'schema'
    ? invalidField(
        `schema cannot be used: ${reason}`,
        'Send a JSON Schema that refers only to itself, like {"type":"object"}, or call without schema.',
      )
    : invalidField(
        `json cannot be repaired: ${reason}, at position ${position}`,
        'Send text that contains at least one JSON value, complete or truncated.',
      );
}
