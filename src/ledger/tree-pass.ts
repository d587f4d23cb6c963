import type { Reader } from '../platform/db/database.ts';
import { allEntries } from './entries.ts';
import { keyOf } from './nodes.ts';
import { entryLine } from './proof/entry.ts';
import { Frontier, leafHash } from './proof/merkle.ts';
import type { NodeId } from './proof/merkle-proof.ts';

/** How many entries, from the first, it takes to work a node out. */
export const reachOf = ({ level, index }: NodeId): number => (index + 1) * 2 ** level;

/**
 * Works nodes out from the entries alone, whatever is stored of the tree, in one pass from the first entry on: true to
 * every byte. Only what is asked for is held in memory, and a page of entries.
 */
export async function passOver(read: Reader, ids: readonly NodeId[]): Promise<Map<string, Buffer>> {
  const wanted = new Set(ids.map(keyOf));
  const found = new Map<string, Buffer>();
  const frontier = Frontier.empty();
  const reach = ids.reduce((most, id) => Math.max(most, reachOf(id)), 0);
  for await (const page of allEntries(read, reach)) {
    for (const entry of page) {
      for (const node of frontier.append(leafHash(entryLine(entry)))) {
        const key = keyOf(node);
        if (wanted.has(key)) found.set(key, node.hash);
      }
    }
  }
  return found;
}
