import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type BlobSource,
  BlobTooLarge,
  checkContentType,
  checkKey,
  type PutByHashResult,
  type PutOptions,
  type PutResult,
} from './blob-store.ts';

/**
 * A file untouched for this long belongs to a process that died; a live upload touches its file with every
 * chunk.
 */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

/** A completely received file that has no name yet. */
export interface Spooled {
  readonly path: string;
  readonly handle: FileHandle;
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * Streams a source into a temporary file and passes it to `use` once it is complete. Both backends start this
 * way: a slow or failing sender never reaches the named blobs, and the hash is known before the name is
 * needed. No temporary file is ever left behind.
 */
async function withSpooledFile<T>(
  dir: string,
  source: BlobSource,
  maxBytes: number,
  use: (spooled: Spooled) => Promise<T>,
): Promise<T> {
  const path = join(dir, randomUUID());
  const handle = await open(path, 'wx', 0o600);
  try {
    return await use({ path, handle, ...(await fill(handle, source, maxBytes)) });
  } finally {
    await handle.close();
    await rm(path, { force: true });
  }
}

async function fill(handle: FileHandle, source: BlobSource, maxBytes: number) {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of source instanceof Uint8Array ? [source] : source) {
    // A Readable is typed as yielding anything; one with an encoding set would yield strings.
    if (!(chunk instanceof Uint8Array)) throw new TypeError('a blob source yields bytes');
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new BlobTooLarge(maxBytes);
    hash.update(chunk);
    await handle.appendFile(chunk);
  }
  return { sha256: hash.digest('hex'), bytes };
}

/** Removes partial files of processes that died. Other processes may be writing at the same time. */
export async function sweepSpool(dir: string): Promise<void> {
  // File times come from the system clock, so they are compared with the system clock.
  const before = Date.now() - ABANDONED_AFTER_MS;
  for (const name of await readdir(dir)) {
    const path = join(dir, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && found.mtimeMs < before) await rm(path, { force: true });
  }
}

/** What the two backends implement differently; receiving a blob is the same for both. */
export interface BlobBackend {
  /** Holds incoming blobs until they are complete. */
  readonly partial: string;
  exists(key: string): Promise<boolean>;
  publish(key: string, spooled: Spooled, contentType: string): Promise<void>;
}

export async function storeUnderKey(
  { partial, publish }: BlobBackend,
  key: string,
  source: BlobSource,
  { contentType, maxBytes }: PutOptions,
): Promise<PutResult> {
  checkKey(key);
  checkContentType(contentType);
  return withSpooledFile(partial, source, maxBytes, async (spooled) => {
    await publish(key, spooled, contentType);
    return { sha256: spooled.sha256, bytes: spooled.bytes };
  });
}

export async function storeByHash(
  { partial, exists, publish }: BlobBackend,
  prefix: string,
  source: BlobSource,
  { contentType, maxBytes }: PutOptions,
): Promise<PutByHashResult> {
  checkKey(prefix);
  checkContentType(contentType);
  return withSpooledFile(partial, source, maxBytes, async (spooled) => {
    const { sha256, bytes } = spooled;
    const key = `${prefix}/${sha256}`;
    checkKey(key);
    const existed = await exists(key);
    if (!existed) await publish(key, spooled, contentType);
    return { key, sha256, bytes, existed };
  });
}
