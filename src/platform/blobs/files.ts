import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type {
  BlobRange,
  BlobReading,
  BlobSource,
  BlobStat,
  BlobStore,
  PutByHashResult,
  PutOptions,
  PutResult,
} from './blob-store.ts';
import { encodeFooter, readFooter } from './footer.ts';
import { checkContentType, checkKey } from './key.ts';
import { checkRange, resolveRange } from './range.ts';
import { type Spooled, spool, sweepSpool } from './spool.ts';

/**
 * Blobs as files: `partial/` holds what is arriving, `blobs/` what has arrived.
 *
 * A file is named by the hash of its key. So no key can lead out of the directory, `a` and `a/b` can both exist,
 * and `A` and `a` stay two blobs on file systems that take them for one; the footer says the key in clear.
 */
export class FileBlobStore implements BlobStore {
  readonly #blobs: string;
  readonly #partial: string;

  private constructor(dir: string) {
    this.#blobs = join(dir, 'blobs');
    this.#partial = join(dir, 'partial');
  }

  static async open(dir: string): Promise<FileBlobStore> {
    const store = new FileBlobStore(dir);
    await mkdir(store.#blobs, { recursive: true, mode: 0o700 });
    await mkdir(store.#partial, { recursive: true, mode: 0o700 });
    await syncDirectory(dir);
    await syncDirectory(dirname(dir));
    await sweepSpool(store.#partial);
    return store;
  }

  async put(key: string, source: BlobSource, options: PutOptions): Promise<PutResult> {
    checkKey(key);
    checkContentType(options.contentType);
    return spool(this.#partial, source, options.maxBytes, async (spooled) => {
      await this.#publish(key, spooled, options.contentType);
      return { sha256: spooled.sha256, bytes: spooled.bytes };
    });
  }

  async putByHash(prefix: string, source: BlobSource, options: PutOptions): Promise<PutByHashResult> {
    checkKey(prefix);
    checkContentType(options.contentType);
    return spool(this.#partial, source, options.maxBytes, async (spooled) => {
      const { sha256, bytes } = spooled;
      const key = `${prefix}/${sha256}`;
      checkKey(key);
      const existed = (await this.stat(key)) !== undefined;
      // The other writer may have renamed its file but not yet made the rename last; this answer promises it.
      if (existed) await syncDirectory(this.#blobs);
      else await this.#publish(key, spooled, options.contentType);
      return { key, sha256, bytes, existed };
    });
  }

  async read(key: string, range?: BlobRange): Promise<BlobReading | undefined> {
    if (range !== undefined) checkRange(range);
    const handle = await this.#open(key);
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
    const handle = await this.#open(key);
    if (handle === undefined) return undefined;
    try {
      return await describe(key, handle);
    } finally {
      await handle.close();
    }
  }

  async delete(key: string): Promise<void> {
    await rm(this.#path(key), { force: true });
    await syncDirectory(this.#blobs);
  }

  async close(): Promise<void> {}

  /** The order is the promise: bytes on the disk, then the name, then the name on the disk. */
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

  async #open(key: string): Promise<FileHandle | undefined> {
    try {
      return await open(this.#path(key), 'r');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }
}

async function describe(key: string, handle: FileHandle): Promise<BlobStat> {
  const file = await handle.stat();
  const footer = await readFooter(handle, file.size);
  if (footer.key !== key) throw new Error(`blob file of ${key} says it is ${footer.key}`);
  return {
    bytes: footer.bytes,
    contentType: footer.contentType,
    sha256: footer.sha256,
    modifiedAt: file.mtime,
  };
}

/** A rename lasts only once the directory is on the disk. Windows opens no directories; it journals renames. */
async function syncDirectory(dir: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
