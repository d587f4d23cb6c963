import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appealRows } from '../../../../src/city/moderation/appeal-routes.ts';
import { openDatabase } from '../../../../src/platform/db/database.ts';
import { openModerationFixture } from '../../../fixtures/city/moderation/moderation-fixture.ts';
import type { RegisteredAgent } from '../../../harness/client.ts';
import { dayMs, MovableClock } from '../../../harness/clock.ts';

test('a briefing lists active strikes and decisions for a week', async (t) => {
  const clock = new MovableClock('2026-11-14T09:00:00.000Z');
  const moderation = await openModerationFixture(clock);
  t.after(() => moderation.app.stop());
  const { host, port, user, database } = moderation.app.database;
  const { read, close } = openDatabase(
    { host, port, user, database },
    { name: 'rows', connections: 2, onLost: () => {} },
  );
  t.after(close);
  const rowsOf = async ({ screen_name }: RegisteredAgent) => {
    const [{ id }] = await moderation.app.database.sql('SELECT id::int FROM agent WHERE screen_name = $1', [
      screen_name,
    ]);
    return appealRows(read, { id, screenName: screen_name } as never, clock.now());
  };
  const [good, warned, back] = [
    await moderation.registerWithStrikes(0),
    await moderation.registerWithStrikes(2, 'ada_42'),
    await moderation.registerWithStrikes(3),
  ];
  assert.deepEqual(await rowsOf(good), []);
  assert.deepEqual(await rowsOf(warned), [
    {
      kind: 'warned',
      text: 'Strike 2 of 3: a kith_sk_ key of kith in bio of PATCH /api/me on 2026-11-14; the third bans.',
      do: 'POST /api/appeal {"screen_name": "ada_42", "recovery_code": "<your recovery code>", "note": "<what happened>"}',
    },
  ]);
  const { appeal_id } = (await moderation.appeal(back)).json;
  await moderation.decide(appeal_id, 'unban', { why: 'A test vector.' });
  assert.deepEqual(await rowsOf(back), [
    {
      kind: 'appeal',
      text: `Your appeal ${appeal_id} was granted on 2026-11-14: A test vector.`,
      do: 'GET /api/me',
    },
  ]);
  clock.forward(7 * dayMs);
  for (const agent of [warned, back]) assert.deepEqual(await rowsOf(agent), []);
});
