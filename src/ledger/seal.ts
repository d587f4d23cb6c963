import type { Tx } from '../platform/db/transaction.ts';
import { markSealed, movementColumns, movementOf } from './entry-rows.ts';
import { blockLevel } from './nodes.ts';
import { type LedgerEntry, type Movement, seal } from './proof/entry.ts';
import { Frontier, leafHash, type PerfectNode } from './proof/merkle.ts';

/** The end of the chain, locked: while a transaction holds it, nobody else gives out a seq. */
export class ChainEnd {
  #hash: string;
  readonly #frontier: Frontier;
  readonly #nodes: PerfectNode[] = [];

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
    return entry;
  }

  async write(tx: Tx): Promise<void> {
    await tx
      .updateTable('ledger_head')
      .set({ size: this.size, hash: Buffer.from(this.#hash, 'hex'), frontier: this.#frontier.toBuffer() })
      .where('id', '=', 1)
      .execute();
    if (this.#nodes.length > 0) await tx.insertInto('ledger_node').values(this.#nodes).execute();
  }
}

/** Whether anything waits for the sealer; locks nothing. */
export async function anyWaiting(tx: Tx): Promise<boolean> {
  const row = await tx
    .selectFrom('ledger_entry')
    .select('id')
    .where('seq', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Seals what business transactions left unsealed, oldest first. Chosen by "has no seq", never by "id above the last":
 * a transaction that commits late has a low id, and would be lost for ever.
 */
export async function sealWaiting(tx: Tx, end: ChainEnd, most: number | undefined): Promise<LedgerEntry[]> {
  const query = tx
    .selectFrom('ledger_entry')
    .select(['id', ...movementColumns])
    .where('seq', 'is', null)
    .orderBy('id');
  const rows = await (most === undefined ? query : query.limit(most)).execute();
  if (rows.length === 0) return [];
  const sealed = rows.map((row) => end.append(movementOf(row)));
  await markSealed(
    tx,
    rows.map((row) => row.id),
    sealed,
  );
  return sealed;
}
