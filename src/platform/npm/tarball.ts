import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

const block = 512;

/** A regular file of an archive. */
export interface TarEntry {
  readonly name: string;
  readonly mode: number;
}

/** Receives the bytes of one entry as they arrive, and is notified when they are complete. */
export interface EntrySink {
  take(chunk: Buffer): Promise<void>;
  end(): Promise<void>;
}

/**
 * Walks a .tgz from front to back and never holds more than a chunk of it. `open` decides whether to extract
 * an entry; its name is only ever compared, so no archive can write to an arbitrary path.
 */
export async function walkTarball(
  path: string,
  open: (entry: TarEntry) => EntrySink | undefined,
): Promise<void> {
  const source = createReadStream(path, { highWaterMark: 262_144 });
  const plain = source.pipe(createGunzip());
  const chunks: AsyncIterable<Buffer> = plain;
  source.on('error', (error) => plain.destroy(error));
  let rest: Buffer = Buffer.alloc(0);
  let entry: { left: number; padding: number; sink: EntrySink | undefined } | undefined;
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      if (!entry) {
        if (rest.length < block) break;
        const header = rest.subarray(0, block);
        rest = rest.subarray(block);
        if (header[0] === 0) continue;
        const size = Number.parseInt(text(header, 124, 12).trim() || '0', 8);
        const prefix = text(header, 345, 155);
        const name = (prefix ? `${prefix}/` : '') + text(header, 0, 100);
        const mode = Number.parseInt(text(header, 100, 8).trim() || '0', 8);
        // '0' and NUL are regular files; links and directories are never opened.
        const isFile = header[156] === 0x30 || header[156] === 0;
        const sink = isFile ? open({ name, mode }) : undefined;
        entry = { left: size, padding: (block - (size % block)) % block, sink };
      }
      if (entry.left > 0) {
        const part = rest.subarray(0, entry.left);
        if (part.length === 0) break;
        await entry.sink?.take(part);
        rest = rest.subarray(part.length);
        entry.left -= part.length;
        if (entry.left > 0) break;
      }
      if (rest.length < entry.padding) break;
      rest = rest.subarray(entry.padding);
      await entry.sink?.end();
      entry = undefined;
    }
  }
  if (entry) throw new Error('the archive ends in the middle of a file');
}

const text = (header: Buffer, from: number, length: number): string =>
  header.toString('utf8', from, from + length).replace(/\0.*$/s, '');
