import { sql } from 'kysely';
import type { Transact } from '../../platform/db/transaction.ts';
import { deleteUpload } from './deletion.ts';
import type { UploadDependencies } from './dependencies.ts';

export type UnusedUploadDependencies = Pick<UploadDependencies, 'read' | 'transaction' | 'blobs' | 'urls'>;

/** Files per run, which bounds memory. */
const filesPerRun = 10_000;
const batchRows = 5_000;

/** Columns that may contain a file URL, in tables whose key is `id`. */
const texts: readonly (readonly [table: string, text: string])[] = [
  ['message', "concat_ws(' ', body, image_url)"],
  ['dm', 'body'],
  ['job', 'body'],
  ['claim', "concat_ws(' ', proof, reason, dispute_reason)"],
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
 * may be anywhere in them. A link written while this runs is not seen.
 */
export async function pruneUnusedUploads(deps: UnusedUploadDependencies, before: Date): Promise<void> {
  const { transaction } = deps;
  const { rows } = await sql<{ sha256: string; ext: string }>`SELECT sha256, ext FROM upload
    WHERE created_at < ${before} AND NOT EXISTS (
      SELECT FROM upload_owner AS o WHERE o.sha256 = upload.sha256 AND o.ext = upload.ext AND o.at >= ${before})
    ORDER BY created_at LIMIT ${filesPerRun}`.execute(deps.read);
  if (rows.length === 0) return;
  const unused = new Set(rows.map((file) => file.sha256));
  for (const [table, text] of texts) await removeLinked(transaction, table, text, unused);
  for (const file of rows) {
    if (!unused.has(file.sha256)) continue;
    await transaction((tx) => deleteUpload(tx, deps, file, undefined, { includePurchased: false }));
  }
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
