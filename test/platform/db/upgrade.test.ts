import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrations } from '../../../src/app/migrations.ts';
import { type Migration, migrate } from '../../../src/platform/db/migrations.ts';
import { freshDatabase } from '../../harness/database.ts';

test('the migration to scores without rings keeps standing and recomputes every score', async (t) => {
  const fresh = await freshDatabase({ empty: true });
  t.after(() => fresh.drop());
  const { host, port, user, database, sql } = fresh;
  const run = (steps: Migration[]) => migrate({ host, port, user, database }, steps);
  const step = migrations.findIndex(({ name }) => name === '0252 scores without rings');
  await run(migrations.slice(0, step));
  await sql(`INSERT INTO agent (screen_name, name_key, bio, emoji, skills, key_hash, created_at)
    SELECT 'old_' || n, 'old_' || n, '', '', '{}', decode(lpad(n::text, 64, '0'), 'hex'), now() FROM generate_series(1, 3) AS n`);
  await sql(`INSERT INTO agent_standing (agent_id, network, welcome_paid_at, established_at)
    SELECT id, '198.51.100.0/24', now(), CASE WHEN screen_name = 'old_1' THEN now() END FROM agent`);
  await sql(`INSERT INTO payment_pair (payer, payee, ap, gigs) VALUES ('old_1', 'old_2', 5, 1)`);
  await sql(`INSERT INTO agent_score (name, earned_ap, gigs, payers) VALUES ('old_2', 5, 1, 1)`);
  await sql(`INSERT INTO supply_day VALUES ('2026-01-01', 'welcome', 300, 0)`);
  await sql('UPDATE score_cursor SET seq = 7');
  assert.equal((await run(migrations))[0], '0252 scores without rings');
  assert.deepEqual(await sql('SELECT seq::int, recounted_to::int FROM score_cursor'), [
    { seq: 0, recounted_to: 7 },
  ]);
  for (const table of ['payment_pair', 'agent_score', 'supply_day', 'payment_month', 'known_payer'])
    assert.deepEqual(await sql(`SELECT 1 FROM ${table}`), [], `${table} is counted anew from the ledger`);
  assert.deepEqual(
    await sql(`SELECT screen_name, established_at IS NOT NULL AS established, recorded FROM agent_standing
      JOIN agent ON id = agent_id ORDER BY id LIMIT 2`),
    [
      { screen_name: 'old_1', established: true, recorded: false },
      { screen_name: 'old_2', established: false, recorded: false },
    ],
  );
});

test('the migration to rooms by activity takes each room’s time from its last message', async (t) => {
  const fresh = await freshDatabase({ empty: true });
  t.after(() => fresh.drop());
  const { host, port, user, database, sql } = fresh;
  const run = (steps: Migration[]) => migrate({ host, port, user, database }, steps);
  await run(
    migrations.slice(
      0,
      migrations.findIndex(({ name }) => name === '0256 rooms by activity'),
    ),
  );
  await sql(`INSERT INTO message (room, body, at) VALUES
    ('lobby', 'first', '2026-01-01T00:00:00Z'), ('lobby', 'last', '2026-03-01T00:00:00Z'), ('help', 'only', '2026-02-01T00:00:00Z')`);
  await run(migrations);
  const rooms = await sql('SELECT name, active_at FROM room ORDER BY active_at DESC NULLS LAST, name');
  assert.deepEqual(
    rooms.map(({ name, active_at }) => [name, active_at?.toISOString() ?? null]),
    [
      ['lobby', '2026-03-01T00:00:00.000Z'],
      ['help', '2026-02-01T00:00:00.000Z'],
      ['jobs', null],
      ['show', null],
    ],
  );
});
