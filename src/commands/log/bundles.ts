import { decodeBundle, tilesOfLevel, tileWidth } from '../../ledger/proof/tile.ts';
import { fetchTile, type LogSource, Unreadable } from './source.ts';

/** Bundles on their way at a time: enough to hide a slow line, few enough to bound the memory. */
const fetchedAhead = 8;
const newline = 0x0a;

/** The entries from one index up to another in the form of an export, a bundle per chunk, each byte fetched once. */
export async function* entryChunks(source: LogSource, from: number, to: number): AsyncGenerator<Buffer> {
  const ids = bundlesBetween(from, to);
  const pending: Promise<Buffer>[] = [];
  const fill = () => {
    while (pending.length < fetchedAhead) {
      const next = ids.next();
      if (next.done) return;
      const { index, width } = next.value;
      const chunk = chunkOf(source, index, width, Math.max(0, from - index * tileWidth));
      // Awaited in its turn; until then a failure is not unhandled.
      chunk.catch(() => {});
      pending.push(chunk);
    }
  };
  for (fill(); pending.length > 0; fill()) {
    const chunk = await pending.shift();
    if (chunk) yield chunk;
  }
}

function* bundlesBetween(from: number, to: number) {
  for (const { index, width } of tilesOfLevel('entries', to, from - (from % tileWidth)))
    if (index * tileWidth + width > from) yield { index, width };
}

async function chunkOf(source: LogSource, index: number, width: number, skip: number): Promise<Buffer> {
  const tile = await fetchTile(source, { level: 'entries', index, width });
  const entries = decodeBundle(tile.bytes, tile.width);
  if (!entries) throw new Unreadable(`bundle ${index} is malformed`);
  const wanted = entries.slice(skip, width);
  const chunk = Buffer.allocUnsafe(wanted.reduce((sum, entry) => sum + entry.length + 1, 0));
  let at = 0;
  for (const entry of wanted) {
    // No entry holds a newline: one that does would be read as two.
    if (entry.includes(newline)) throw new Unreadable(`bundle ${index} holds an entry with a newline`);
    at += entry.copy(chunk, at);
    chunk[at++] = newline;
  }
  return chunk;
}
