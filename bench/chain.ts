import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { accountOf } from '../src/city/money/account.ts';
import { entriesPerBlock } from '../src/ledger/account-index.ts';
import { blockLevel } from '../src/ledger/nodes.ts';
import { EntryChain } from '../src/ledger/proof/chain.ts';
import { genesisHash, type LedgerEntry, type SealedEntry, sealEntry } from '../src/ledger/proof/entry.ts';
import { Frontier, leafHash, type PerfectNode } from '../src/ledger/proof/merkle.ts';
import { timeOrderedId } from '../src/platform/keys/time-ordered-id.ts';
import { type DatabaseAddress, withClient } from './postgres.ts';

/** Initial balance of each agent: more than any benchmark can spend. */
const grantAp = 1_000_000_000;
const rowsAtOnce = 50_000;
const grownFill = 69;

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

/**
 * Fills an empty ledger with a valid chain, its Merkle nodes, its head and its balances. Returns the seconds it took.
 */
export async function fillLedger(
  databaseAddress: DatabaseAddress,
  dir: string,
  names: readonly string[],
  count: number,
  onProgress: (done: number) => void = () => {},
): Promise<number> {
  const startedAt = Date.now();
  await withClient(databaseAddress, async (client) => {
    const restore = await dropIndexes(client, 'ledger_entry');
    const frontier = Frontier.empty();
    const nodes: PerfectNode[] = [];
    const accounts = new Accounts();
    let hash = genesisHash;
    let rows: string[] = [];
    let copying: Promise<unknown> = Promise.resolve();
    const flush = async () => {
      const text = rows.join('');
      rows = [];
      await copying;
      copying = copyIn(client, dir, entryColumns, text);
      // Awaited below; until then a failure must not become an unhandled rejection.
      copying.catch(() => {});
    };
    for (const { entry, line } of sealedEntries(names, count)) {
      rows.push(rowOf(entry));
      for (const node of frontier.append(leafHash(line))) if (node.level >= blockLevel) nodes.push(node);
      accounts.move(entry);
      hash = entry.hash;
      if (rows.length === rowsAtOnce) {
        await flush();
        onProgress(entry.seq);
      }
    }
    await flush();
    await copying;
    const nodeRows = nodes.map((node) => `${node.level}\t${node.index}\t\\\\x${node.hash.toString('hex')}\n`);
    await copyIn(client, dir, 'ledger_node (level, index, hash)', nodeRows.join(''));
    await accounts.write(client);
    await client.query('UPDATE ledger_head SET size = $1, hash = $2, frontier = $3', [
      count,
      Buffer.from(hash, 'hex'),
      frontier.toBuffer(),
    ]);
    for (const statement of restore) await client.query(statement);
    await listBlocks(client, Math.floor(count / entriesPerBlock));
    await client.query('VACUUM (ANALYZE, FREEZE)');
    await client.query('CHECKPOINT');
  });
  return (Date.now() - startedAt) / 1000;
}

const entryColumns =
  'ledger_entry (seq, at, kind, from_account, to_account, amount, memo, ref, prev_hash, hash)';

function rowOf({ seq, at, kind, from, to, amount, ref, prev_hash, hash }: LedgerEntry): string {
  return `${seq}\t${at}\t${kind}\t${from}\t${to}\t${amount}\t\\N\t${ref}\t\\\\x${prev_hash}\t\\\\x${hash}\n`;
}

class Accounts {
  readonly #of = new Map<string, { balance: number; earned: number; spent: number }>();

  move({ from, to, amount }: LedgerEntry): void {
    const [giver, taker] = [this.#find(from), this.#find(to)];
    giver.balance -= amount;
    giver.spent += amount;
    taker.balance += amount;
    taker.earned += amount;
  }

  async write(client: pg.Client): Promise<void> {
    const rows = [...this.#of].map(([name, account]) =>
      // System accounts have only a balance.
      name === 'mint' ? { name, ...account, earned: 0, spent: 0 } : { name, ...account },
    );
    await client.query(
      `INSERT INTO account (name, balance, earned, spent)
       SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[])
       ON CONFLICT (name, shard) DO UPDATE SET balance = excluded.balance`,
      [
        rows.map((row) => row.name),
        rows.map((row) => row.balance),
        rows.map((row) => row.earned),
        rows.map((row) => row.spent),
      ],
    );
  }

  #find(name: string) {
    const found = this.#of.get(name) ?? { balance: 0, earned: 0, spent: 0 };
    this.#of.set(name, found);
    return found;
  }
}

/** The block lists that the sealer would have written. */
async function listBlocks(client: pg.Client, blocks: number): Promise<void> {
  await client.query(
    `INSERT INTO ledger_account_list (account, block, size, places)
     SELECT account, (seq - 1) / $2, count(*), array_agg(((seq - 1) % $2)::smallint ORDER BY seq)
     FROM (SELECT from_account AS account, seq FROM ledger_entry UNION ALL SELECT to_account, seq FROM ledger_entry) AS part
     WHERE seq <= $1::bigint * $2 GROUP BY 1, 2 ORDER BY 2, 1`,
    [blocks, entriesPerBlock],
  );
  await client.query('UPDATE ledger_lists SET blocks = $1', [blocks]);
}

/** From a file that the server itself reads, because `pg` does not support COPY. */
async function copyIn(client: pg.Client, dir: string, target: string, text: string): Promise<void> {
  const file = path.join(dir, `copy-${randomUUID()}`);
  const handle = await open(file, 'w', 0o644);
  await handle.writeFile(text);
  await handle.close();
  await client.query(`COPY ${target} FROM '${file}'`);
  await rm(file);
}

/** Drops a table's indexes, and returns the statements that recreate them. */
async function dropIndexes(client: pg.Client, table: string): Promise<string[]> {
  const constraints = await client.query<{ name: string; definition: string }>(
    `SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE conrelid = $1::regclass AND contype IN ('u', 'p')`,
    [table],
  );
  for (const { name } of constraints.rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  const indexes = await client.query<{ indexname: string; indexdef: string }>(
    'SELECT indexname, indexdef FROM pg_indexes WHERE tablename = $1',
    [table],
  );
  for (const { indexname } of indexes.rows) await client.query(`DROP INDEX ${indexname}`);
  return [
    "SET maintenance_work_mem = '512MB'",
    ...constraints.rows.map((row) => `ALTER TABLE ${table} ADD CONSTRAINT ${row.name} ${row.definition}`),
    // As full as an index that grew entry by entry; a densely packed index would split pages at every insert.
    ...indexes.rows.map((row) =>
      row.indexdef.replace(/( WHERE .*)?$/, ` WITH (fillfactor = ${grownFill})$1`),
    ),
  ];
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
