import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addUsesWithin, BeyondBounds, noUse, readUses } from '../../../../src/city/economy/budgets.ts';
import { ContestedScopes, calculateBounds } from '../../../../src/city/economy/mint.ts';
import { beforeCommit, pipelineWrite } from '../../../../src/platform/db/transaction.ts';
import { openTestLedger, ownDatabase } from '../../../fixtures/ledger/test-ledger.ts';

const names = { agent: 'agent:1', network: 'net:203.0.113.0/24', prefixes: [], pool: 'pool:newcomer' };
const request = { source: 'welcome' as const, ap: 100, pool: 'newcomer' as const, network: 'n', names };
const day = '2026-11-17';

test('a decision leaves room for others as far as it stays the same, and none near a limit', () => {
  const read = new Map([[names.pool, { ...noUse, ap: 500 }]]);
  const wide = calculateBounds(read, [request], () => true);
  assert.equal(wide?.get(names.pool)?.ap, 500 + 64 * 100);
  assert.equal(wide?.get(names.network)?.welcomes, 64);
  assert.equal(wide?.get(names.agent), undefined);
  const nearNetwork = calculateBounds(
    read,
    [request],
    (uses) => (uses.get(names.network)?.welcomes ?? 0) < 3,
  );
  assert.equal(nearNetwork?.get(names.pool)?.ap, 500 + 64 * 100);
  assert.equal(nearNetwork?.get(names.network), undefined);
  assert.equal(
    calculateBounds(read, [request], (uses) => (uses.get(names.pool)?.ap ?? 0) < 1_000),
    undefined,
  );
});

test('scopes that were contested are remembered, others are not', () => {
  const contested = new ContestedScopes();
  contested.note([names.network]);
  assert.equal(contested.hasAny([names.pool, names.network]), true);
  assert.equal(contested.hasAny([names.pool]), false);
});

test('uses within their bounds are added; beyond them nothing of the transaction happens', async (t) => {
  const database = await ownDatabase(t);
  const { transaction } = openTestLedger(t, database);
  const added = new Map([[names.pool, { ...noUse, ap: 100, works: 1 }]]);
  const add = (most: Partial<typeof noUse>) =>
    transaction(async (tx) => {
      beforeCommit(tx, 'budgets', async (closing) =>
        pipelineWrite(
          closing,
          addUsesWithin(closing, added, new Map([[names.pool, { ...noUse, ...most }]]), day),
        ),
      );
    });
  const used = () => transaction((tx) => readUses(tx, [names.pool], day));
  await add({});
  await add({ ap: 100, works: 1 });
  const twice = new Map([[names.pool, { ...noUse, ap: 200, works: 2 }]]);
  assert.deepEqual(await used(), twice);
  await assert.rejects(add({ ap: 199, works: 2 }), BeyondBounds);
  await assert.rejects(add({ ap: 200, works: 1 }), BeyondBounds);
  assert.deepEqual(await used(), twice);
});
