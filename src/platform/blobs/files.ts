import { createHash } from 'node:crypto';
import { type FileHandle, open, opendir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { jsonDecoder, unreadable } from '../decode.ts';
import { makeDir } from '../make-dir.ts';
import {
  type BlobRange,
  type BlobReading,
  type BlobSource,
  type BlobStat,
  type BlobStore,
  checkKey,
  checkRange,
  type PutByHashResult,
  type PutOptions,
  type PutResult,
  resolveRange,
} from './blob-store.ts';
import { type BlobBackend, type Spooled, storeByHash, storeUnderKey, sweepSpool } from './store-blob.ts';

/**
 * Blobs as files: `partial/` holds incoming blobs, `blobs/` complete ones.
 * A file is named by the hash of its key. So no key can escape the directory, `a` and `a/b` can coexist, and
 * `A` and `a` stay distinct on case-insensitive file systems; the footer holds the plain key.
 */
export class FileBlobStore implements BlobStore {
  readonly #blobs: string;
  readonly #partial: string;
  readonly #backend: BlobBackend;

  private constructor(dir: string) {
    this.#blobs = join(dir, 'blobs');
    this.#partial = join(dir, 'partial');
    this.#backend = {
      partial: this.#partial,
      exists: async (key) => {
        const existed = (await this.stat(key)) !== undefined;
        // The other writer may have renamed its file but not yet synced the directory; this call promises
        // durability too.
        if (existed) await syncDirectory(this.#blobs);
        return existed;
      },
      publish: (key, spooled, contentType) => this.#publish(key, spooled, contentType),
    };
  }

  static async open(dir: string): Promise<FileBlobStore> {
    const store = new FileBlobStore(dir);
    await makeDir(store.#blobs, 0o700);
    await makeDir(store.#partial, 0o700);
    await syncDirectory(dir);
    await syncDirectory(dirname(dir));
    await sweepSpool(store.#partial);
    return store;
  }

  put(key: string, source: BlobSource, options: PutOptions): Promise<PutResult> {
    return storeUnderKey(this.#backend, key, source, options);
  }

  putByHash(prefix: string, source: BlobSource, options: PutOptions): Promise<PutByHashResult> {
    return storeByHash(this.#backend, prefix, source, options);
  }

  async read(key: string, range?: BlobRange): Promise<BlobReading | undefined> {
    if (range !== undefined) checkRange(range);
    const handle = await openIfExists(this.#path(key));
    if (handle === undefined) return undefined;
    try {
      // From here on the open file is one version, whatever is renamed or deleted meanwhile.
      const found = await describe(key, handle);
      const { start, end } = resolveRange(range, found.bytes);
      if (end >= start) return { ...found, start, end, stream: handle.createReadStream({ start, end }) };
      await handle.close();
      return { ...found, start, end, stream: Readable.from([]) };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async stat(key: string): Promise<BlobStat | undefined> {
    const handle = await openIfExists(this.#path(key));
    if (handle === undefined) return undefined;
    try {
      return await describe(key, handle);
    } finally {
      await handle.close();
    }
  }

  async *unchanged(prefix: string, ageMs: number): AsyncGenerator<string> {
    // File times come from the system clock, so they are compared with the system clock.
    const before = Date.now() - ageMs;
    for await (const entry of await opendir(this.#blobs)) {
      const key = await keyIfOlder(join(this.#blobs, entry.name), before);
      if (key !== undefined && (prefix === '' || key.startsWith(`${prefix}/`))) yield key;
    }
  }

  async delete(key: string): Promise<void> {
    await rm(this.#path(key), { force: true });
    await syncDirectory(this.#blobs);
  }

  async close(): Promise<void> {}

  /** The order guarantees durability: sync the bytes, then rename, then sync the directory. */
  async #publish(key: string, spooled: Spooled, contentType: string): Promise<void> {
    await spooled.handle.appendFile(encodeFooter({ key, contentType, sha256: spooled.sha256 }));
    await spooled.handle.sync();
    await rename(spooled.path, this.#path(key));
    await syncDirectory(this.#blobs);
  }

  #path(key: string): string {
    checkKey(key);
    return join(this.#blobs, createHash('sha256').update(key).digest('hex'));
  }
}

/** The key of a file not written since `before`, read from its footer; undefined if newer or gone. */
async function keyIfOlder(path: string, before: number): Promise<string | undefined> {
  const handle = await openIfExists(path);
  if (handle === undefined) return undefined;
  try {
    const { mtimeMs, size } = await handle.stat();
    return mtimeMs < before ? (await readFooter(handle, size)).key : undefined;
  } finally {
    await handle.close();
  }
}

async function openIfExists(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function describe(key: string, handle: FileHandle): Promise<BlobStat> {
  const file = await handle.stat();
  const footer = await readFooter(handle, file.size);
  if (footer.key !== key) throw new Error(`the blob file of ${key} has the footer of ${footer.key}`);
  return {
    bytes: footer.bytes,
    contentType: footer.contentType,
    sha256: footer.sha256,
    modifiedAt: file.mtime,
  };
}

/**
 * A rename is durable only once the directory is synced. Windows cannot open directories; it journals
 * renames.
 */
async function syncDirectory(dir: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Metadata of a blob file, stored after its bytes:
 *
 *     bytes | JSON | length of the JSON, 4 bytes | MARK
 *
 * It is in the same file and not beside it, because only then does one rename replace bytes and type
 * together. It follows the bytes, because the hash is known last, and image and video tools can still open
 * the file.
 */
interface Footer {
  readonly key: string;
  readonly contentType: string;
  readonly sha256: string;
}

const MARK = Buffer.from('kithblob');
const TAIL_BYTES = 4 + MARK.length;

/** Above the longest key, content type and hash together, so that one read always gets it all. */
const MAX_FOOTER_BYTES = 1024;

function encodeFooter(footer: Footer): Buffer {
  const json = Buffer.from(
    JSON.stringify({ key: footer.key, content_type: footer.contentType, sha256: footer.sha256 }),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([json, length, MARK]);
}

const decodeFooter = jsonDecoder(
  Type.Object({ key: Type.String(), content_type: Type.String(), sha256: Type.String() }),
);

/** Reads the footer of an open file, and the number of bytes before it. */
async function readFooter(handle: FileHandle, fileBytes: number): Promise<Footer & { bytes: number }> {
  const length = Math.min(fileBytes, MAX_FOOTER_BYTES);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, fileBytes - length);
  const jsonEnd = bytesRead - TAIL_BYTES;
  if (jsonEnd < 0 || !buffer.subarray(jsonEnd + 4).equals(MARK)) throw new Error('blob file has no footer');
  const jsonBytes = buffer.readUInt32BE(jsonEnd);
  const parsed = decodeFooter(buffer.subarray(Math.max(0, jsonEnd - jsonBytes), jsonEnd));
  if (parsed === unreadable) throw new Error('blob file has a damaged footer');
  return {
    key: parsed.key,
    contentType: parsed.content_type,
    sha256: parsed.sha256,
    bytes: fileBytes - TAIL_BYTES - jsonBytes,
  };
}
