import { randomBytes } from 'node:crypto';
import { createZstdCompress } from 'node:zlib';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { ConnectionOptions } from '../../platform/db/pool.ts';
import { DatabaseSnapshot } from '../../platform/db/snapshot.ts';
import { dayMs } from '../../platform/duration.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { pipeThrough } from '../../platform/pipe-through.ts';
import { version } from '../../version.ts';
import { backupKeys, fileKey, listIds, type Manifest, readBackupManifest } from './manifest.ts';

interface BackupDependencies {
  readonly connection: ConnectionOptions;
  readonly blobs: BlobStore;
  readonly store: BlobStore;
  readonly signingKey: Buffer;
  /** Signs the current head of the ledger, so that the backup contains its own checkpoint. */
  sign(): Promise<unknown>;
  /** Number of complete backups to keep; undefined keeps all. */
  readonly keep?: number | undefined;
}

interface TakenBackup {
  readonly id: string;
  readonly tables: number;
  readonly files: number;
  /** Bytes written for this backup; files already at the destination are not copied again. */
  readonly bytes: number;
  readonly ledger_size: number;
  readonly removed: readonly string[];
}

const anySize = Number.MAX_SAFE_INTEGER;
const anyAgeMs = -dayMs;

/**
 * Takes a backup of a running kith. The manifest is written last, so an interrupted backup does not count.
 */
export async function takeBackup(deps: BackupDependencies): Promise<TakenBackup> {
  const snapshot = await DatabaseSnapshot.open(deps.connection);
  if (!snapshot)
    throw new OperatorProblem('another backup of this database is being taken: wait for it to end');
  try {
    await deps.sign();
    const id = `${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${randomBytes(3).toString('hex')}`;
    const keys = backupKeys(id);
    // Copied before the snapshot, for files deleted meanwhile, and after it, for files its newest rows
    // reference.
    const files = new Map<string, Manifest['files'][number]>();
    let bytes = await copyFiles(deps, files);
    await snapshot.begin();
    bytes += await copyFiles(deps, files);
    const tables: Manifest['tables'] = [];
    for (const table of await snapshot.tables()) {
      const rows = pipeThrough(snapshot.readRows(table), createZstdCompress());
      const stored = await deps.store.put(keys.table(table.name), rows, {
        contentType: 'application/zstd',
        maxBytes: anySize,
      });
      bytes += stored.bytes;
      tables.push({
        name: table.name,
        columns: [...table.columns],
        sha256: stored.sha256,
        bytes: stored.bytes,
      });
    }
    const manifest: Manifest = {
      format: 1,
      id,
      taken_at: new Date().toISOString(),
      kith: version,
      migrations: await snapshot.migrations(),
      tables,
      sequences: await snapshot.sequences(),
      files: [...files.values()],
      ledger: await readLedgerState(snapshot),
    };
    await putText(deps.store, keys.signingKey, `${deps.signingKey.toString('hex')}\n`);
    await putText(deps.store, keys.manifest, JSON.stringify(manifest));
    const removed = deps.keep === undefined ? [] : await pruneBackups(deps.store, deps.keep);
    return {
      id,
      tables: tables.length,
      files: files.size,
      bytes,
      ledger_size: manifest.ledger.size,
      removed,
    };
  } finally {
    await snapshot.close();
  }
}

/** Copies files missing at the destination, addressed by content. Returns the bytes written. */
async function copyFiles(
  { blobs, store }: BackupDependencies,
  files: Map<string, Manifest['files'][number]>,
): Promise<number> {
  let bytesWritten = 0;
  for await (const key of blobs.unchanged('', anyAgeMs)) {
    if (files.has(key)) continue;
    const found = await blobs.read(key);
    // Deleted since it was listed: no row of the snapshot references it.
    if (!found) continue;
    const { sha256, bytes, contentType, stream } = found;
    if (await store.stat(fileKey(sha256))) stream.destroy();
    else {
      const stored = await store.put(fileKey(sha256), stream, { contentType, maxBytes: anySize });
      if (stored.sha256 !== sha256)
        throw new Error(`the file ${key} is damaged: its content does not match its hash`);
      bytesWritten += bytes;
    }
    files.set(key, { key, sha256, bytes, content_type: contentType });
  }
  return bytesWritten;
}

async function readLedgerState(snapshot: DatabaseSnapshot): Promise<Manifest['ledger']> {
  const [head] = await snapshot.query<{ size: string }>('SELECT size::text FROM ledger_head');
  const [signed] = await snapshot.query<{ note: string }>(
    'SELECT note FROM ledger_checkpoint ORDER BY size DESC LIMIT 1',
  );
  return { size: Number(head?.size ?? 0), checkpoint: signed?.note ?? null };
}

async function putText(store: BlobStore, key: string, content: string): Promise<void> {
  await store.put(key, Buffer.from(content), { contentType: 'text/plain', maxBytes: anySize });
}

/** Age after which a backup without a manifest counts as interrupted: longer than any backup takes. */
const abandonedMs = 2 * dayMs;

/**
 * Removes all but the newest backups, interrupted ones, and files that no backup references. The caller holds
 * the backup lock, so that no concurrent backup relies on a file being removed.
 */
async function pruneBackups(store: BlobStore, keep: number): Promise<string[]> {
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
