import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { skillCaller } from '../../../../src/utility/catalogue/skill-caller.ts';
import { SkillDirectory } from '../../../../src/utility/catalogue/skill-directory.ts';

test('a check of the city gives a skill as much time as a call through HTTP', async (t) => {
  const limits: number[] = [];
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    limits.push(ms);
    return new AbortController().signal;
  });
  const params = Type.Object({ url: Type.String(), render: Type.Optional(Type.String()) });
  const slow = {
    id: 'broken-links',
    priceUsd: '0.006',
    does: 'Takes up to 28 seconds.',
    params,
    value: 'url',
    example: { url: 'https://example.com/' },
    output: Type.Object({ url: Type.String() }),
    run: async ({ url }: Record<string, unknown>) => ({ url }),
  };
  const caller = skillCaller(new SkillDirectory([slow]));
  const { signal } = new AbortController();
  assert.deepEqual(await caller.call('broken-links', { url: 'https://a.test/' }, signal), {
    answer: { url: 'https://a.test/' },
  });
  await caller.call('broken-links', { url: 'https://a.test/', render: '1' }, signal);
  assert.deepEqual(limits, [30_000, 120_000]);
});
