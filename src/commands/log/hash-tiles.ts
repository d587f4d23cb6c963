import { Frontier, hashBytes } from '../../ledger/proof/merkle.ts';
import type { NodeId, NodeStore } from '../../ledger/proof/merkle-proof.ts';
import { NoteError } from '../../ledger/proof/note.ts';
import { decodeHashes, tilesOfLevel, tileWidth } from '../../ledger/proof/tile.ts';
import { fetchTile, type LogSource } from './source.ts';

/** The inner nodes of a tree of `size` entries, read from its hash tiles. */
export function tileNodes(source: LogSource, size: number): NodeStore {
  const tiles = new Map<string, Promise<Buffer>>();
  const readTile = (level: number, index: number): Promise<Buffer> => {
    const width = Math.min(tileWidth, Math.floor(size / tileWidth ** level) - index * tileWidth);
    const known =
      tiles.get(`${level}/${index}`) ?? fetchTile(source, { level, index, width }).then(({ bytes }) => bytes);
    tiles.set(`${level}/${index}`, known);
    return known;
  };
  const readNode = async ({ level, index }: NodeId): Promise<Buffer> => {
    const width = 2 ** (level % tileBits);
    const first = index * width;
    const bytes = await readTile(Math.floor(level / tileBits), Math.floor(first / tileWidth));
    const frontier = Frontier.empty();
    const at = (first % tileWidth) * hashBytes;
    for (let i = 0; i < width; i++)
      frontier.append(bytes.subarray(at + i * hashBytes, at + (i + 1) * hashBytes));
    return frontier.root();
  };
  return { getNodes: (ids) => Promise.all(ids.map(readNode)) };
}

const tileBits = Math.log2(tileWidth);

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
