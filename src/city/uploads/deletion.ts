import { afterCommit, type Tx } from '../../platform/db/transaction.ts';
import type { UploadDependencies } from './dependencies.ts';
import { lockBlob, removeOrphan } from './orphans.ts';
import { uploadUrl } from './upload-url.ts';

type DeletionDependencies = Pick<UploadDependencies, 'blobs' | 'urls' | 'transaction'>;

interface File {
  readonly sha256: string;
  readonly ext: string;
}

/**
 * Removes one owner, or all of them if none is given. With the last owner the file is deleted; its bytes are
 * removed after the commit, unless another file name shares them. Purchased files stay with their buyers.
 */
export async function deleteUpload(
  tx: Tx,
  deps: DeletionDependencies,
  file: File,
  agentId: number | undefined,
  { includePurchased }: { includePurchased: boolean },
): Promise<'not owned' | 'kept' | 'bought' | 'deleted'> {
  const { sha256, ext } = file;
  await lockBlob(tx, sha256);
  let owners = tx.deleteFrom('upload_owner').where('sha256', '=', sha256).where('ext', '=', ext);
  if (agentId !== undefined) owners = owners.where('agent_id', '=', agentId);
  const { numDeletedRows } = await owners.executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) return 'not owned';
  const left = await tx
    .selectFrom('upload_owner')
    .select('agent_id')
    .where('sha256', '=', sha256)
    .where('ext', '=', ext)
    .executeTakeFirst();
  if (left) return 'kept';
  if (!includePurchased && (await isBought(tx, uploadUrl(deps.urls.city, file)))) return 'bought';
  await tx.deleteFrom('upload').where('sha256', '=', sha256).where('ext', '=', ext).execute();
  // A failure here leaves bytes without a row, which the daily removal of orphans deletes.
  afterCommit(tx, () => void removeOrphan(deps, sha256).catch(() => {}));
  return 'deleted';
}

async function isBought(tx: Tx, url: string): Promise<boolean> {
  const bought = await tx
    .selectFrom('purchase')
    .select('id')
    .where('kind', '=', 'file')
    .where('content', '=', url)
    .executeTakeFirst();
  return bought !== undefined;
}
