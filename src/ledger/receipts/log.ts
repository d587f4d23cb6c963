import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import { recurringTask, type TaskKind } from '../../platform/scheduler/task-kind.ts';
import { Frontier, leafHash, nodeHash, type PerfectNode } from '../proof/merkle.ts';
import type { NodeStore } from '../proof/merkle-proof.ts';
import { anchorMemo, receiptsKind } from '../proof/receipt.ts';
import type { Ledger } from '../transfer.ts';

/** Nodes are stored from blocks of 2^8 receipts upwards, as in the ledger. */
const blockLevel = 8;
const anchorBatchSize = 5_000;
const anchorIntervalMs = 10_000;

/** Appends pending hashes to the tree of receipts, and records its root in the ledger. */
export function receiptTasks(deps: { transaction: Transact; ledger: Ledger }): TaskKind[] {
  return [
    recurringTask('anchor receipts', anchorIntervalMs, (task) =>
      deps.transaction(async (tx) => {
        await anchorReceipts(tx, deps.ledger);
        await task.finish(tx);
      }),
    ),
  ];
}

async function anchorReceipts(tx: Tx, ledger: Ledger): Promise<void> {
  const waiting = await tx
    .selectFrom('receipt_leaf')
    .select(['id', 'hash'])
    .where('index', 'is', null)
    .orderBy('id')
    .limit(anchorBatchSize)
    .execute();
  if (waiting.length === 0) return;
  const head = await tx
    .selectFrom('receipt_head')
    .select('frontier')
    .where('id', '=', 1)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const frontier = Frontier.fromBuffer(head.frontier);
  const first = frontier.size;
  const nodes: PerfectNode[] = [];
  for (const { hash } of waiting)
    nodes.push(...frontier.append(leafHash(hash)).filter(({ level }) => level >= blockLevel));
  await sql`UPDATE receipt_leaf SET index = t.index
    FROM unnest(${waiting.map(({ id }) => id)}::bigint[], ${waiting.map((_, i) => first + i)}::bigint[]) AS t (id, index)
    WHERE receipt_leaf.id = t.id`.execute(tx);
  if (nodes.length > 0) await tx.insertInto('receipt_node').values(nodes).execute();
  await tx
    .updateTable('receipt_head')
    .set({ size: frontier.size, frontier: frontier.toBuffer() })
    .where('id', '=', 1)
    .execute();
  await tx.insertInto('receipt_anchor').values({ size: frontier.size }).execute();
  ledger.collect(tx, [
    {
      kind: receiptsKind,
      from: 'mint',
      to: 'sink',
      amount: 1,
      ref: anchorRef(frontier.size),
      memo: anchorMemo(frontier.size, frontier.root()),
    },
  ]);
}

const anchorRef = (size: number): string => `receipts:${size}`;

export interface AnchoredReceipt {
  readonly index: number;
  /** Size of the tree that the ledger entry names. */
  readonly size: number;
  /** The ledger entry; null while it waits for the sealer. */
  readonly seq: number | null;
}

/** Where a receipt is logged: undefined if its hash is unknown, null while it is pending. */
export async function findReceipt(read: Reader, hash: Buffer): Promise<AnchoredReceipt | null | undefined> {
  const leaf = await read
    .selectFrom('receipt_leaf')
    .select('index')
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (!leaf) return undefined;
  if (leaf.index === null) return null;
  const { size } = await read
    .selectFrom('receipt_anchor')
    .select('size')
    .where('size', '>', leaf.index)
    .orderBy('size')
    .limit(1)
    .executeTakeFirstOrThrow();
  const entry = await read
    .selectFrom('ledger_entry')
    .select('seq')
    .where('ref', '=', anchorRef(size))
    .executeTakeFirstOrThrow();
  return { index: leaf.index, size, seq: entry.seq };
}

/** The tree of receipts, for proofs. */
export function receiptNodes(read: Reader): NodeStore {
  const computeInnerHash = async (level: number, index: number): Promise<Buffer> => {
    const width = 2 ** level;
    const rows = await read
      .selectFrom('receipt_leaf')
      .select('hash')
      .where('index', '>=', index * width)
      .where('index', '<', (index + 1) * width)
      .orderBy('index')
      .execute();
    let hashes = rows.map(({ hash }) => leafHash(hash));
    while (hashes.length > 1)
      hashes = hashes.flatMap((left, i) => (i % 2 === 0 ? nodeHash(left, hashes[i + 1] ?? left) : []));
    const [root] = hashes;
    if (rows.length !== width || !root) throw new Error(`the receipt log has no node ${level}/${index}`);
    return root;
  };
  const readStoredHash = async (level: number, index: number): Promise<Buffer> => {
    const { hash } = await read
      .selectFrom('receipt_node')
      .select('hash')
      .where('level', '=', level)
      .where('index', '=', index)
      .executeTakeFirstOrThrow();
    return hash;
  };
  return {
    getNodes: (ids) =>
      Promise.all(
        ids.map(({ level, index }) => (level < blockLevel ? computeInnerHash : readStoredHash)(level, index)),
      ),
  };
}
