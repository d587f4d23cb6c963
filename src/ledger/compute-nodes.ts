import type { Reader } from '../platform/db/database.ts';
import { iterateEntries } from './entries.ts';
import { nodeKey } from './nodes.ts';
import { entryLine } from './proof/entry.ts';
import { Frontier, leafHash } from './proof/merkle.ts';
import type { NodeId } from './proof/merkle-proof.ts';

/** Number of entries, from the first, needed to compute a node. */
export const entriesNeededFor = ({ level, index }: NodeId): number => (index + 1) * 2 ** level;

/**
 * Computes nodes from the entries alone, ignoring stored nodes, in one pass from the first entry. Memory
 * holds only the requested nodes and a page of entries.
 */
export async function computeNodes(read: Reader, ids: readonly NodeId[]): Promise<Map<string, Buffer>> {
  const wanted = new Set(ids.map(nodeKey));
  const found = new Map<string, Buffer>();
  const frontier = Frontier.empty();
  const reach = ids.reduce((most, id) => Math.max(most, entriesNeededFor(id)), 0);
  for await (const page of iterateEntries(read, reach)) {
    for (const entry of page) {
      for (const node of frontier.append(leafHash(entryLine(entry)))) {
        const key = nodeKey(node);
        if (wanted.has(key)) found.set(key, node.hash);
      }
    }
  }
  return found;
}
