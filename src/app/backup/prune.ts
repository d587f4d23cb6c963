import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { dayMs } from '../../platform/duration.ts';
import { backupKeys, fileKey, listIds, readBackupManifest } from './manifest.ts';

/** Age after which a backup without a manifest counts as interrupted: longer than any backup takes. */
const abandonedMs = 2 * dayMs;

/**
 * Removes all but the newest backups, interrupted ones, and files that no backup references. The caller holds
 * the backup lock, so that no concurrent backup relies on a file being removed.
 */
export async function pruneBackups(store: BlobStore, keep: number): Promise<string[]> {
  const ids = await listIds(store);
  const keptIds = ids.slice(-keep);
  const removedIds = ids.slice(0, -keep);
  // The manifest goes first, so that an interrupted removal leaves no incomplete backup.
  for (const id of removedIds) await store.delete(backupKeys(id).manifest);
  const referencedFiles = new Set<string>();
  for (const id of keptIds) {
    for (const { sha256 } of (await readBackupManifest(store, id)).files)
      referencedFiles.add(fileKey(sha256));
  }
  const belongsToOneOf = (list: readonly string[], key: string) => list.includes(key.split('/')[1] ?? '');
  for await (const key of store.unchanged('backups', 0)) {
    if (belongsToOneOf(removedIds, key)) await store.delete(key);
  }
  for await (const key of store.unchanged('backups', abandonedMs)) {
    if (!belongsToOneOf(keptIds, key)) await store.delete(key);
  }
  for await (const key of store.unchanged('files', abandonedMs)) {
    if (!referencedFiles.has(key)) await store.delete(key);
  }
  return removedIds;
}
