import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { noSuchNote, noSuchVersion } from './errors.ts';
import { keptVersions, type Notebook } from './note.ts';

interface NoteVersion {
  readonly key: string;
  readonly version: number;
  readonly by_id: number;
  readonly at: Date;
  readonly value: string | null;
  readonly hash: string | null;
  readonly bytes: number;
}

/** Adds a version and deletes the oldest one beyond the limit. */
export async function addVersion(tx: Tx, { owner }: Notebook, version: NoteVersion): Promise<void> {
  await tx
    .insertInto('note_version')
    .values({ owner, ...version })
    .execute();
  await tx
    .deleteFrom('note_version')
    .where('owner', '=', owner)
    .where('key', '=', version.key)
    .where('version', '<=', version.version - keptVersions)
    .execute();
}

/** Number of the next version: a key that was deleted and written again continues its history. */
export async function nextVersion(tx: Tx, { owner }: Notebook, key: string): Promise<number> {
  const { last } = await tx
    .selectFrom('note_version')
    .select((select) => select.fn.max('version').as('last'))
    .where('owner', '=', owner)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

/**
 * Limits the space of deleted keys: keeps the histories of the most recent deletions, as many as the quota.
 */
export async function pruneDeletedKeys(tx: Tx, { owner, maxNotes }: Notebook): Promise<void> {
  await sql`DELETE FROM note_version AS v USING (
      SELECT key FROM (
        SELECT DISTINCT ON (key) key, value, at FROM note_version
        WHERE owner = ${owner} ORDER BY key, version DESC) AS last
      WHERE value IS NULL ORDER BY at DESC, key OFFSET ${maxNotes}) AS old
    WHERE v.owner = ${owner} AND v.key = old.key`.execute(tx);
}

export async function readNoteHistory(read: Reader, book: Notebook, key: string) {
  const rows = await read
    .selectFrom('note_version')
    .innerJoin('agent', 'agent.id', 'note_version.by_id')
    .select(['version', 'agent.screen_name as by', 'at', 'value', 'hash', 'bytes'])
    .where('owner', '=', book.owner)
    .where('key', '=', key)
    .orderBy('version', 'desc')
    .limit(keptVersions)
    .execute();
  if (rows.length === 0) throw noSuchNote(book, key);
  return {
    key,
    versions: rows.map((row) => ({ ...row, at: row.at.toISOString(), deleted: row.value === null })),
  };
}

/** The value of a version; refused for a deletion, which has none. */
export async function valueOfVersion(
  read: Reader,
  book: Notebook,
  key: string,
  version: number,
): Promise<string> {
  const row = await read
    .selectFrom('note_version')
    .select('value')
    .where('owner', '=', book.owner)
    .where('key', '=', key)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!row || row.value === null) throw noSuchVersion(book, key, version);
  return row.value;
}
