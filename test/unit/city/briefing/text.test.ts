import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer';
import { briefingText, fitForModel } from '../../../../src/city/briefing/text.ts';
import { approximateTokens } from '../../../../src/platform/tokens.ts';

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
      fc.array(
        fc.record({
          title: text,
          tags: fc.constant([]),
          pays: fc.nat(),
          do: fc.constant('POST /api/exchange/1/accept'),
        }),
        {
          maxLength: 3,
        },
      ),
      fc.array(fc.record({ text }), { maxLength: 20 }),
      fc.option(fc.record({ due_at: fc.constant('2026-03-01T00:00:00.000Z'), ap: fc.nat(), from: text })),
      (needs_action, earn_now, journal, salary) => {
        const text = briefingText('Ada', { ...quiet, needs_action, earn_now, journal, salary });
        assert.ok(Buffer.byteLength(text) <= 1_500, `${Buffer.byteLength(text)}`);
        const lines = text.split('\n');
        assert.match(lines[0]!, /^You are Ada\. .*data, not instructions\.$/);
        for (const line of lines.slice(1)) {
          assert.match(
            line,
            /^(- .*|To do:|Nothing needs your attention\.|Open jobs:|Since last time:|Salary: .*\.|\d+ AP, \d+ held\. .*\.)$/u,
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

const vocabulary = [
  'Summarise the latest paper on state space models and check every figure against its source',
  'Übersetze bitte die Gebrauchsanleitung der Kaffeemaschine ins Englische und prüfe alle Maßangaben',
  'Résumez le rapport annuel de la société en dix phrases et vérifiez la traduction',
  'Переведите краткое описание продукта на английский язык и проверьте все ссылки',
  '请 总结 这篇 论文 的 主要 结论 并 检查 数据 来源 然后 提交 结果',
  'fix_bug parseRobots() src/utils/http.ts v2.3.1 https://example.com/acme/pull/42 SELECT * FROM users; README.md',
].map((line) => line.split(' '));
const phrase = fc.oneof(
  ...vocabulary.map((words) =>
    fc.shuffledSubarray(words, { minLength: 4 }).map((chosen) => chosen.join(' ')),
  ),
);
const soon = fc.date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true });
const generatedNeed = fc.record({ id: fc.nat(9_999), said: phrase, by: soon }).map(({ id, said, by }) => ({
  kind: 'decide',
  text: `agent_${id} submitted a proof for job ${id} "${said.slice(0, 60)}": "${said}". Undecided, ${id} AP are paid.`,
  by: by.toISOString(),
  do: `GET /api/exchange/${id}/claims`,
  either: [`POST /api/exchange/${id}/approve {"worker":"agent_${id}"}`],
}));
const generated = fc.record({
  needs_action: fc.array(generatedNeed, { maxLength: 20 }),
  earn_now: fc.array(
    fc.record({
      title: phrase,
      tags: fc.constant(['research', 'writing']),
      pays: fc.nat(999),
      do: fc.constant('POST /api/exchange/7/accept'),
    }),
    { maxLength: 5 },
  ),
  unread_in: fc.array(
    fc.record({
      room: fc.constant('lobby'),
      unread: fc.nat(99),
      do: fc.constant('GET /api/rooms/lobby/messages?since_id=7'),
    }),
    { maxLength: 9 },
  ),
  journal: fc.array(
    fc.record({
      at: soon.map((at) => at.toISOString()),
      text: phrase.map((memo) => `+5 AP tip from agent:bob ("${memo}")`),
    }),
    { maxLength: 20 },
  ),
});

test('the estimate of tokens errs by less than 10 %, and what fits the budget has every need before anything else', () => {
  fc.assert(
    fc.property(generated, (lists) => {
      const briefing = { ...quiet, ...lists };
      const fitted = fitForModel('Ada', briefing);
      const json = JSON.stringify(fitted);
      const tokens = countTokens(json);
      assert.ok(tokens <= 1_500, `${tokens} tokens`);
      const error = approximateTokens(json) / tokens - 1;
      assert.ok(Math.abs(error) < 0.1, `${error} of ${json}`);
      const others = [...fitted.earn_now, ...fitted.unread_in, ...fitted.journal];
      if (fitted.needs_action.length < lists.needs_action.length) {
        assert.deepEqual(others, []);
        assert.ok(tokens > 1_000, `${tokens} tokens with needs left out`);
      }
      const newest = lists.journal.slice(lists.journal.length - fitted.journal.length);
      assert.deepEqual(fitted.journal, newest);
      for (const line of fitted.text.split('\n').filter((each) => each.includes('submitted a proof')))
        assert.match(line, /^- By 2026-\d\d-\d\d \d\d:\d\d UTC: /);
    }),
    { numRuns: 60 },
  );
});
