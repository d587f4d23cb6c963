import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { type AccountName, InsufficientFunds } from '../../../src/ledger/movement.ts';
import { deferResult, type Tx } from '../../../src/platform/db/transaction.ts';
import {
  assertLedgerConsistent,
  grant,
  openTestLedger,
  runningBalances,
  tip,
  waitUntilSealed,
} from '../../fixtures/ledger/test-ledger.ts';
import { freshDatabase } from '../../harness/database.ts';

const [a, b, c, d] = ['agent:a', 'agent:b', 'agent:c', 'agent:d'] as const;

interface Step {
  readonly how: 'post' | 'move' | 'list';
  readonly hops: readonly number[];
  readonly amount: number;
  readonly beforeMs: number;
  readonly afterMs: number;
  readonly testLedger: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  how: fc.constantFrom('post', 'post', 'move', 'list', 'list'),
  hops: fc.uniqueArray(fc.nat({ max: 3 }), { minLength: 3, maxLength: 3 }),
  amount: fc.integer({ min: 1, max: 25 }),
  beforeMs: fc.constantFrom(0, 0, 1, 3),
  afterMs: fc.constantFrom(0, 0, 0, 1, 3),
  testLedger: fc.nat({ max: 2 }),
});

test('no account is ever overdrawn in chain order, however postings and transactions interleave', async (t) => {
  const names: AccountName[] = [a, b, c, d];
  const seed = 20_261_114;
  t.diagnostic(`seed ${seed}`);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 300, maxLength: 300 }), async (steps) => {
      const database = await freshDatabase();
      const ledgers = [0, 1, 2].map(() => openTestLedger(undefined, database, { connections: 10 }));
      try {
        // So little that nearly every movement needs AP from a recent one.
        await ledgers[0]!.post(grant(a, 30));
        const run = async ({ how, hops, amount, beforeMs, afterMs, testLedger: at }: Step) => {
          const testLedger = ledgers[at]!;
          const [first, second, third] = hops.map((hop) => names[hop]!) as [
            AccountName,
            AccountName,
            AccountName,
          ];
          const firstTip = tip(first, second, amount);
          const secondTip = tip(second, third, amount);
          if (how === 'post') {
            const { seq, balance } = await testLedger.post(firstTip);
            answered.push({ account: first, seq, balance });
            return;
          }
          await testLedger.transaction(async (tx) => {
            await sleep(beforeMs);
            testLedger.ledger.collect(tx, how === 'list' ? [firstTip, secondTip] : [firstTip]);
            return deferResult(() => sleep(afterMs));
          });
        };
        const answered: { account: string; seq: number; balance: number }[] = [];
        let moved = 0;
        const rest = [...steps];
        const caller = async () => {
          for (let next = rest.pop(); next; next = rest.pop()) {
            await run(next).then(
              () => moved++,
              (error) => assert.ok(error instanceof InsufficientFunds, String(error)),
            );
          }
        };
        let running = true;
        const sealer = async () => {
          while (running) await Promise.all([ledgers[2]!.sequencer.seal(), sleep(2)]);
        };
        const sealing = sealer();
        await Promise.all(Array.from({ length: 18 }, caller));
        running = false;
        await sealing;
        await waitUntilSealed(database);
        const { entries } = await assertLedgerConsistent(database, ledgers[0]!);
        assert.ok(
          moved > 50 && moved < steps.length,
          `${moved} transfers succeeded: some must, and some must not`,
        );
        const balances = runningBalances(entries);
        for (const { account, seq, balance } of answered)
          assert.equal(balances.get(account)?.get(seq), balance, `${account} at ${seq}`);
        for (const { errors } of ledgers) assert.deepEqual(errors, []);
      } finally {
        await Promise.all(ledgers.map((testLedger) => testLedger.close()));
        await database.drop();
      }
    }),
    { numRuns: 2, seed, endOnFailure: true },
  );
});

test('transfers collected separately move together, or none does', async (t) => {
  const database = await freshDatabase();
  t.after(() => database.drop());
  const testLedger = openTestLedger(undefined, database);
  t.after(() => testLedger.close());
  await testLedger.post(grant(a, 30));
  const chain = (last: number) => async (tx: Tx) => {
    testLedger.ledger.collect(tx, [tip(a, b, 5)]);
    testLedger.ledger.collect(tx, [tip(b, c, last)]);
  };
  await assert.rejects(testLedger.transaction(chain(6)), InsufficientFunds);
  await testLedger.transaction(chain(5));
  await waitUntilSealed(database);
  const { entries } = await assertLedgerConsistent(database, testLedger);
  assert.equal(entries.length, 3, 'the grant and the second chain');
});

test('a transfer collected after the accounts are locked is refused, and the transaction moves nothing', async (t) => {
  const database = await freshDatabase();
  t.after(() => database.drop());
  const testLedger = openTestLedger(undefined, database);
  t.after(() => testLedger.close());
  await testLedger.post(grant(a, 30));
  await assert.rejects(
    testLedger.transaction(async (tx) => {
      testLedger.ledger.collect(tx, [tip(a, b, 5)]);
      return deferResult(async () => testLedger.ledger.collect(tx, [tip(a, c, 5)]));
    }),
    /already run its accounts writes/,
  );
  await waitUntilSealed(database);
  const { entries } = await assertLedgerConsistent(database, testLedger);
  assert.equal(entries.length, 1, 'only the grant');
});

test('accounts are locked in one order however their transfers were collected: no deadlock', async (t) => {
  const database = await freshDatabase();
  t.after(() => database.drop());
  const testLedger = openTestLedger(undefined, database, { connections: 12 });
  t.after(() => testLedger.close());
  await testLedger.move(grant(a, 1_000), grant(b, 1_000), grant(c, 1_000));
  const rounds = Array.from({ length: 60 }, (_, n) => {
    const order = [
      [a, b],
      [b, c],
      [c, a],
    ] as const;
    const turned = n % 2 ? order : order.toReversed();
    return testLedger.transaction(async (tx) => {
      for (const [from, to] of turned) testLedger.ledger.collect(tx, [tip(from, to, 1)]);
    });
  });
  await Promise.all(rounds);
  const [stats] = await database.sql(
    'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
  );
  assert.equal(stats.deadlocks, 0);
});
