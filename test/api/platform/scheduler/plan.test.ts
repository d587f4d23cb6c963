import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Tx } from '../../../../src/platform/db/transaction.ts';
import { leaseDue, nextReady, renewLeases } from '../../../../src/platform/scheduler/lease.ts';
import { maxCounted, taskCounts } from '../../../../src/platform/scheduler/task-counts.ts';
import {
  openSchedulerFixture,
  type SchedulerFixture,
} from '../../../fixtures/platform/scheduler/scheduler-fixture.ts';

const futureRows = 40_000;
const dueRows = 40_000;
const few = 500;

let fixture: SchedulerFixture;
before(async () => {
  fixture = await openSchedulerFixture();
  const { database, clock } = fixture;
  await database.transaction((tx) =>
    sql`INSERT INTO task (kind, subject, due_at, ready_at, payload, created_at)
      SELECT 'watch', n, at, at, 'null', ${clock.now()} FROM (
        SELECT n, ${clock.now()}::timestamptz + (n - ${dueRows}) * interval '100 milliseconds' AS at
        FROM generate_series(1, ${futureRows + dueRows}::int) AS n) AS watches`.execute(tx),
  );
});
after(() => fixture.close());

/** Rows of `task` that the work fetched, by scans and by indexes, with generic plans as old connections have. */
async function rowsRead(work: (tx: Tx) => Promise<unknown>): Promise<number> {
  return fixture.database.transaction(async (tx) => {
    await sql`SET LOCAL plan_cache_mode = force_generic_plan`.execute(tx);
    const before = await fetched(tx);
    await work(tx);
    return (await fetched(tx)) - before;
  });
}

async function fetched(tx: Tx): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT seq_tup_read + idx_tup_fetch AS n FROM pg_stat_xact_user_tables WHERE relname = 'task'`.execute(
    tx,
  );
  return rows[0]!.n;
}

for (const statistics of ['missing', 'known']) {
  test(`polling, leasing and renewing read a few of ${futureRows + dueRows} rows, statistics ${statistics}`, async () => {
    const { clock, database } = fixture;
    if (statistics === 'known') {
      await database.transaction((tx) => sql`ANALYZE task`.execute(tx));
    }
    const wanted = { kind: 'watch', now: clock.now(), max: 20, leaseMs: 60_000, owner: 'plan' };
    let leased: Awaited<ReturnType<typeof leaseDue>> = [];
    const read = {
      look: await rowsRead((tx) => nextReady(tx, ['watch', 'other'])),
      lease: await rowsRead(async (tx) => {
        leased = await leaseDue(tx, wanted);
      }),
      renew: await rowsRead((tx) => renewLeases(tx, leased, 60_000)),
      count: await rowsRead((tx) => taskCounts(tx, clock.now())),
    };
    assert.equal(leased.length, 20);
    assert.ok(read.look + read.lease + read.renew < few, JSON.stringify(read));
    assert.ok(read.count < 2 * maxCounted + few, JSON.stringify(read));
  });
}
