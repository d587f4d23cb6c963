import { Frontier } from '../../ledger/proof/merkle.ts';
import { NoteError } from '../../ledger/proof/note.ts';
import { decodeHashes, tilesOfLevel, tileWidth } from '../../ledger/proof/tile.ts';
import { fetchTile, type LogSource } from './source.ts';

/**
 * Verifies every hash tile against the signed root: level 0 gives the root, and each full tile the hash above
 * it.
 */
export async function checkHashTiles(source: LogSource, size: number, root: Buffer): Promise<void> {
  let expected: Buffer[] | undefined;
  for (let level = 0; tileWidth ** level <= size; level++) {
    const logFrontier = Frontier.empty();
    const nextLevel: Buffer[] = [];
    for (const id of tilesOfLevel(level, size)) {
      const tile = await fetchTile(source, id);
      const hashes = decodeHashes(tile.bytes, tile.width)?.slice(0, id.width);
      const expectedHashes = expected?.slice(id.index * tileWidth, id.index * tileWidth + id.width);
      if (!hashes || (expectedHashes && !Buffer.concat(hashes).equals(Buffer.concat(expectedHashes))))
        throw new NoteError(`tile ${level}/${id.index} does not match the entries`);
      const tileFrontier = Frontier.empty();
      for (const hash of hashes) {
        if (level === 0) logFrontier.append(hash);
        tileFrontier.append(hash);
      }
      if (id.width === tileWidth) nextLevel.push(tileFrontier.root());
    }
    if (level === 0 && !logFrontier.root().equals(root))
      throw new NoteError('the tiles of level 0 do not produce the signed root');
    expected = nextLevel;
  }
}
