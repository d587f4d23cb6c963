import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { fileKey, keysOf, listIds, readManifest } from './manifest.ts';

/** A backup without a manifest is one that was cut short, once it is older than any backup takes. */
const abandonedMs = 2 * 86_400_000;

/**
 * Removes all but the newest backups, what was cut short, and files that no backup has any more. Called by whoever holds
 * the lock of the backups, so that no other backup counts on a file that goes.
 */
export async function pruneBackups(place: BlobStore, keep: number): Promise<string[]> {
  const ids = await listIds(place);
  const kept = ids.slice(-keep);
  const removed = ids.slice(0, -keep);
  // The manifest first: whatever is left of a removal that is cut short is not a backup.
  for (const id of removed) await place.delete(keysOf(id).manifest);
  const used = new Set<string>();
  for (const id of kept) {
    for (const { sha256 } of (await readManifest(place, id)).files) used.add(fileKey(sha256));
  }
  const isOf = (list: readonly string[], key: string) => list.includes(key.split('/')[1] ?? '');
  for await (const key of place.unchanged('backups', 0)) {
    if (isOf(removed, key)) await place.delete(key);
  }
  for await (const key of place.unchanged('backups', abandonedMs)) {
    if (!isOf(kept, key)) await place.delete(key);
  }
  for await (const key of place.unchanged('files', abandonedMs)) {
    if (!used.has(key)) await place.delete(key);
  }
  return removed;
}
