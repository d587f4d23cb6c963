import type { Reader } from '../platform/db/database.ts';
import { readEntries } from './entries.ts';
import { entryLine } from './proof/entry.ts';
import { leafHash } from './proof/merkle.ts';
import { encodeBundle, type TileId, tileWidth } from './proof/tile.ts';

/**
 * Entries are leaves; a level of tiles covers eight levels of the tree, and the nodes of every eighth level
 * are stored.
 */
const levelsPerTile = 8;

/**
 * The bytes of a tile, from the entries or the stored nodes; undefined if the ledger is not that long yet.
 */
export async function readTile(read: Reader, { level, index, width }: TileId): Promise<Buffer | undefined> {
  const first = index * tileWidth;
  if (!Number.isSafeInteger(first + width)) return undefined;
  if (level !== 'entries' && level > 0) {
    const rows = await read
      .selectFrom('ledger_node')
      .select('hash')
      .where('level', '=', level * levelsPerTile)
      .where('index', '>=', first)
      .where('index', '<', first + width)
      .orderBy('index')
      .execute();
    return rows.length === width ? Buffer.concat(rows.map(({ hash }) => hash)) : undefined;
  }
  const entries = await readEntries(read, { from: first + 1, to: first + width });
  if (entries.length !== width) return undefined;
  const lines = entries.map(entryLine);
  return level === 'entries' ? encodeBundle(lines) : Buffer.concat(lines.map(leafHash));
}
