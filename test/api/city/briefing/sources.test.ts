import assert from 'node:assert/strict';
import { test } from 'node:test';
import { briefingRoutes } from '../../../../src/city/briefing/routes.ts';
import type { BriefingSource } from '../../../../src/city/briefing/source.ts';
import { DailyVisits } from '../../../../src/city/economy/daily-visits.ts';
import { Mint } from '../../../../src/city/economy/mint.ts';
import { defaultPolicy } from '../../../../src/city/economy/policy.ts';
import { ReadMarks } from '../../../../src/city/rooms/read-marks.ts';
import { openTestLedger } from '../../../fixtures/ledger/test-ledger.ts';
import { MovableClock } from '../../../harness/clock.ts';
import { freshDatabase } from '../../../harness/database.ts';

/** The route itself with sources of the test: how the results of several areas are combined in one response. */
test('each source adds its rows at its place, and acknowledges only its own', async (t) => {
  const database = await freshDatabase();
  t.after(() => database.drop());
  const clock = new MovableClock('2026-03-01T09:00:00.000Z');
  const testLedger = openTestLedger(undefined, database);
  t.after(() => testLedger.close());
  const [agent] = await database.sql(
    `INSERT INTO agent (screen_name, name_key, bio, emoji, skills, key_hash, created_at)
     VALUES ('Ada', 'ada', '', '', '{}', '\\x00', now()) RETURNING id::int, screen_name AS "screenName"`,
  );
  const caller = { kind: 'agent', subject: `agent:${agent.id}`, residentUntil: null, ...agent };

  const seen: string[] = [];
  const row = (kind: string, n = 0) => ({ kind, text: `${kind} ${n}`, do: `GET /api/${kind}` });
  const sources: BriefingSource[] = [
    async () => ({ rows: [row('lane')], acknowledge: () => void seen.push('lane') }),
    // Reports: shown until acknowledged, by the marker that the briefing stores.
    async (_read, who, { now, ackedAt }) => (ackedAt < now ? [row(`appeal of ${who.screenName}`)] : []),
    async () => Array.from({ length: 50 }, (_, n) => row('payroll', n)),
  ];
  const salary = { due_at: '2026-03-07T00:00:00.000Z', ap: 40, from: 'acme' };
  const onError = (error: unknown) => assert.fail(String(error));
  const deps = {
    read: testLedger.read,
    transaction: testLedger.transaction,
    clock,
    sources,
    salary: async () => salary,
    dailyVisits: new DailyVisits({
      ...testLedger,
      clock,
      mint: new Mint({ ...testLedger, clock, policy: defaultPolicy }),
    }),
    readMarks: new ReadMarks({ transaction: testLedger.transaction, onError }),
    urls: { city: 'http://city.example' },
  };
  const brief = async (query: object) =>
    // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers whose shape is what it tests
    (await briefingRoutes[0]!.handle({ caller, query } as never, deps)) as any;
  const kinds = (answer: { needs_action: { kind: string }[] }) => [
    ...new Set(answer.needs_action.map(({ kind }) => kind)),
  ];

  const first = await brief({});
  assert.deepEqual(kinds(first), ['lane', 'appeal of Ada', 'payroll']);
  assert.equal(first.needs_action.length, 22, 'at most twenty rows per source');
  assert.deepEqual(first.salary, salary);
  assert.match((await brief({ ai: '1' })).text, /Salary: 40 AP from acme/);
  assert.deepEqual(seen, [], 'nothing is acknowledged without ack=1');
  await brief({ ack: '1' });
  assert.deepEqual(seen, ['lane']);
  assert.deepEqual(kinds(await brief({})), ['lane', 'payroll']);
});
