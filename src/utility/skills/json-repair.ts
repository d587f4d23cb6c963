import { Type } from 'typebox';
import { invalidField } from '../../platform/http/errors.ts';
import { skill } from '../catalogue/skill.ts';
import type { Workers } from '../workers/workers.ts';

interface Tools {
  readonly workers: Workers;
}

export const jsonRepair = skill<Tools>()({
  id: 'json-repair',
  priceUsd: '0.01',
  does: 'Repairs malformed JSON and lists what was mended.',
  params: Type.Object({
    json: Type.String({ minLength: 1, maxLength: 1_000_000, description: 'What was meant to be JSON.' }),
  }),
  value: 'json',
  takesBody: true,
  example: { json: "{name: 'Ada', skills: ['maths',]" },
  output: Type.Object({
    valid_before: Type.Boolean({ description: 'Whether it was JSON as it came.' }),
    json: Type.Unsafe<unknown>({ description: 'The value.' }),
    text: Type.String({ description: 'The repaired text; white space is kept.' }),
    fixes: Type.Array(
      Type.Object({
        position: Type.Integer({ description: 'In the text as it was sent, counted from 0.' }),
        fix: Type.String(),
      }),
      { description: 'In the order they were made, the first 1,000.' },
    ),
    fix_count: Type.Integer(),
  }),
  run: async ({ json }, { workers }, { signal }) => {
    const outcome = await workers.run('json-repair', { json }, { signal, bytes: json.length });
    if (outcome.ok) {
      const { ok: _, ...answer } = outcome;
      return { ...answer, fixes: [...answer.fixes] };
    }
    throw invalidField(
      `json cannot be repaired: ${outcome.reason}, at position ${outcome.position}`,
      'Send text that holds at least one JSON value, whole or in part.',
    );
  },
});
