import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { audit } from '../../src/ledger/audit.ts';
import { readCheckpoint } from '../../src/ledger/proof/checkpoint.ts';
import { genesisHash, type LedgerEntry, seal } from '../../src/ledger/proof/entry.ts';
import { Frontier, leafHash } from '../../src/ledger/proof/merkle.ts';
import { verifyConsistency, verifyInclusion } from '../../src/ledger/proof/merkle-proof.ts';
import { verifyExport } from '../../src/ledger/proof/verify.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import { rootsFromProof } from './proof/independent.ts';
import { cause, entriesOf, grant, openWorkbench, tip, type Workbench } from './workbench.ts';

/** Past one block of 256, whose Merkle node is stored, and well into the next. */
const size = 300;
const olderSize = 280;

let app: TestApp;
let bench: Workbench;
let olderNote: string;
let note: string;
let vkey: string;
let entries: LedgerEntry[];

before(async () => {
  // City alone: a worker would seal, and so rewrite, what a test has broken.
  app = await startApp(undefined, { env: { KITH_ROLES: 'city' } });
  bench = openWorkbench(undefined, app.database);
  const fill = async (count: number) => {
    for (let i = 0; i < count; i++)
      void bench.post(
        i % 3 === 0
          ? { ...grant(`agent:a${i % 7}`, 50), memo: i % 2 ? 'naïve “quoted” \\ 😀' : null }
          : tip(`agent:a${(i - (i % 3)) % 7}`, 'agent:z', 1 + (i % 9)),
      );
    await bench.post(grant('agent:z', 1));
  };
  await fill(olderSize - 1);
  olderNote = (await app.city.get('/api/ledger/checkpoint')).text;
  await fill(size - olderSize - 1);
  const { text, headers } = await app.city.get('/api/ledger/checkpoint');
  note = text;
  vkey = headers['x-ledger-key'] ?? '';
  entries = entriesOf((await app.city.get('/api/ledger/export')).text);
  assert.equal(entries.length, size);
  assert.deepEqual([readCheckpoint(olderNote).size, readCheckpoint(note).size], [olderSize, size]);
  await app.database.sql(tables.map((name) => `CREATE TABLE good_${name} AS TABLE ${name}`).join(';'));
});
after(async () => {
  await bench.close();
  await app.stop();
});

const tables = ['ledger_entry', 'ledger_head', 'ledger_node', 'account'];

/** Does it to the stored rows, lets the checks look, and puts all as it was. */
async function tampered(statement: string, values: unknown[], check: () => Promise<void>): Promise<void> {
  await app.database.sql(statement, values);
  try {
    await check();
  } finally {
    await app.database.sql(
      tables
        .map((name) => `DELETE FROM ${name}; INSERT INTO ${name} OVERRIDING SYSTEM VALUE TABLE good_${name}`)
        .join(';'),
    );
  }
}

/** The three who walk the chain: the server for anyone who asks, a stranger with the export, the operator. */
async function whoNotices() {
  const { json } = await app.city.get(`/api/ledger?verify=10000&limit=1`);
  const exported = await app.city.get('/api/ledger/export').then(
    ({ text }) => verifyExport([text], { checkpoint: note, vkey }),
    // A stream that breaks off is no verified export either.
    () => ({ ok: false, first_bad_seq: null }),
  );
  const audited = await audit(bench.transaction);
  return {
    verify: json.verified as { ok: boolean; first_bad_seq: number | null },
    exported,
    audited,
    all: !json.verified.ok && !exported.ok && !audited.ok,
  };
}

test('nothing is noticed where nothing was done', async () => {
  await tampered('SELECT 1', [], async () => {
    const { verify, exported, audited } = await whoNotices();
    assert.deepEqual([verify.ok, exported.ok, audited.ok], [true, true, true]);
  });
});

/** Another value of the same kind, for each column that makes an entry what it is. */
const changes: Record<string, (entry: LedgerEntry, pick: number) => [string, unknown]> = {
  amount: ({ amount }, pick) => {
    const flipped = amount ^ (1 << (pick % 20));
    return ['amount = $2', flipped > 0 ? flipped : amount + 1];
  },
  at_ms: (_, pick) => [`at = at + $2 * interval '1 millisecond'`, (pick % 2 ? 1 : -1) * 2 ** (pick % 30)],
  at_us: (_, pick) => [`at = at + $2 * interval '1 microsecond'`, 1 + (pick % 999)],
  kind: ({ kind }, pick) => ['kind = $2', flipCharacter(kind, pick)],
  from: ({ from }, pick) => ['from_account = $2', flipCharacter(from, pick)],
  to: ({ to }, pick) => ['to_account = $2', flipCharacter(to, pick)],
  memo: ({ memo }, pick) => ['memo = $2', memo === null ? '' : pick % 5 ? flipCharacter(memo, pick) : null],
  ref: ({ ref }, pick) => ['ref = $2', flipCharacter(ref!, pick)],
  prev_hash: ({ prev_hash }, pick) => ['prev_hash = $2', flipBit(Buffer.from(prev_hash, 'hex'), pick)],
  hash: ({ hash }, pick) => ['hash = $2', flipBit(Buffer.from(hash, 'hex'), pick)],
  longer_hash: ({ hash }) => ['hash = $2', Buffer.from(`${hash}00`, 'hex')],
  seq: (_, pick) => ['seq = $2', size + 1 + (pick % 5)],
  unsealed: () => ['seq = NULL, hash = NULL, prev_hash = $2', null],
};

function flipCharacter(text: string, pick: number): string {
  const characters = [...text];
  const at = pick % characters.length;
  characters[at] = characters[at] === 'x' ? 'y' : 'x';
  return characters.join('');
}

function flipBit(bytes: Buffer, bit: number): Buffer {
  const at = Math.floor(bit / 8) % bytes.length;
  bytes[at] = bytes[at]! ^ (1 << (bit % 8));
  return bytes;
}

test('any column of any entry changed: found by verify, by the export, by the audit, at that entry or the next', async (t) => {
  const seed = 20_261_115;
  t.diagnostic(`seed ${seed}`);
  const seqs = [1, 2, 255, 256, 257, olderSize, size - 1, size];
  const places = fc.record({
    seq: fc.oneof(fc.constantFrom(...seqs), fc.integer({ min: 1, max: size })),
    pick: fc.nat({ max: 10_000 }),
  });
  for (const [column, change] of Object.entries(changes)) {
    await fc.assert(
      fc.asyncProperty(places, async ({ seq, pick }) => {
        const [assignment, value] = change(entries[seq - 1]!, pick);
        const statement = `UPDATE ledger_entry SET ${assignment} WHERE seq = $1`;
        const stored = async () =>
          JSON.stringify(await app.database.sql('SELECT e::text FROM ledger_entry AS e ORDER BY id'));
        const good = await stored();
        await tampered(statement, [seq, value], async () => {
          if ((await stored()) === good)
            return assert.equal(column, 'at_us', 'the column holds no finer time');
          const { verify, exported, audited, all } = await whoNotices();
          assert.ok(all, `${column} of ${seq}: ${JSON.stringify({ verify, exported, audited })}`);
          const first = verify.first_bad_seq ?? 0;
          assert.ok(first === seq || first === seq + 1, `${column} of ${seq} was found at ${first}`);
        });
      }),
      { numRuns: 4, seed, endOnFailure: true },
    );
  }
});

test('entries swapped or taken away: found by all three', async () => {
  const swap = `UPDATE ledger_entry SET seq = CASE seq WHEN $1 THEN $2::bigint ELSE $1::bigint END WHERE seq IN ($1, $2)`;
  // The index is checked row by row: the swap needs it to wait.
  const lenient = `ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_seq`;
  await app.database.sql(lenient);
  for (const pair of [
    [1, 2],
    [100, 260],
    [size - 1, size],
  ])
    await tampered(swap, pair, async () => assert.ok((await whoNotices()).all, `swap ${pair}`));
  await app.database.sql('ALTER TABLE ledger_entry ADD CONSTRAINT ledger_entry_seq UNIQUE (seq)');
  for (const seq of [1, 150, 256, size])
    await tampered('DELETE FROM ledger_entry WHERE seq = $1', [seq], async () =>
      assert.ok((await whoNotices()).all, `deletion of ${seq}`),
    );
  await tampered('DELETE FROM ledger_entry WHERE seq > $1', [size - 20], async () =>
    assert.ok((await whoNotices()).all, 'deletion of the last 20'),
  );
});

test('the head edited: found by verify and the audit; the export and its signed checkpoint contradict it too', async () => {
  for (const statement of [
    `UPDATE ledger_head SET hash = set_byte(hash, 3, get_byte(hash, 3) # 1)`,
    `UPDATE ledger_head SET size = size + 1`,
    `UPDATE ledger_head SET size = size - 1`,
  ])
    await tampered(statement, [], async () => {
      const { verify, audited } = await whoNotices();
      assert.deepEqual([verify.ok, audited.ok], [false, false], statement);
    });
  await tampered(`UPDATE ledger_head SET frontier = set_byte(frontier, 20, 7)`, [], async () => {
    assert.equal((await audit(bench.transaction)).ok, false);
  });
});

test('the head set back to an earlier, true end: the audit sees entries beyond it, an older checkpoint sees them missing', async () => {
  const end = chainUpTo(size - 10);
  await tampered(
    'UPDATE ledger_head SET size = $1, hash = $2, frontier = $3',
    [size - 10, Buffer.from(end.hash, 'hex'), end.frontier.toBuffer()],
    async () => {
      const { exported, audited } = await whoNotices();
      assert.equal(audited.ok, false);
      assert.equal(exported.ok, false);
      assert.equal((await app.city.get(`/api/ledger/consistency?from=${size}`)).status, 400);
    },
  );
});

function chainUpTo(upTo: number) {
  const frontier = Frontier.empty();
  let hash = genesisHash;
  for (const { hash: _, prev_hash, ...movement } of entries.slice(0, upTo)) {
    assert.equal(prev_hash, hash);
    const sealed = seal(hash, movement);
    frontier.append(leafHash(sealed.line));
    hash = sealed.entry.hash;
  }
  return { hash, frontier };
}

test('a stored Merkle node or a balance edited: found by the audit', async () => {
  for (const statement of [
    `UPDATE ledger_node SET hash = set_byte(hash, 0, get_byte(hash, 0) # 128)`,
    `DELETE FROM ledger_node`,
    `UPDATE account SET balance = balance + 1 WHERE name = 'agent:z'`,
    `UPDATE account SET balance = balance + 1 WHERE name = 'mint'`,
    `UPDATE account SET name = 'agent:thief' WHERE name = 'agent:z'`,
    `INSERT INTO account (name, balance) VALUES ('agent:thief', 5)`,
  ])
    await tampered(statement, [], async () => {
      assert.equal((await audit(bench.transaction)).ok, false, statement);
    });
});

async function consistencyHolds(from: string): Promise<boolean> {
  const older = readCheckpoint(from);
  const newer = readCheckpoint((await app.city.get('/api/ledger/checkpoint')).text);
  const { json } = await app.city.get(`/api/ledger/consistency?from=${older.size}&to=${newer.size}`);
  const hashes = json.hashes.map((hash: string) => Buffer.from(hash, 'base64'));
  const byUs = verifyConsistency(older.size, newer.size, older.root, newer.root, hashes);
  const roots = rootsFromProof(older.size, newer.size, hashes, older.root);
  const byAnother = !!roots && older.root.equals(roots[0]) && newer.root.equals(roots[1]);
  assert.equal(byUs, byAnother);
  const rootsAreOurs =
    json.from_root === older.root.toString('base64') && json.to_root === newer.root.toString('base64');
  return byUs && rootsAreOurs;
}

test('one entry changed and nothing else: its own inclusion proof and the consistency proof fail', async () => {
  for (const seq of [1, 100, 256, 257, size])
    await tampered('UPDATE ledger_entry SET amount = amount + 1 WHERE seq = $1', [seq], async () => {
      const { json } = await app.city.get(`/api/ledger/proof?seq=${seq}`);
      const { root } = readCheckpoint(json.checkpoint);
      const [leaf, ...hashes] = [json.leaf_hash, ...json.hashes].map((hash) => Buffer.from(hash, 'base64'));
      assert.equal(verifyInclusion(leaf!, seq - 1, json.tree_size, hashes, root), false, `${seq}`);
      assert.equal(await consistencyHolds(olderNote), false, `${seq}`);
    });
});

test('history rewritten whole, every hash made anew: the chain verifies, and the consistency proof with an older checkpoint does not', async () => {
  assert.equal(await consistencyHolds(olderNote), true);
  for (const seq of [1, 100, 256, 257, olderSize]) {
    const rewritten = rewriteFrom(seq);
    await tampered(rewritten.statement, rewritten.values, async () => {
      // Another process, as after a restart: it has seen no older end of the chain.
      const fresh = await startApp(undefined, { database: app.database, env: { KITH_ROLES: 'city' } });
      const before = app;
      app = fresh;
      try {
        const { json } = await app.city.get('/api/ledger?verify=10000');
        assert.equal(json.verified.ok, true);
        const { text } = await app.city.get('/api/ledger/export');
        const forged = (await app.city.get('/api/ledger/checkpoint')).text;
        assert.equal((await verifyExport([text], { checkpoint: forged, vkey })).ok, true);
        assert.equal((await audit(bench.transaction)).ok, true);

        assert.equal((await verifyExport([text], { checkpoint: olderNote, vkey })).problem?.kind, 'root');
        assert.equal(await consistencyHolds(olderNote), false, `rewritten from ${seq}`);
      } finally {
        app = before;
        await fresh.stop();
      }
    });
  }
});

/** What an operator could do who holds the database: change one ref, and seal all that follows again. */
function rewriteFrom(seq: number) {
  const frontier = Frontier.empty();
  let hash = genesisHash;
  const nodes: { level: number; index: number; hash: Buffer }[] = [];
  const again = entries.map(({ hash: _, prev_hash: __, ...movement }) => {
    const ref = movement.seq === seq ? cause() : movement.ref;
    const { entry, line } = seal(hash, { ...movement, ref });
    hash = entry.hash;
    nodes.push(...frontier.append(leafHash(line)).filter(({ level }) => level >= 8));
    return entry;
  });
  const statement = `
    WITH head AS (UPDATE ledger_head SET hash = decode($1, 'hex'), frontier = decode($2, 'hex')),
    node AS (UPDATE ledger_node SET hash = decode(t.hash, 'hex')
      FROM unnest($3::int[], $4::int[], $5::text[]) AS t (level, index, hash)
      WHERE ledger_node.level = t.level AND ledger_node.index = t.index)
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
