import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pruneEvents } from '../../../../src/city/spectator/event-record.ts';
import { audit } from '../../../../src/ledger/audit.ts';
import { prunePaidResponses } from '../../../../src/payments/records.ts';
import { systemClock } from '../../../../src/platform/clock.ts';
import type { Transact } from '../../../../src/platform/db/transaction.ts';
import { openTestLedger, ownDatabase } from '../../../fixtures/ledger/test-ledger.ts';

/** Counts the transactions of some work, and those that hold one snapshot throughout. */
function counted(transaction: Transact) {
  const counts = { all: 0, snapshots: 0 };
  const counting: Transact = (work, options) => {
    counts.all++;
    if (options?.isolation === 'repeatable read') counts.snapshots++;
    return transaction(work, options);
  };
  return { counts, counting };
}

test('old public events are deleted in one batch per transaction', async (t) => {
  const database = await ownDatabase(t);
  const { transaction } = openTestLedger(t, database);
  await database.sql(`INSERT INTO public_event (seq, type, at, data)
    SELECT n, 'ship', now() - interval '8 days', '{}' FROM generate_series(1, 12000) AS n`);
  await database.sql(`INSERT INTO public_event (seq, type, at, data) VALUES (12001, 'ship', now(), '{}')`);
  await database.sql(`UPDATE public_event_head SET last_seq = 12001`);
  const { counts, counting } = counted(transaction);
  await pruneEvents(counting, systemClock);
  assert.equal(counts.all, 1 + 3);
  assert.deepEqual(await database.sql('SELECT seq FROM public_event'), [{ seq: '12001' }]);
  assert.deepEqual(await database.sql('SELECT pruned_seq FROM public_event_head'), [{ pruned_seq: '12000' }]);
});

test('paid responses are pruned in one batch per transaction', async (t) => {
  const database = await ownDatabase(t);
  const { transaction } = openTestLedger(t, database);
  await database.sql(`INSERT INTO payment (id, state, request_hash, route, amount, pay_to, answer, created_at, settled_at)
    SELECT int4send(n), 'settled', int4send(n), 'GET /x', 1, 'wallet', 'answer', now() - interval '2 days', now() - interval '2 days'
    FROM generate_series(1, 2500) AS n`);
  const { counts, counting } = counted(transaction);
  await prunePaidResponses(counting, systemClock);
  assert.equal(counts.all, 3);
  const [{ left }] = await database.sql('SELECT count(*) AS left FROM payment WHERE answer IS NOT NULL');
  assert.equal(left, '0');
});

test('the audit reads sealed entries in short transactions, and only the end in one snapshot', async (t) => {
  const database = await ownDatabase(t);
  const testLedger = openTestLedger(t, database);
  const count = 1_600;
  await testLedger.move(
    ...Array.from({ length: count }, (_, i) => ({
      kind: 'welcome' as const,
      from: 'mint' as const,
      to: `agent:a${i % 7}` as const,
      amount: 1,
      ref: `r${i}`,
    })),
  );
  await testLedger.sequencer.seal();
  const { counts, counting } = counted(testLedger.transaction);
  const found = await audit(counting);
  assert.deepEqual(found, { ok: true, entries: count, accounts: 9, problems: [] });
  // The head, four pages of 500, the end.
  assert.deepEqual(counts, { all: 6, snapshots: 1 });
});
