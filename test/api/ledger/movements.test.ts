import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DuplicateTransfer, InsufficientFunds } from '../../../src/ledger/movement.ts';
import { Sequencer } from '../../../src/ledger/sequencer.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import type { Transact } from '../../../src/platform/db/transaction.ts';
import { Refusal } from '../../../src/platform/http/refusal.ts';
import {
  assertLedgerConsistent,
  grant,
  openTestLedger,
  ownDatabase,
  tip,
  uniqueRef,
  waitUntilSealed,
} from '../../fixtures/ledger/test-ledger.ts';

const [a, b, c] = ['agent:a', 'agent:b', 'agent:c'] as const;

test('an impossible movement fails alone, not its batch', async (t) => {
  const database = await ownDatabase(t);
  const testLedger = openTestLedger(t, database);
  await testLedger.post({ ...grant(a, 1_000), ref: 'used before' });
  const good = () => tip(a, b, 1);
  const batch = [
    good(),
    { ...good(), ref: 'used before' },
    good(),
    { ...good(), ref: 'twice' },
    { ...good(), ref: 'twice' },
    tip(c, b, 5),
    good(),
    tip(a, a, 1),
    tip(a, b, 0),
    tip(a, b, 1.5),
    { ...good(), memo: 'half of a pair: \ud800' },
    { ...good(), memo: 'a NUL: \0' },
    { ...good(), memo: 'x'.repeat(70_000) },
    good(),
  ];
  const settled = await Promise.allSettled(batch.map((transfer) => testLedger.post(transfer)));
  const outcomes = settled.map((each) => (each.status === 'fulfilled' ? 'moved' : each.reason.constructor));
  const made = outcomes.filter((outcome) => outcome === 'moved').length;
  assert.equal(made, 5, String(outcomes));
  for (const i of [0, 2, 3, 6, 13]) assert.equal(outcomes[i], 'moved', `${i}`);
  for (const i of [1, 4]) assert.equal(outcomes[i], DuplicateTransfer);
  assert.equal(outcomes[5], InsufficientFunds);
  const { entries } = await assertLedgerConsistent(database, testLedger);
  assert.equal(entries.length, 1 + made);
});

test('what could never be sealed is refused when written, not found by the sealer', async (t) => {
  const database = await ownDatabase(t);
  const testLedger = openTestLedger(t, database);
  await testLedger.move(grant(a, 100));
  for (const bad of [
    { ...tip(a, b, 1), memo: 'half of a pair: \ud800' },
    { ...tip(a, b, 1), memo: 'x'.repeat(70_000) },
    tip(a, a, 1),
    tip(a, b, -1),
    tip(a, b, 2 ** 53),
  ])
    await assert.rejects(testLedger.move(bad));
  await testLedger.move(tip(a, b, 1));
  await waitUntilSealed(database);
  assert.equal((await assertLedgerConsistent(database, testLedger)).entries.length, 2);
});

test('all movements of a cause happen, or none', async (t) => {
  const database = await ownDatabase(t);
  const testLedger = openTestLedger(t, database);
  await testLedger.move(grant(a, 10));
  await assert.rejects(testLedger.move(tip(a, b, 6), tip(a, c, 6)), InsufficientFunds);
  const ref = uniqueRef();
  await assert.rejects(
    testLedger.move({ ...tip(a, b, 1), ref }, { ...tip(a, c, 1), ref }),
    DuplicateTransfer,
  );
  const many = await Promise.allSettled(
    Array.from({ length: 20 }, () => testLedger.move({ ...tip(a, b, 1), ref: 'once' })),
  );
  assert.equal(many.filter((each) => each.status === 'fulfilled').length, 1);
  for (const each of many)
    if (each.status === 'rejected') assert.ok(each.reason instanceof DuplicateTransfer, String(each.reason));
  await waitUntilSealed(database);
  const { verified } = await assertLedgerConsistent(database, testLedger);
  assert.deepEqual([verified.balances?.get(a), verified.balances?.get(b)], [9, 1]);
});

test('a full queue refuses with 503 and Retry-After, and accepts again once it drains', async () => {
  const gate = Promise.withResolvers<void>();
  const stuck: Transact = async () => {
    await gate.promise;
    throw new Error('the database is away');
  };
  const sequencer = new Sequencer({
    transaction: stuck,
    clock: systemClock,
    onError: () => {},
    onSealed: () => {},
  });
  const post = () =>
    sequencer
      .post({ transfer: tip(a, b, 1), idempotency: undefined, status: 201, answer: () => ({}) })
      .catch((error: unknown) => error);
  const first = Array.from({ length: 10_000 }, post);
  const refused = await post();
  assert.ok(refused instanceof Refusal);
  assert.equal(refused.kind.status, 503);
  assert.equal(refused.headers['retry-after'], '1');
  gate.resolve();
  for (const outcome of await Promise.all(first)) assert.match(String(outcome), /the database is away/);
  assert.match(String(await post()), /the database is away/);
});
