import { decodeBundle, tilesOfLevel, tileWidth } from '../../ledger/proof/tile.ts';
import { fetchTile, type LogSource, UnreadableLog } from './source.ts';

/** Concurrent bundle downloads: enough to hide latency, few enough to bound memory. */
const maxPending = 8;
const newline = 0x0a;

/** Entries between two indexes in export format, one chunk per bundle, each byte fetched once. */
export async function* entryChunks(source: LogSource, from: number, to: number): AsyncGenerator<Buffer> {
  const ids = bundlesBetween(from, to);
  const pending: Promise<Buffer>[] = [];
  const fill = () => {
    while (pending.length < maxPending) {
      const next = ids.next();
      if (next.done) return;
      const { index, width } = next.value;
      const chunk = readChunk(source, index, width, Math.max(0, from - index * tileWidth));
      // Awaited later; this keeps an early failure from being unhandled.
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

async function readChunk(source: LogSource, index: number, width: number, skip: number): Promise<Buffer> {
  const tile = await fetchTile(source, { level: 'entries', index, width });
  const entries = decodeBundle(tile.bytes, tile.width);
  if (!entries) throw new UnreadableLog(`bundle ${index} is malformed`);
  const requested = entries.slice(skip, width);
  const chunk = Buffer.allocUnsafe(requested.reduce((sum, entry) => sum + entry.length + 1, 0));
  let at = 0;
  for (const entry of requested) {
    // An entry with a newline would be parsed as two.
    if (entry.includes(newline)) throw new UnreadableLog(`bundle ${index} contains an entry with a newline`);
    at += entry.copy(chunk, at);
    chunk[at++] = newline;
  }
  return chunk;
}
