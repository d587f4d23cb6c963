import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { unsealedEntryTopic } from '../../../src/ledger/sequencer.ts';
import { createLedger } from '../../../src/ledger/transfer.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { deferResult } from '../../../src/platform/db/transaction.ts';
import { openEventBus } from '../../../src/platform/events/open.ts';
import {
  assertLedgerConsistent,
  grant,
  openTestLedger,
  ownDatabase,
  tip,
  waitUntilSealed,
} from '../../fixtures/ledger/test-ledger.ts';
import { startApp } from '../../harness/app.ts';
import { register } from '../../harness/client.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { sharedApp } from '../../harness/shared-app.ts';
import { until } from '../../harness/until.ts';

const [a, b, c, d] = ['agent:a', 'agent:b', 'agent:c', 'agent:d'] as const;

/** Locks the end of the chain, as a sealing process does, until released. */
async function holdHead(database: TestDatabase): Promise<() => Promise<void>> {
  const { host, port, user, database: name } = database;
  const client = new pg.Client({ host, port, user, database: name });
  await client.connect();
  await client.query('BEGIN; SELECT 1 FROM ledger_head FOR UPDATE');
  return () => client.end();
}

test('transfers of a transaction are in the chain moments later', async () => {
  const { city, database } = await sharedApp();
  const { screen_name } = await register(city);
  await waitUntilSealed(database);
  const { json } = await city.get(`/api/ledger?account=agent:${screen_name}&verify=1`);
  assert.deepEqual(
    json.entries.map((entry: { kind: string; amount: number }) => [entry.kind, entry.amount]),
    [['welcome', 100]],
  );
  assert.equal(json.verified.ok, true);
});

test('the process that holds the chain’s end is the only sealer; the others leave, and come back', async (t) => {
  const database = await ownDatabase(t);
  const [one, two] = [openTestLedger(t, database), openTestLedger(t, database)];
  const release = await holdHead(database);
  await one.move(grant(a, 10));
  await two.sequencer.seal();
  const posted = two.post(tip(a, b, 3));
  const unsealed = async () =>
    (await database.sql('SELECT count(*)::int AS n FROM ledger_entry WHERE seq IS NULL'))[0].n;
  await until(async () => (await unsealed()) > 0, 'the posted entry');
  await one.sequencer.seal();
  await two.sequencer.seal();
  assert.equal(await unsealed(), 1, 'no other process sealed it');
  await release();
  assert.deepEqual(await posted, { seq: 2, balance: 7 });
  await assertLedgerConsistent(database, one);
});

test('a process without the worker role seals too, even if the chain was busy when it committed', async (t) => {
  const { city, database } = await startApp(t, { env: { KITH_ROLES: 'city' } });
  const release = await holdHead(database);
  await register(city);
  // While this one is stored, the attempt to seal the first one has found the chain busy.
  await register(city);
  await release();
  await waitUntilSealed(database);
});

test('a transaction that commits after a later one is not lost, and leaves no gap', async (t) => {
  const database = await ownDatabase(t);
  const testLedger = openTestLedger(t, database);
  await testLedger.move(grant(a, 100), grant(b, 100), grant(c, 100));
  const early = tip(a, d, 1);
  const late = tip(b, d, 2);
  const open = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  // It takes its id now and commits last; only the other transaction touches d, or it would wait for this one.
  const slow = testLedger.transaction(async (tx) => {
    testLedger.ledger.collect(tx, [{ ...early, to: 'sink' }]);
    return deferResult(async () => {
      written.resolve();
      await open.promise;
    });
  });
  await written.promise;
  await testLedger.move(late);
  assert.deepEqual(await testLedger.post(tip(c, d, 3)), { seq: 5, balance: 97 });
  open.resolve();
  await slow;
  await waitUntilSealed(database);
  const { entries } = await assertLedgerConsistent(database, testLedger);
  const ids = await database.sql('SELECT ref, id::int, seq::int FROM ledger_entry');
  const rowOf = (ref: string) => ids.find((row) => row.ref === ref);
  assert.ok(rowOf(early.ref).id < rowOf(late.ref).id);
  assert.ok(rowOf(early.ref).seq > rowOf(late.ref).seq);
  assert.equal(entries.length, 6);
});

test('more entries than one batch are all sealed', async (t) => {
  const database = await ownDatabase(t);
  const testLedger = openTestLedger(t, database);
  const release = await holdHead(database);
  await testLedger.move(...Array.from({ length: 4_500 }, (_, i) => grant(`agent:n${i % 50}`, 1)));
  await release();
  await waitUntilSealed(database);
  assert.equal((await assertLedgerConsistent(database, testLedger)).entries.length, 4_500);
});

test('a process that cannot seal notifies the others, and one without a poll seals then', async (t) => {
  const { database } = await startApp(t, { env: { KITH_ROLES: 'city' } });
  const testLedger = openTestLedger(t, database);
  const silentLedger = createLedger({ clock: systemClock, onUnsealed: () => {} });
  const bus = await openEventBus({ connection: testLedger.connection }, (error) =>
    assert.fail(String(error)),
  );
  await testLedger.transaction(async (tx) => silentLedger.collect(tx, [grant(a, 1)]));
  const [waiting] = await database.sql('SELECT count(*)::int AS n FROM ledger_entry WHERE seq IS NULL');
  assert.equal(waiting.n, 1, 'without notification and polling, nothing is sealed');
  bus.publish(unsealedEntryTopic, null);
  await bus.close();
  await waitUntilSealed(database);
});

test('with every notification lost a worker’s poll seals, and an idle city writes nothing', async (t) => {
  const { database } = await startApp(t);
  const testLedger = openTestLedger(t, database);
  const silentLedger = createLedger({ clock: systemClock, onUnsealed: () => {} });
  for (let i = 0; i < 3; i++) {
    await testLedger.transaction(async (tx) => silentLedger.collect(tx, [grant(a, 1)]));
    await waitUntilSealed(database);
  }
  assert.equal((await assertLedgerConsistent(database, testLedger)).entries.length, 3);
  // A sealer that finds nothing must not even lock the end of the chain, because a lock is a write.
  const lockedBy = async () => (await database.sql('SELECT xmax::text FROM ledger_head'))[0].xmax;
  const before = await lockedBy();
  for (let i = 0; i < 5; i++) await testLedger.sequencer.seal();
  assert.equal(await lockedBy(), before);
});
