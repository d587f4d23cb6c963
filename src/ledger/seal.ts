import { compiledStatement } from '../platform/db/compiled-statement.ts';
import { pipelineWrite, type Tx } from '../platform/db/transaction.ts';
import { markSealed, movementColumns, toMovement } from './entry-rows.ts';
import { blockLevel } from './nodes.ts';
import { type LedgerEntry, type Movement, sealEntry } from './proof/entry.ts';
import { Frontier, leafHash, type PerfectNode } from './proof/merkle.ts';
import type { EntryRow } from './tables.ts';

const selectHead = (tx: Tx) =>
  tx.selectFrom('ledger_head').select(['size', 'hash', 'frontier']).where('id', '=', 1).forUpdate();
const lockHead = compiledStatement((tx: Tx, _: object) => selectHead(tx));
const tryLockHead = compiledStatement((tx: Tx, _: object) => selectHead(tx).skipLocked());
const writeHead = compiledStatement((tx: Tx, { size, hash, frontier }: HeadRow) =>
  tx.updateTable('ledger_head').set({ size, hash, frontier }).where('id', '=', 1),
);

interface HeadRow {
  size: number;
  hash: Buffer;
  frontier: Buffer;
}

/** The locked head of the chain: while a transaction holds it, no other can assign a seq. */
export class ChainHead {
  #hash: string;
  readonly #frontier: Frontier;
  readonly #nodes: PerfectNode[] = [];

  private constructor(hash: string, frontier: Frontier) {
    this.#hash = hash;
    this.#frontier = frontier;
  }

  /** Undefined if another process holds it and `wait` is false. */
  static async lock(tx: Tx, { wait }: { wait: boolean }): Promise<ChainHead | undefined> {
    const [row] = await (wait ? lockHead(tx, {}) : tryLockHead(tx, {}));
    if (!row) return undefined;
    const frontier = Frontier.fromBuffer(row.frontier);
    if (frontier.size !== row.size) throw new Error('the head of the ledger contradicts itself');
    return new ChainHead(row.hash.toString('hex'), frontier);
  }

  get size(): number {
    return this.#frontier.size;
  }

  append(movement: Omit<Movement, 'seq'>): LedgerEntry {
    const { entry, line } = sealEntry(this.#hash, { ...movement, seq: this.#frontier.size + 1 });
    this.#hash = entry.hash;
    for (const node of this.#frontier.append(leafHash(line)))
      if (node.level >= blockLevel) this.#nodes.push(node);
    return entry;
  }

  write(tx: Tx): void {
    const end = {
      size: this.size,
      hash: Buffer.from(this.#hash, 'hex'),
      frontier: this.#frontier.toBuffer(),
    };
    pipelineWrite(tx, writeHead(tx, end));
    if (this.#nodes.length > 0) pipelineWrite(tx, tx.insertInto('ledger_node').values(this.#nodes).execute());
  }
}

/** Whether entries are waiting for the sealer; takes no locks. */
export async function hasUnsealed(tx: Tx): Promise<boolean> {
  const row = await tx
    .selectFrom('ledger_entry')
    .select('id')
    .where('seq', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Entries that business transactions left unsealed, oldest first. Selected by "has no seq", never by "id
 * above the last": a transaction that commits late has a low id, and would be lost forever.
 */
export const readUnsealed = (tx: Tx, limit: number | undefined): Promise<UnsealedRow[]> =>
  limit === undefined ? readAllUnsealed(tx, {}) : unsealedRows(tx).limit(limit).execute();

const unsealedRows = (tx: Tx) =>
  tx
    .selectFrom('ledger_entry')
    .select(['id', ...movementColumns])
    .where('seq', 'is', null)
    .orderBy('id');
const readAllUnsealed = compiledStatement((tx: Tx, _: object) => unsealedRows(tx));

type UnsealedRow = Pick<EntryRow, 'id' | (typeof movementColumns)[number]>;

/** Assigns a position in the chain to rows that were read while its head was locked. */
export function sealRows(tx: Tx, head: ChainHead, rows: readonly UnsealedRow[]): LedgerEntry[] {
  if (rows.length === 0) return [];
  const sealed = rows.map((row) => head.append(toMovement(row)));
  const ids = rows.map((row) => row.id);
  pipelineWrite(tx, markSealed(tx, ids, sealed));
  return sealed;
}
