const bundleSize = 256;
/** Concurrent bundle downloads. */
const maxPending = 4;

/** All entry lines up to a tree size, from the ledger's tiles; each byte is fetched once. */
export async function* linesOfTiles(size: number): AsyncGenerator<string> {
  const count = Math.ceil(size / bundleSize);
  const pending: Promise<string[]>[] = [];
  for (let next = 0; next < count || pending.length > 0; ) {
    while (next < count && pending.length < maxPending) {
      const lines = bundle(next, Math.min(bundleSize, size - next * bundleSize));
      // Awaited later; this keeps an early failure from being unhandled.
      lines.catch(() => {});
      pending.push(lines);
      next++;
    }
    const lines = await pending.shift();
    if (lines) yield* lines;
  }
}

/** Bypasses the browser cache, to verify what the city serves now. */
async function bundle(index: number, width: number): Promise<string[]> {
  for (const each of new Set([width, bundleSize])) {
    const answer = await fetch(tilePath(index, each), { credentials: 'omit', cache: 'no-cache' });
    if (answer.status === 404) continue;
    if (!answer.ok) throw new Error(`the entries were refused (${answer.status})`);
    return decodeBundle(new Uint8Array(await answer.arrayBuffer()), each).slice(0, width);
  }
  throw new Error(`the entries from ${index * bundleSize + 1} on are missing`);
}

/** Groups of three digits, all but the last prefixed with an x (C2SP tlog-tiles). */
function tilePath(index: number, width: number): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  const name = groups.map((group, i) => (i < groups.length - 1 ? `x${group}` : group)).join('/');
  return `/ledger/tile/entries/${name}${width === bundleSize ? '' : `.p/${width}`}`;
}

function decodeBundle(bytes: Uint8Array, count: number): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const lines: string[] = [];
  let at = 0;
  while (at + 2 <= bytes.length) {
    const end = at + 2 + view.getUint16(at);
    if (end > bytes.length) break;
    lines.push(decoder.decode(bytes.subarray(at + 2, end)));
    at = end;
  }
  if (at !== bytes.length || lines.length !== count) throw new Error('a bundle of entries is malformed');
  return lines;
}
