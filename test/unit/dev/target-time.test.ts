import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stepsTo, targetTime } from '../../../src/dev/clock-move.ts';

const from = new Date('2026-11-16T12:00:00Z');

test('a time is a span, a date or now', () => {
  for (const [text, expected] of [
    ['+7d', '2026-11-23T12:00:00.000Z'],
    ['+1h30m', '2026-11-16T13:30:00.000Z'],
    ['+2w', '2026-11-30T12:00:00.000Z'],
    ['2026-12-24', '2026-12-24T00:00:00.000Z'],
    ['2026-12-24T18:00:00+01:00', '2026-12-24T17:00:00.000Z'],
  ] as const) {
    assert.equal(targetTime(text, from).toISOString(), expected);
  }
  const past = new Date(0);
  assert.throws(() => targetTime('now', past), /366 days/);
});

test('an invalid, past or too distant time is refused', () => {
  for (const text of ['7d', '+7', '+7y', '', 'tomorrow', '+-1d', '2026-13-40'])
    assert.throws(() => targetTime(text, from), /is not a time/, text);
  assert.throws(() => targetTime('2026-11-15', from), /only moves forward/);
  assert.throws(() => targetTime('+400d', from), /366 days/);
});

test('steps increase, end at the target, and are never longer than the shortest interval of the tasks due', () => {
  for (const [text, count] of [
    ['+30m', 1],
    ['+2d', 48],
    ['+7d', 28],
    ['+100d', 100],
  ] as const) {
    const to = targetTime(text, from);
    const steps = [...stepsTo(from, to)];
    assert.equal(steps.length, count, text);
    assert.deepEqual(steps.at(-1), to);
    assert.deepEqual(
      steps,
      steps.toSorted((a, b) => a.getTime() - b.getTime()),
    );
  }
});
