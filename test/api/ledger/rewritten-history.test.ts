import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readCheckpoint } from '../../../src/ledger/proof/checkpoint.ts';
import { genesisHash, sealEntry } from '../../../src/ledger/proof/entry.ts';
import { Frontier, leafHash } from '../../../src/ledger/proof/merkle.ts';
import { verifyConsistency, verifyInclusion } from '../../../src/ledger/proof/merkle-proof.ts';
import { verifyExport } from '../../../src/ledger/proof/verify.ts';
import { rootsFromProof } from '../../fixtures/ledger/proof/independent.ts';
import { uniqueRef } from '../../fixtures/ledger/test-ledger.ts';
import { startApp } from '../../harness/app.ts';
import { olderSize, size, Victim } from './tampering.ts';

let victim: Victim;
before(async () => {
  victim = await Victim.open();
});
after(() => victim.close());

test('an edited head is found by verify and the audit, and contradicts the export and its checkpoint', async () => {
  for (const statement of [
    `UPDATE ledger_head SET hash = set_byte(hash, 3, get_byte(hash, 3) # 1)`,
    `UPDATE ledger_head SET size = size + 1`,
    `UPDATE ledger_head SET size = size - 1`,
  ])
    await victim.tampered(statement, [], async () => {
      const { verify, audited } = await victim.whoNotices();
      assert.deepEqual([verify.ok, audited.ok], [false, false], statement);
    });
  await victim.tampered(`UPDATE ledger_head SET frontier = set_byte(frontier, 20, 7)`, [], async () => {
    assert.equal((await victim.audit()).ok, false);
  });
});

test('a head set back to an earlier state: the audit finds entries beyond it, an older checkpoint finds them missing', async () => {
  const end = chainUpTo(size - 10);
  await victim.tampered(
    'UPDATE ledger_head SET size = $1, hash = $2, frontier = $3',
    [size - 10, Buffer.from(end.hash, 'hex'), end.frontier.toBuffer()],
    async () => {
      const { exported, audited } = await victim.whoNotices();
      assert.equal(audited.ok, false);
      assert.equal(exported.ok, false);
      assert.equal((await victim.app.city.get(`/api/ledger/consistency?from=${size}`)).status, 400);
    },
  );
});

function chainUpTo(upTo: number) {
  const frontier = Frontier.empty();
  let hash = genesisHash;
  for (const { hash: _, prev_hash, ...movement } of victim.entries.slice(0, upTo)) {
    assert.equal(prev_hash, hash);
    const sealed = sealEntry(hash, movement);
    frontier.append(leafHash(sealed.line));
    hash = sealed.entry.hash;
  }
  return { hash, frontier };
}

test('an edited Merkle node, balance or total is found by the audit', async () => {
  for (const statement of [
    `UPDATE ledger_node SET hash = set_byte(hash, 0, get_byte(hash, 0) # 128)`,
    `DELETE FROM ledger_node`,
    `UPDATE account SET balance = balance + 1 WHERE name = 'agent:z'`,
    `UPDATE account SET balance = balance + 1 WHERE name = 'mint' AND shard = 7`,
    `UPDATE account SET earned = earned + 1 WHERE name = 'agent:z'`,
    `UPDATE account SET spent = spent + 1 WHERE name = 'agent:a0'`,
    `DELETE FROM account WHERE name = 'mint' AND balance <> 0`,
    `UPDATE account SET earned = 1 WHERE name = 'sink' AND shard = 0`,
    `UPDATE account SET name = 'agent:thief' WHERE name = 'agent:z'`,
    `INSERT INTO account (name, balance) VALUES ('agent:thief', 5)`,
  ])
    await victim.tampered(statement, [], async () => {
      assert.equal((await victim.audit()).ok, false, statement);
    });
});

async function consistencyHolds(from: string): Promise<boolean> {
  const older = readCheckpoint(from);
  const newer = readCheckpoint((await victim.app.city.get('/api/ledger/checkpoint')).text);
  const { json } = await victim.app.city.get(`/api/ledger/consistency?from=${older.size}&to=${newer.size}`);
  const hashes = json.hashes.map((hash: string) => Buffer.from(hash, 'base64'));
  const byUs = verifyConsistency(older.size, newer.size, older.root, newer.root, hashes);
  const roots = rootsFromProof(older.size, newer.size, hashes, older.root);
  const byAnother = !!roots && older.root.equals(roots[0]) && newer.root.equals(roots[1]);
  assert.equal(byUs, byAnother);
  const rootsAreOurs =
    json.from_root === older.root.toString('base64') && json.to_root === newer.root.toString('base64');
  return byUs && rootsAreOurs;
}

test('a single changed entry fails its inclusion proof and the consistency proof', async () => {
  for (const seq of [1, 100, 256, 257, size])
    await victim.tampered('UPDATE ledger_entry SET amount = amount + 1 WHERE seq = $1', [seq], async () => {
      const { json } = await victim.app.city.get(`/api/ledger/proof?seq=${seq}`);
      const { root } = readCheckpoint(json.checkpoint);
      const [leaf, ...hashes] = [json.leaf_hash, ...json.hashes].map((hash) => Buffer.from(hash, 'base64'));
      assert.equal(verifyInclusion(leaf!, seq - 1, json.tree_size, hashes, root), false, `${seq}`);
      assert.equal(await consistencyHolds(victim.olderNote), false, `${seq}`);
    });
});

test('a fully rewritten history verifies, but not against an older checkpoint', async () => {
  assert.equal(await consistencyHolds(victim.olderNote), true);
  for (const seq of [1, 100, 256, 257, olderSize]) {
    const rewritten = rewriteFrom(seq);
    await victim.tampered(rewritten.statement, rewritten.values, async () => {
      // Another process, as after a restart: it has not seen an older end of the chain.
      const fresh = await startApp(undefined, { database: victim.app.database, env: { KITH_ROLES: 'city' } });
      const { app } = victim;
      victim.app = fresh;
      try {
        const { json } = await victim.app.city.get('/api/ledger?verify=10000');
        assert.equal(json.verified.ok, true);
        const { text } = await victim.app.city.get('/api/ledger/export');
        const forged = (await victim.app.city.get('/api/ledger/checkpoint')).text;
        assert.equal((await verifyExport([text], { checkpoint: forged, vkey: victim.vkey })).ok, true);
        assert.equal((await victim.audit()).ok, true);

        assert.equal(
          (await verifyExport([text], { checkpoint: victim.olderNote, vkey: victim.vkey })).problem?.kind,
          'root',
        );
        assert.equal(await consistencyHolds(victim.olderNote), false, `rewritten from ${seq}`);
      } finally {
        victim.app = app;
        await fresh.stop();
      }
    });
  }
});

/** What an operator with the database could do: change one ref, and seal everything after it again. */
function rewriteFrom(seq: number) {
  const frontier = Frontier.empty();
  let hash = genesisHash;
  const nodes: { level: number; index: number; hash: Buffer }[] = [];
  const again = victim.entries.map(({ hash: _, prev_hash: __, ...movement }) => {
    const ref = movement.seq === seq ? uniqueRef() : movement.ref;
    const { entry, line } = sealEntry(hash, { ...movement, ref });
    hash = entry.hash;
    nodes.push(...frontier.append(leafHash(line)).filter(({ level }) => level >= 8));
    return entry;
  });
  const statement = `
    WITH head AS (UPDATE ledger_head SET hash = decode($1, 'hex'), frontier = decode($2, 'hex')),
    node AS (UPDATE ledger_node SET hash = decode(t.hash, 'hex')
      FROM unnest($3::int[], $4::int[], $5::text[]) AS t (level, index, hash)
      WHERE ledger_node.level = t.level AND ledger_node.index = t.index),
    -- Otherwise nothing would be signed: the kept checkpoints contradict the forged chain.
    kept AS (DELETE FROM ledger_checkpoint)
    UPDATE ledger_entry SET ref = t.ref, prev_hash = decode(t.prev_hash, 'hex'), hash = decode(t.hash, 'hex')
    FROM unnest($6::int[], $7::text[], $8::text[], $9::text[]) AS t (seq, ref, prev_hash, hash)
    WHERE ledger_entry.seq = t.seq`;
  const values = [
    hash,
    frontier.toBuffer().toString('hex'),
    nodes.map((node) => node.level),
    nodes.map((node) => node.index),
    nodes.map((node) => node.hash.toString('hex')),
    again.map((entry) => entry.seq),
    again.map((entry) => entry.ref),
    again.map((entry) => entry.prev_hash),
    again.map((entry) => entry.hash),
  ];
  return { statement, values };
}
