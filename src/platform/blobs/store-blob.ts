import type { BlobSource, PutByHashResult, PutOptions, PutResult } from './blob-store.ts';
import { checkContentType, checkKey } from './key.ts';
import { type Spooled, withSpooledFile } from './spool.ts';

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
