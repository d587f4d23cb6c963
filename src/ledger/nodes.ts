import { sql } from 'kysely';
import type { Reader } from '../platform/db/database.ts';
import { readEntries } from './entries.ts';
import { entryLine } from './proof/entry.ts';
import { leafHash, nodeHash, type PerfectNode } from './proof/merkle.ts';
import type { NodeId, NodeStore } from './proof/merkle-proof.ts';

/**
 * Nodes are stored from blocks of 2^8 entries upwards: one row per 128 entries instead of two rows per entry.
 * Nodes inside a block are computed from the block's own entries, in one range read.
 */
export const blockLevel = 8;

/** The Merkle tree of the sealed entries, for proofs. */
export function createNodeStore(read: Reader): NodeStore {
  return {
    async getNodes(ids) {
      const [inner, stored] = [ids.filter(isInsideBlock), ids.filter((id) => !isInsideBlock(id))];
      const found = new Map<string, Buffer>();
      for (const [key, hash] of await readStoredNodes(read, stored)) found.set(key, hash);
      for (const id of inner) found.set(nodeKey(id), await computeNode(read, id));
      return ids.map((id) => found.get(nodeKey(id)) ?? throwMissingNode(id));
    },
  };
}

const isInsideBlock = (id: NodeId): boolean => id.level < blockLevel;
export const nodeKey = ({ level, index }: NodeId): string => `${level}/${index}`;

export function throwMissingNode(id: NodeId): never {
  throw new Error(`the ledger's tree has no node ${nodeKey(id)}`);
}

async function readStoredNodes(read: Reader, ids: readonly NodeId[]): Promise<[string, Buffer][]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<PerfectNode>`
    SELECT level, index, hash FROM ledger_node JOIN
      unnest(${ids.map((id) => id.level)}::integer[], ${ids.map((id) => id.index)}::bigint[]) AS t (level, index)
      USING (level, index)`.execute(read);
  return rows.map((row) => [nodeKey(row), row.hash]);
}

/** Of nodes computed from the entries, those whose stored value differs or is missing. */
export async function findMismatchedNodes(
  read: Reader,
  nodes: readonly PerfectNode[],
): Promise<PerfectNode[]> {
  const stored = new Map(await readStoredNodes(read, nodes));
  return nodes.filter((node) => !stored.get(nodeKey(node))?.equals(node.hash));
}

async function computeNode(read: Reader, { level, index }: NodeId): Promise<Buffer> {
  const width = 2 ** level;
  const first = index * width + 1;
  const entries = await readEntries(read, { from: first, to: first + width - 1 });
  if (entries.length !== width) throw new Error(`the ledger is missing entries from ${first} on`);
  let row = entries.map((entry) => leafHash(entryLine(entry)));
  while (row.length > 1) row = hashPairs(row);
  return row[0]!;
}

function hashPairs(row: readonly Buffer[]): Buffer[] {
  const parents: Buffer[] = [];
  for (let i = 0; i < row.length; i += 2) parents.push(nodeHash(row[i]!, row[i + 1]!));
  return parents;
}
