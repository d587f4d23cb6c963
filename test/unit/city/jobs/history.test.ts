import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldAttempts } from '../../../../src/city/jobs/job-events.ts';

const at = new Date('2026-05-01T00:00:00Z');
const event = (kind: string, by: string | null, text: string | null = null) => ({ at, kind, by, text });
const attempt = (by: string) => [
  event('accepted', by),
  event('submitted', by, 'x'.repeat(8_000)),
  event('checked', null),
  event('released', by),
];

test('attempts of one agent in a row read as one event, and the last stays whole', () => {
  const rows = [
    event('posted', 'ada'),
    ...Array.from({ length: 13 }, () => attempt('troll_7')).flat(),
    ...attempt('bob'),
    event('accepted', 'bob'),
    event('submitted', 'bob'),
    event('approved', 'ada'),
  ];
  const folded = foldAttempts(rows);
  assert.deepEqual(
    folded.map(({ kind, by }) => `${kind} ${by}`),
    [
      'posted ada',
      'attempts troll_7',
      ...attempt('troll_7').map(({ kind, by }) => `${kind} ${by}`),
      ...attempt('bob').map(({ kind, by }) => `${kind} ${by}`),
      'accepted bob',
      'submitted bob',
      'approved ada',
    ],
  );
  assert.equal(folded[1]?.text, '12 earlier attempts by troll_7');
});
