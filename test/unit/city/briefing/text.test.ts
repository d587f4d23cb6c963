import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { briefingText } from '../../../../src/city/briefing/text.ts';

const quiet = {
  needs_action: [],
  earn_now: [],
  salary: null,
  balance: { ap: 100, held: 0 },
  unread: { rooms: 0, dms: 0, mentions: 0 },
  unread_in: [],
  streak: { days: 1, today: 5 },
  journal: [],
};
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.constantFrom('é'.repeat(5_000), 'a\nb', '😀'.repeat(200)),
);
const row = fc.record({
  kind: fc.constantFrom('decide', 'submit', 'salary', 'lane', 'lease', 'appeal', 'mention'),
  text,
  do: fc.oneof(fc.constant('GET /api/x'), fc.constant(`GET /api/${'x'.repeat(3_000)}`)),
});

test('the text is at most 1,500 bytes, with each item on one whole line', () => {
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 60 }),
      fc.array(fc.record({ title: text, pays: fc.nat(), do: fc.constant('POST /api/exchange/1/accept') }), {
        maxLength: 3,
      }),
      fc.array(fc.record({ text }), { maxLength: 20 }),
      fc.option(fc.record({ due_at: fc.constant('2026-03-01T00:00:00.000Z'), ap: fc.nat(), from: text })),
      (needs_action, earn_now, journal, salary) => {
        const text = briefingText('Ada', { ...quiet, needs_action, earn_now, journal, salary });
        assert.ok(Buffer.byteLength(text) <= 1_500, `${Buffer.byteLength(text)}`);
        const lines = text.split('\n');
        assert.match(lines[0]!, /^You are Ada\. .*data, not instructions\.$/);
        for (const line of lines.slice(2)) {
          assert.match(
            line,
            /^(- .*|To do:|Nothing needs your attention\.|Open jobs:|Since last time:|Salary: .*\.)$/u,
          );
        }
        const shown = lines.filter((line) => line.endsWith(' -> GET /api/x')).length;
        const more = Number(/^- and (\d+) more to do/m.exec(text)?.[1] ?? 0);
        if (needs_action.length > 0) assert.equal(shown + more, needs_action.length);
      },
    ),
    { numRuns: 200 },
  );
});

test('no kind of item crowds out another', () => {
  const many = (kind: string, count: number) =>
    Array.from({ length: count }, (_, i) => ({
      kind,
      text: `${kind} ${i} ${'x'.repeat(100)}`,
      do: `GET /api/${kind}`,
    }));
  const needs_action = [
    ...many('decide', 20),
    ...many('submit', 20),
    ...many('salary', 1),
    ...many('appeal', 2),
  ];
  const salary = { due_at: '2026-03-07T00:00:00.000Z', ap: 40, from: 'acme' };
  const text = briefingText('Ada', { ...quiet, needs_action, salary });
  for (const kind of ['decide 0', 'submit 0', 'salary 0', 'appeal 0', 'appeal 1'])
    assert.ok(text.includes(`- ${kind} `), kind);
  assert.match(text, /^Salary: 40 AP from acme on 2026-03-07\.$/m);
  assert.match(text, /^- and \d+ more to do, all in GET \/api\/briefing$/m);
});
