import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addFillAgents, fillLedger } from '../../../src/dev/fill.ts';
import { audit } from '../../../src/ledger/audit.ts';
import { openTestLedger, ownDatabase, tip } from '../../fixtures/ledger/test-ledger.ts';

test('a ledger is filled, continued and interrupted beside a city at work, and always adds up', async (t) => {
  const database = await ownDatabase(t);
  const testLedger = openTestLedger(t, database);
  const { transaction } = testLedger;
  const { names, newcomers, key } = await addFillAgents(transaction, 40);
  assert.deepEqual([names.length, newcomers.length, typeof key], [40, 40, 'string']);
  await testLedger.move({ kind: 'ship', from: 'mint', to: 'agent:ada', amount: 100, ref: 'ship:1' });
  const tips = (async () => {
    for (let n = 0; n < 20; n++) await testLedger.post(tip('agent:ada', 'agent:bob', 1));
  })();
  await fillLedger(transaction, { names, newcomers, entries: 5_003 });
  await tips;

  const interrupt = new Error('interrupted');
  const onProgress = () => {
    throw interrupt;
  };
  const again = await addFillAgents(transaction, 50);
  assert.deepEqual([again.names.slice(0, 40), again.newcomers.length], [names, 10]);
  await assert.rejects(fillLedger(transaction, { ...again, entries: 12_000, onProgress }), interrupt);
  await fillLedger(transaction, { ...again, newcomers: [], entries: 100 });
  const { entries, ...audited } = await audit(transaction);
  assert.deepEqual(audited, { ok: true, accounts: 54, problems: [] });
  assert.equal(entries, 5_003 + 21 + 5_000 + 100);
  const [listed] = await database.sql('SELECT blocks, size FROM ledger_lists, ledger_head');
  assert.equal(listed.blocks, Math.floor(listed.size / 2_048), 'all complete blocks are listed');
});
