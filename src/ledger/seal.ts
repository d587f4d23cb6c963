import { sql } from 'kysely';
import type { Tx } from '../platform/db/transaction.ts';
import type { AccountName } from './movement.ts';
import { blockLevel } from './nodes.ts';
import { type LedgerEntry, type Movement, seal } from './proof/entry.ts';
import { Frontier, leafHash, type PerfectNode } from './proof/merkle.ts';

/** The end of the chain, locked: while a transaction holds it, nobody else gives out a seq. */
export class ChainEnd {
  #hash: string;
  readonly #frontier: Frontier;
  readonly #nodes: PerfectNode[] = [];
  readonly #worldEnds = new Map<AccountName, number>();

  private constructor(hash: string, frontier: Frontier) {
    this.#hash = hash;
    this.#frontier = frontier;
  }

  /** Undefined when another process holds it and `wait` is false. */
  static async lock(tx: Tx, { wait }: { wait: boolean }): Promise<ChainEnd | undefined> {
    const query = tx
      .selectFrom('ledger_head')
      .select(['size', 'hash', 'frontier'])
      .where('id', '=', 1)
      .forUpdate();
    const row = await (wait ? query : query.skipLocked()).executeTakeFirst();
    if (!row) return undefined;
    const frontier = Frontier.fromBuffer(row.frontier);
    if (frontier.size !== row.size) throw new Error('the head of the ledger contradicts itself');
    return new ChainEnd(row.hash.toString('hex'), frontier);
  }

  get size(): number {
    return this.#frontier.size;
  }

  append(movement: Omit<Movement, 'seq'>): LedgerEntry {
    const { entry, line } = seal(this.#hash, { ...movement, seq: this.#frontier.size + 1 });
    this.#hash = entry.hash;
    for (const node of this.#frontier.append(leafHash(line)))
      if (node.level >= blockLevel) this.#nodes.push(node);
    this.#move(entry.from as AccountName, -entry.amount);
    this.#move(entry.to as AccountName, entry.amount);
    return entry;
  }

  #move(name: AccountName, amount: number): void {
    if (name === 'mint' || name === 'sink')
      this.#worldEnds.set(name, (this.#worldEnds.get(name) ?? 0) + amount);
  }

  async write(tx: Tx): Promise<void> {
    await tx
      .updateTable('ledger_head')
      .set({ size: this.size, hash: Buffer.from(this.#hash, 'hex'), frontier: this.#frontier.toBuffer() })
      .where('id', '=', 1)
      .execute();
    if (this.#nodes.length > 0) await tx.insertInto('ledger_node').values(this.#nodes).execute();
    for (const [name, amount] of this.#worldEnds) {
      await tx
        .updateTable('account')
        .set({ balance: sql`balance + ${amount}` })
        .where('name', '=', name)
        .execute();
    }
  }
}

interface UnsealedRow {
  id: number;
  at: Date;
  kind: string;
  from_account: string;
  to_account: string;
  amount: number;
  memo: string | null;
  ref: string;
}

/**
 * Seals what business transactions left unsealed, oldest first. Chosen by "has no seq", never by "id above the last":
 * a transaction that commits late has a low id, and would be lost for ever.
 */
export async function sealWaiting(tx: Tx, end: ChainEnd, most: number | undefined): Promise<LedgerEntry[]> {
  const query = tx
    .selectFrom('ledger_entry')
    .select(['id', 'at', 'kind', 'from_account', 'to_account', 'amount', 'memo', 'ref'])
    .where('seq', 'is', null)
    .orderBy('id');
  const rows: UnsealedRow[] = await (most === undefined ? query : query.limit(most)).execute();
  if (rows.length === 0) return [];
  const sealed = rows.map((row) => end.append(movementOf(row)));
  await sql`
    UPDATE ledger_entry SET seq = t.seq, prev_hash = decode(t.prev_hash, 'hex'), hash = decode(t.hash, 'hex')
    FROM unnest(${rows.map((row) => row.id)}::bigint[], ${sealed.map((entry) => entry.seq)}::bigint[],
      ${sealed.map((entry) => entry.prev_hash)}::text[], ${sealed.map((entry) => entry.hash)}::text[])
      AS t (id, seq, prev_hash, hash)
    WHERE ledger_entry.id = t.id AND ledger_entry.seq IS NULL`.execute(tx);
  return sealed;
}

function movementOf(row: UnsealedRow): Omit<Movement, 'seq'> {
  return {
    at: row.at.toISOString(),
    kind: row.kind,
    from: row.from_account,
    to: row.to_account,
    amount: row.amount,
    memo: row.memo,
    ref: row.ref,
  };
}

/** Entries that are born sealed. */
export async function insertSealed(tx: Tx, entries: readonly LedgerEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    INSERT INTO ledger_entry (seq, at, kind, from_account, to_account, amount, memo, ref, prev_hash, hash)
    SELECT seq, at, kind, giver, taker, amount, memo, ref, decode(prev_hash, 'hex'), decode(hash, 'hex')
    FROM unnest(${entries.map((entry) => entry.seq)}::bigint[], ${entries.map((entry) => entry.at)}::timestamptz[],
      ${entries.map((entry) => entry.kind)}::text[], ${entries.map((entry) => entry.from)}::text[],
      ${entries.map((entry) => entry.to)}::text[], ${entries.map((entry) => entry.amount)}::bigint[],
      ${entries.map((entry) => entry.memo)}::text[], ${entries.map((entry) => entry.ref)}::text[],
      ${entries.map((entry) => entry.prev_hash)}::text[], ${entries.map((entry) => entry.hash)}::text[])
      AS t (seq, at, kind, giver, taker, amount, memo, ref, prev_hash, hash)`.execute(tx);
}
