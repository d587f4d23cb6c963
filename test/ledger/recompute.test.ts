import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCheckpoint } from '../../src/ledger/proof/checkpoint.ts';
import { verifyConsistency } from '../../src/ledger/proof/merkle-proof.ts';
import { startApp } from '../harness/app.ts';
import { grant, openWorkbench, tip } from './workbench.ts';

/** Longer than what is worked out from the entries unasked. */
const count = 10_500;
const half = 5_000;

test('a byte changed in a long ledger shows in a consistency proof that is worked out anew', async (t) => {
  const app = await startApp(t);
  const bench = openWorkbench(undefined, app.database);
  t.after(() => bench.close());
  const checkpoint = async () => readCheckpoint((await app.city.get('/api/ledger/checkpoint')).text);
  const post = (howMany: number) =>
    Promise.all(
      Array.from({ length: howMany }, (_, i) => bench.post(tip('agent:rich', `agent:a${i % 40}`, 1))),
    );
  await bench.post(grant('agent:rich', count));
  await post(half - 1);
  const older = await checkpoint();
  await post(count - half);
  const newer = await checkpoint();
  assert.deepEqual([older.size, newer.size], [half, count]);

  const holds = async (query: string): Promise<boolean> => {
    const { json } = await app.city.get(`/api/ledger/consistency?from=${half}&to=${count}${query}`);
    const hashes = json.hashes.map((hash: string) => Buffer.from(hash, 'base64'));
    const roots = [older, newer].map(({ root }) => root.toString('base64'));
    assert.equal(json.hashes.length > 0, true);
    return (
      verifyConsistency(half, count, older.root, newer.root, hashes) &&
      json.from_root === roots[0] &&
      json.to_root === roots[1]
    );
  };
  assert.deepEqual([await holds(''), await holds('&recompute=1')], [true, true]);
  await app.database.sql('UPDATE ledger_entry SET amount = amount + 1 WHERE seq = 777');
  assert.equal(await holds('&recompute=1'), false);
});
