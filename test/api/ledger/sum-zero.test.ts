import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import pg from 'pg';
import { audit } from '../../../src/ledger/audit.ts';
import { InsufficientFunds, type Transfer } from '../../../src/ledger/movement.ts';
import { deferResult } from '../../../src/platform/db/transaction.ts';
import {
  assertLedgerConsistent,
  grant,
  openTestLedger,
  type TestLedger,
  tip,
  uniqueRef,
  waitUntilSealed,
} from '../../fixtures/ledger/test-ledger.ts';
import { freshDatabase, type TestDatabase } from '../../harness/database.ts';

const names = ['agent:a', 'agent:b', 'agent:c'] as const;

interface Step {
  readonly how: 'post' | 'move' | 'two' | 'rolled back';
  readonly what: 'grant' | 'spend' | 'tip';
  readonly who: number;
  readonly amount: number;
  readonly testLedger: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  how: fc.constantFrom('post', 'move', 'move', 'two', 'rolled back'),
  what: fc.constantFrom('grant', 'grant', 'spend', 'tip'),
  who: fc.nat({ max: names.length - 1 }),
  amount: fc.integer({ min: 1, max: 40 }),
  testLedger: fc.nat({ max: 1 }),
});

function transferOf({ what, who, amount }: Step): Transfer {
  const name = names[who]!;
  if (what === 'grant') return grant(name, amount);
  if (what === 'tip') return tip(name, names[(who + 1) % names.length]!, amount);
  return { kind: 'spend', from: name, to: 'sink', amount, ref: uniqueRef() };
}

async function run(testLedger: TestLedger, step: Step): Promise<void> {
  const transfer = transferOf(step);
  if (step.how === 'post') return void (await testLedger.post(transfer));
  await testLedger.transaction(async (tx) => {
    const more = step.how === 'two' ? [transferOf({ ...step, what: 'grant' })] : [];
    testLedger.ledger.collect(tx, [transfer, ...more]);
    return deferResult(async () => {
      if (step.how === 'rolled back') throw new InsufficientFunds(transfer.from, 0, 1);
    });
  });
}

/** Checks repeatedly, each time in one snapshot, until stopped. */
async function watchSums({ host, port, user, database }: TestDatabase, running: () => boolean) {
  const client = new pg.Client({ host, port, user, database });
  await client.connect();
  const seen = new Set<string>();
  try {
    while (running()) {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
      const { rows } = await client.query(
        `SELECT sum(balance)::text AS all, sum(balance) FILTER (WHERE name = 'mint')::text AS minted FROM account`,
      );
      const { rows: entries } = await client.query(
        `SELECT coalesce(-sum(amount), 0)::text AS minted FROM ledger_entry WHERE from_account = 'mint'`,
      );
      await client.query('COMMIT');
      assert.equal(rows[0].all, '0', 'all balances of one snapshot');
      assert.equal(rows[0].minted, entries[0].minted, 'the AP issued by mint, sealed or not');
      seen.add(rows[0].minted);
    }
  } finally {
    await client.end();
  }
  return seen.size;
}

test('all balances sum to zero in every snapshot, while two processes move, post and seal', async (t) => {
  const seed = 20_261_115;
  t.diagnostic(`seed ${seed}`);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 150, maxLength: 150 }), async (steps) => {
      const database = await freshDatabase();
      const ledgers = [openTestLedger(undefined, database), openTestLedger(undefined, database)];
      try {
        let running = true;
        const watching = [1, 2].map(() => watchSums(database, () => running));
        const rest = [...steps];
        const caller = async () => {
          for (let next = rest.pop(); next; next = rest.pop())
            await run(ledgers[next.testLedger]!, next).catch((error) =>
              assert.ok(error instanceof InsufficientFunds, String(error)),
            );
        };
        await Promise.all(Array.from({ length: 12 }, caller));
        const audited = await audit(ledgers[0]!.transaction);
        assert.deepEqual(audited.problems, [], 'the sum is zero with unsealed entries too');
        running = false;
        for (const distinct of await Promise.all(watching))
          assert.ok(distinct > 5, `only ${distinct} different states were observed`);
        await waitUntilSealed(database);
        await assertLedgerConsistent(database, ledgers[0]!);
        for (const { errors } of ledgers) assert.deepEqual(errors, []);
      } finally {
        await Promise.all(ledgers.map((testLedger) => testLedger.close()));
        await database.drop();
      }
    }),
    { numRuns: 1, seed, endOnFailure: true },
  );
});

test('mint and sink do not block each other; with every row locked, a transfer waits and then moves', async (t) => {
  const database = await freshDatabase();
  t.after(() => database.drop());
  const testLedger = openTestLedger(t, database);
  await testLedger.move(grant('agent:a', 100), grant('agent:b', 100));
  const spend = (from: 'agent:a' | 'agent:b'): Transfer => ({ ...tip(from, 'sink', 1), kind: 'spend' });

  const open = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const slow = testLedger.transaction(async (tx) => {
    testLedger.ledger.collect(tx, [grant('agent:a', 1), spend('agent:a')]);
    return deferResult(async () => {
      written.resolve();
      await open.promise;
    });
  });
  await written.promise;
  // It would never return if it needed a row that the open transaction holds.
  await testLedger.move(grant('agent:b', 1), spend('agent:b'));
  open.resolve();
  await slow;

  const client = new pg.Client({ ...database });
  await client.connect();
  await client.query(`BEGIN; SELECT FROM account WHERE name IN ('mint', 'sink') FOR UPDATE`);
  const waiting = Promise.all([testLedger.move(grant('agent:a', 1)), testLedger.move(spend('agent:b'))]);
  let moved = false;
  void waiting.finally(() => {
    moved = true;
  });
  for (let blocked = 0; blocked < 2; await sleep(10)) {
    assert.ok(!moved, 'with every row locked it must wait');
    const [row] = await database.sql(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    blocked = row.n;
  }
  await client.query('COMMIT');
  await client.end();
  await waiting;
  await waitUntilSealed(database);
  const { verified } = await assertLedgerConsistent(database, testLedger);
  assert.deepEqual([verified.balances?.get('mint'), verified.balances?.get('sink')], [-203, 3]);
});

test('nothing moves out of the sink', async (t) => {
  const database = await freshDatabase();
  t.after(() => database.drop());
  const testLedger = openTestLedger(t, database);
  await testLedger.move(grant('agent:a', 10), { ...tip('agent:a', 'sink', 5), kind: 'spend' });
  await assert.rejects(testLedger.move(tip('sink', 'agent:a', 1)), /nothing leaves the sink/);
  await assert.rejects(testLedger.post(tip('sink', 'agent:a', 1)), /nothing leaves the sink/);
  await waitUntilSealed(database);
  assert.equal((await assertLedgerConsistent(database, testLedger)).entries.length, 2);
});
