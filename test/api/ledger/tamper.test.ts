import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { LedgerEntry } from '../../../src/ledger/proof/entry.ts';
import { runs } from '../../harness/runs.ts';
import { olderSize, size, Victim } from './tampering.ts';

let victim: Victim;
before(async () => {
  victim = await Victim.open();
});
after(() => victim.close());

test('an untouched ledger raises no alarm', async () => {
  await victim.tampered('SELECT 1', [], async () => {
    const { verify, exported, audited } = await victim.whoNotices();
    assert.deepEqual([verify.ok, exported.ok, audited.ok], [true, true, true]);
  });
});

/** Another value of the same kind, for each column that defines an entry. */
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

test('any changed column of any entry is found by verify, the export and the audit, at that entry or the next', async (t) => {
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
        const [assignment, value] = change(victim.entries[seq - 1]!, pick);
        const statement = `UPDATE ledger_entry SET ${assignment} WHERE seq = $1`;
        const stored = async () =>
          JSON.stringify(await victim.app.database.sql('SELECT e::text FROM ledger_entry AS e ORDER BY id'));
        const good = await stored();
        await victim.tampered(statement, [seq, value], async () => {
          if ((await stored()) === good)
            return assert.equal(column, 'at_us', 'the column stores no finer time');
          const { verify, exported, audited, all } = await victim.whoNotices();
          assert.ok(all, `${column} of ${seq}: ${JSON.stringify({ verify, exported, audited })}`);
          const first = verify.first_bad_seq ?? 0;
          assert.ok(first === seq || first === seq + 1, `${column} of ${seq} was found at ${first}`);
        });
      }),
      { numRuns: runs(4, 1), seed, endOnFailure: true },
    );
  }
});

test('swapped or removed entries are found by all three', async () => {
  const swap = `UPDATE ledger_entry SET seq = CASE seq WHEN $1 THEN $2::bigint ELSE $1::bigint END WHERE seq IN ($1, $2)`;
  // The index is checked row by row, so the swap must defer it.
  const lenient = `ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_seq`;
  await victim.app.database.sql(lenient);
  for (const pair of [
    [1, 2],
    [100, 260],
    [size - 1, size],
  ])
    await victim.tampered(swap, pair, async () => assert.ok((await victim.whoNotices()).all, `swap ${pair}`));
  await victim.app.database.sql('ALTER TABLE ledger_entry ADD CONSTRAINT ledger_entry_seq UNIQUE (seq)');
  for (const seq of [1, 150, 256, size])
    await victim.tampered('DELETE FROM ledger_entry WHERE seq = $1', [seq], async () =>
      assert.ok((await victim.whoNotices()).all, `deletion of ${seq}`),
    );
  await victim.tampered('DELETE FROM ledger_entry WHERE seq > $1', [size - 20], async () =>
    assert.ok((await victim.whoNotices()).all, 'deletion of the last 20'),
  );
});
