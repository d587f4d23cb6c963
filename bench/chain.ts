import { accountOf } from '../src/city/money/account.ts';
import { fillLedger as addEntries } from '../src/dev/fill.ts';
import { EntryChain } from '../src/ledger/proof/chain.ts';
import { genesisHash, type LedgerEntry, type SealedEntry, sealEntry } from '../src/ledger/proof/entry.ts';
import { openDatabase } from '../src/platform/db/database.ts';
import { timeOrderedId } from '../src/platform/keys/time-ordered-id.ts';
import { type DatabaseAddress, query, withClient } from './postgres.ts';

/** Initial balance of each agent: more than any benchmark can spend. */
const grantAp = 1_000_000_000;

/** A valid chain of this many entries: first a grant for each agent, then tips between random agents. */
export function* sealedEntries(names: readonly string[], count: number): Generator<SealedEntry> {
  let prevHash = genesisHash;
  const startMs = Date.UTC(2026, 0, 1);
  for (let seq = 1; seq <= count; seq++) {
    const grant = seq <= names.length;
    const sender = (seq * 7919) % names.length;
    // Never the sender itself, and without a pattern that an index could profit from.
    const receiver = (sender + 1 + ((seq * 104_729) % (names.length - 1))) % names.length;
    const at = new Date(startMs + seq);
    const sealed = sealEntry(prevHash, {
      seq,
      at: at.toISOString(),
      kind: grant ? 'welcome' : 'tip',
      from: grant ? 'mint' : accountOf(names[sender]!),
      to: accountOf(names[grant ? seq - 1 : receiver]!),
      amount: grant ? grantAp : 1 + (seq % 5),
      memo: null,
      ref: grant ? `welcome:${seq}` : `tip:${timeOrderedId(at)}`,
    });
    prevHash = sealed.entry.hash;
    yield sealed;
  }
}

/** Fills an empty ledger: a grant for each agent, then tips. Returns the seconds it took. */
export async function fillLedger(
  databaseAddress: DatabaseAddress,
  names: readonly string[],
  entries: number,
  onProgress?: (done: number) => void,
): Promise<number> {
  const startedAt = Date.now();
  const database = openDatabase(databaseAddress, { name: 'kith-bench', connections: 1, onLost: () => {} });
  try {
    const fill = { names, newcomers: names, entries, ...(onProgress && { onProgress }) };
    await addEntries(database.transaction, fill);
  } finally {
    await database.close();
  }
  await query(databaseAddress, 'VACUUM (ANALYZE, FREEZE)');
  await query(databaseAddress, 'CHECKPOINT');
  return (Date.now() - startedAt) / 1000;
}

/** Verifies that the newest entries are chained and end at the head: a benchmark of a broken ledger is meaningless. */
export async function checkLedgerEnd(databaseAddress: DatabaseAddress, most: number): Promise<void> {
  await withClient(databaseAddress, async (client) => {
    const head = await client.query<{ size: string; hash: string }>(
      `SELECT size, encode(hash, 'hex') AS hash FROM ledger_head`,
    );
    const size = Number(head.rows[0]!.size);
    const { rows } = await client.query<LedgerEntry & { at: Date }>(
      `SELECT seq, at, kind, from_account AS "from", to_account AS "to", amount, memo, ref,
         encode(prev_hash, 'hex') AS prev_hash, encode(hash, 'hex') AS hash
       FROM ledger_entry WHERE seq > $1 ORDER BY seq`,
      [size - most],
    );
    const first = rows[0]!;
    const chain = new EntryChain({ seq: Number(first.seq) - 1, hash: first.prev_hash });
    for (const row of rows) {
      const entry = { ...row, seq: Number(row.seq), amount: Number(row.amount), at: row.at.toISOString() };
      const problem = chain.takeEntry(entry);
      if (problem) throw new Error(`entry ${row.seq}: ${problem.message}`);
    }
    if (chain.seq !== size || chain.hash !== head.rows[0]!.hash)
      throw new Error('the ledger and its head differ');
  });
}
