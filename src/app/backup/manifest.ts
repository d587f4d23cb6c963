import { text } from 'node:stream/consumers';
import { type Static, Type } from 'typebox';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { jsonDecoder, unreadable } from '../../platform/decode.ts';
import { dayMs } from '../../platform/duration.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';

const manifestSchema = Type.Object({
  format: Type.Literal(1),
  id: Type.String(),
  taken_at: Type.String(),
  kith: Type.String(),
  migrations: Type.Array(Type.String()),
  tables: Type.Array(
    Type.Object({
      name: Type.String(),
      columns: Type.Array(Type.String()),
      /** Of the compressed rows. */
      sha256: Type.String(),
      bytes: Type.Number(),
    }),
  ),
  sequences: Type.Record(Type.String(), Type.String()),
  files: Type.Array(
    Type.Object({
      key: Type.String(),
      sha256: Type.String(),
      bytes: Type.Number(),
      content_type: Type.String(),
    }),
  ),
  ledger: Type.Object({ size: Type.Number(), checkpoint: Type.Union([Type.String(), Type.Null()]) }),
});

/** Contents of a backup. It is written last: without it there is no backup. */
export type Manifest = Static<typeof manifestSchema>;

const decode = jsonDecoder(manifestSchema);
const manifestKey = /^backups\/([0-9TZ]+-[0-9a-f]+)\/manifest\.json$/;

/** Keys of the parts of a backup. Files are shared by all backups of a destination. */
export const backupKeys = (id: string) => ({
  manifest: `backups/${id}/manifest.json`,
  signingKey: `backups/${id}/signing-key`,
  table: (name: string) => `backups/${id}/tables/${name}.copy.zst`,
});
export const fileKey = (sha256: string): string => `files/${sha256}`;

/** Negative, so that even objects just written by a host whose clock is ahead are listed. */
const anyAgeMs = -dayMs;

export async function listIds(store: BlobStore): Promise<string[]> {
  const ids: string[] = [];
  for await (const key of store.unchanged('backups', anyAgeMs)) {
    const [, id] = manifestKey.exec(key) ?? [];
    if (id) ids.push(id);
  }
  return ids.sort();
}

export async function readBackupManifest(store: BlobStore, id: string): Promise<Manifest> {
  const found = await store.read(backupKeys(id).manifest);
  if (!found)
    throw new OperatorProblem(
      `there is no complete backup ${id} there: kith admin backups lists the backups`,
    );
  const manifest = decode(await text(found.stream));
  if (manifest === unreadable)
    throw new OperatorProblem(`the manifest of backup ${id} is damaged, or a newer version of kith wrote it`);
  return manifest;
}
