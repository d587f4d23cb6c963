import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeAnswer, type SkillCheck } from '../../../../src/city/jobs/skill-check.ts';

const check = (expect: Record<string, unknown>): SkillCheck => ({
  kind: 'skill',
  skill: 'json-repair',
  params: {},
  expect,
});

test('long lists are compared in linear time and quoted in part', () => {
  const json = [...Array(450_000).fill(0), { a: 1 }, 1];
  const expected = [...Array(950).fill(1), ...Array(15).fill({ a: 1 })];
  const before = process.threadCpuUsage();
  const { passed, detail } = judgeAnswer(check({ json: expected }), { json });
  const { user } = process.threadCpuUsage(before);
  assert.equal(passed, true);
  assert.ok(detail.length < 2_100);
  // Every pair of elements takes more than a second.
  assert.ok(user < 500_000, `${user} µs`);
});

test('elements match anywhere in a list, objects by their named fields', () => {
  const answer = { json: [{ a: 1, b: [2, { c: null }] }, 'x'] };
  for (const json of [['x'], [{ a: 1 }], [{ b: [{ c: null }, 2] }, 'x']])
    assert.equal(judgeAnswer(check({ json }), answer).passed, true, JSON.stringify(json));
  for (const json of [['y'], [{ a: 2 }], [{ b: [3] }], [{ d: 1 }], {}, [null]])
    assert.equal(judgeAnswer(check({ json }), answer).passed, false, JSON.stringify(json));
});
