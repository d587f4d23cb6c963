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
    const whole = Frontier.empty();
    const above: Buffer[] = [];
    for (const id of tilesOfLevel(level, size)) {
      const tile = await fetchTile(source, id);
      const hashes = decodeHashes(tile.bytes, tile.width)?.slice(0, id.width);
      const known = expected?.slice(id.index * tileWidth, id.index * tileWidth + id.width);
      if (!hashes || (known && !Buffer.concat(hashes).equals(Buffer.concat(known))))
        throw new NoteError(`tile ${level}/${id.index} does not match the entries`);
      const own = Frontier.empty();
      for (const hash of hashes) {
        if (level === 0) whole.append(hash);
        own.append(hash);
      }
      if (id.width === tileWidth) above.push(own.root());
    }
    if (level === 0 && !whole.root().equals(root))
      throw new NoteError('the tiles of level 0 do not produce the signed root');
    expected = above;
  }
}
