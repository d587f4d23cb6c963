import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { afterCommit, type Transact, type Tx } from '../../platform/db/transaction.ts';
import { dayMs } from '../../platform/duration.ts';
import { recurringTask, type TaskKind } from '../../platform/scheduler/task-kind.ts';
import { workThrough } from '../../platform/scheduler/work-through.ts';
import type { RefuseCredential } from '../moderation/strikes.ts';
import { accountFull, maxAccountBytes } from './errors.ts';

/** Dependencies of the upload routes. */
export interface UploadDependencies {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly blobs: BlobStore;
  readonly urls: { readonly city: string };
  readonly refuseCredential: RefuseCredential;
}

/** Blob key prefix of uploads, followed by the SHA-256 of their bytes. */
export const blobPrefix = 'uploads';

interface FileName {
  readonly sha256: string;
  readonly ext: string;
}

export const uploadUrl = (cityUrl: string, { sha256, ext }: FileName): string =>
  `${cityUrl}/files/${sha256}.${ext}`;

export function parseFileName(name: string): FileName | undefined {
  const [, sha256, ext] = /^([0-9a-f]{64})\.([a-z]{2,4})$/.exec(name) ?? [];
  return sha256 && ext ? { sha256, ext } : undefined;
}

export function findUpload(read: Reader, { sha256, ext }: FileName) {
  return read
    .selectFrom('upload')
    .select(['type', 'bytes'])
    .where('sha256', '=', sha256)
    .where('ext', '=', ext)
    .executeTakeFirst();
}

/** Whether a URL points to a file uploaded to this city. */
export async function isUploadUrl(read: Reader, cityUrl: string, url: string): Promise<boolean> {
  const prefix = `${cityUrl}/files/`;
  const name = url.startsWith(prefix) ? parseFileName(url.slice(prefix.length)) : undefined;
  return name !== undefined && (await findUpload(read, name)) !== undefined;
}

interface OwnedFile {
  readonly sha256: string;
  readonly ext: string;
  readonly agent_id: number;
  readonly bytes: number;
  readonly created_at: Date;
}

/** Adds an owner to a file within the account's quota. Locks the agent's row so that the total is exact. */
export async function addOwner(
  tx: Tx,
  { sha256, ext, agent_id, bytes, created_at }: OwnedFile,
): Promise<void> {
  await tx.selectFrom('agent').select('id').where('id', '=', agent_id).forNoKeyUpdate().execute();
  await tx
    .insertInto('upload_owner')
    .values({ sha256, ext, agent_id, bytes, at: created_at })
    .onConflict((conflict) => conflict.columns(['agent_id', 'sha256', 'ext']).doNothing())
    .execute();
  const used = await sumStoredBytes(tx, agent_id);
  if (used > maxAccountBytes) throw accountFull(used - bytes);
}

/** Refuses an upload to a full account before its bytes are read. */
export async function refuseFullAccount(read: Reader, agentId: number): Promise<void> {
  const used = await sumStoredBytes(read, agentId);
  if (used >= maxAccountBytes) throw accountFull(used);
}

export async function sumStoredBytes(read: Reader, agentId: number): Promise<number> {
  const { used } = await read
    .selectFrom('upload_owner')
    .select((select) => select.fn.sum<number | null>('bytes').as('used'))
    .where('agent_id', '=', agentId)
    .executeTakeFirstOrThrow();
  return Number(used ?? 0);
}

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

type OrphanDependencies = Omit<UploadDependencies, 'refuseCredential'>;

const batch = 500;

/** Serialises uploads that reuse existing bytes with the removal of such bytes. */
export async function lockBlob(tx: Tx, sha256: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${blobPrefix}/${sha256}`}, 0))`.execute(tx);
}

/**
 * Removes bytes left by a process that died between blob and row; a day old, so that no upload is still
 * running.
 */
export async function removeOrphans(deps: OrphanDependencies): Promise<number> {
  let removed = 0;
  let candidates: string[] = [];
  let failure: unknown;
  const removeBatch = async () => {
    await workThrough({
      find: () => withoutRow(deps, candidates),
      each: async (sha256) => {
        if (await removeOrphan(deps, sha256)) removed++;
      },
    }).catch((error: unknown) => {
      failure = error;
    });
    candidates = [];
  };
  for await (const key of deps.blobs.unchanged(blobPrefix, dayMs)) {
    candidates.push(key.slice(blobPrefix.length + 1));
    if (candidates.length === batch) await removeBatch();
  }
  await removeBatch();
  if (failure !== undefined) throw failure;
  return removed;
}

async function withoutRow({ read }: OrphanDependencies, hashes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{
    sha256: string;
  }>`SELECT sha256 FROM unnest(${hashes}::text[]) AS found (sha256)
    WHERE NOT EXISTS (SELECT FROM upload WHERE upload.sha256 = found.sha256)`.execute(read);
  return rows.map((row) => row.sha256);
}

/** Removes bytes without an upload row. Returns whether it did. */
function removeOrphan(
  { transaction, blobs }: Pick<UploadDependencies, 'transaction' | 'blobs'>,
  sha256: string,
): Promise<boolean> {
  return transaction(async (tx) => {
    await lockBlob(tx, sha256);
    const row = await tx
      .selectFrom('upload')
      .select('sha256')
      .where('sha256', '=', sha256)
      .executeTakeFirst();
    if (row) return false;
    await blobs.delete(`${blobPrefix}/${sha256}`);
    return true;
  });
}

export function orphanTask(deps: OrphanDependencies): TaskKind {
  return recurringTask('remove orphaned uploads', dayMs, async (task) => {
    await removeOrphans(deps);
    await deps.transaction((tx) => task.finish(tx));
  });
}

export type UnusedUploadDependencies = Pick<UploadDependencies, 'read' | 'transaction' | 'blobs' | 'urls'>;

/** Files per run, which bounds memory. */
const filesPerRun = 10_000;
const batchRows = 5_000;

/** Columns that may contain a file URL, in tables whose key is `id`. */
const texts: readonly (readonly [table: string, text: string])[] = [
  ['message', "concat_ws(' ', body, image_url)"],
  ['dm', 'body'],
  ['job', 'body'],
  ['claim', "concat_ws(' ', proof, reason, dispute_reason, answer)"],
  ['product', "concat_ws(' ', body, content)"],
  ['purchase', 'content'],
  ['note', 'value'],
  ['company', 'pitch'],
  ['company_ship', "concat_ws(' ', url, final_url, note)"],
  ['company_log', 'text'],
  ['workspace', "concat_ws(' ', repo, notes)"],
  ['workspace_event', "concat_ws(' ', ref, detail)"],
  ['agent', "concat_ws(' ', bio, away_msg)"],
];

/**
 * Deletes files uploaded before a date that no text links to. All texts are read page by page, since a link
 * may be anywhere in them. A link written while this runs is not seen. Each run begins with another hash, so that files
 * in use keep none of the others waiting.
 */
export async function pruneUnusedUploads(deps: UnusedUploadDependencies, before: Date): Promise<void> {
  const { transaction } = deps;
  const first = randomBytes(32).toString('hex');
  const { rows } = await sql<{ sha256: string; ext: string }>`SELECT sha256, ext FROM upload
    WHERE created_at < ${before} AND NOT EXISTS (
      SELECT FROM upload_owner AS o WHERE o.sha256 = upload.sha256 AND o.ext = upload.ext AND o.at >= ${before})
    ORDER BY sha256 < ${first}, sha256 LIMIT ${filesPerRun}`.execute(deps.read);
  if (rows.length === 0) return;
  const unused = new Set(rows.map((file) => file.sha256));
  for (const [table, text] of texts) await removeLinked(transaction, table, text, unused);
  await workThrough({
    find: async () => rows.filter(({ sha256 }) => unused.has(sha256)),
    each: (file) => transaction((tx) => deleteUpload(tx, deps, file, undefined, { includePurchased: false })),
  });
}

/** Removes from the set every file that a text of the table links to. */
async function removeLinked(
  transaction: Transact,
  table: string,
  text: string,
  unused: Set<string>,
): Promise<void> {
  for (let after = 0; unused.size > 0; ) {
    const { rows } = await transaction((tx) =>
      sql<{ last: number | null; size: number; found: string[] | null }>`WITH page AS MATERIALIZED (
          SELECT id, ${sql.raw(text)} AS text FROM ${sql.table(table)} WHERE id > ${after}
          ORDER BY id LIMIT ${batchRows})
        SELECT max(id)::float8 AS last, count(*)::int AS size, (
          SELECT array_agg(DISTINCT match[1]) FROM page AS written,
            regexp_matches(written.text, '/files/([0-9a-f]{64})', 'g') AS match) AS found
        FROM page`.execute(tx),
    );
    const [page] = rows;
    for (const sha256 of page?.found ?? []) unused.delete(sha256);
    if (!page || page.last === null || page.size < batchRows) return;
    after = page.last;
  }
}
