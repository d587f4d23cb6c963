import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import {
  hashMismatch,
  memoryFull,
  noSuchNote,
  noSuchVersion,
  textNotUnique,
  valueTooLong,
} from './errors.ts';
import { hashOf, keptVersions, maxValueBytes, type Note, type Notebook, noteColumns } from './note.ts';

interface Author {
  readonly by: number;
  readonly at: Date;
}

/** `undefined`: unconditional; `null`: only if the note is absent. */
type IfHash = string | null | undefined;

export async function readNote(read: Reader, book: Notebook, key: string): Promise<Note> {
  const note = await noteQuery(read, book, key).executeTakeFirst();
  if (!note) throw noSuchNote(book, key);
  return note;
}

/**
 * Sets a note. An existing note is changed with its row locked; a new one also locks the count. The count is
 * always locked before a note, so that two writers cannot deadlock.
 */
export async function putNote(
  tx: Tx,
  book: Notebook,
  { key, value, ifHash }: { key: string; value: string; ifHash: IfHash },
  author: Author,
): Promise<Note & { created: boolean }> {
  requireValueFits('value', value);
  let current = await lockNote(tx, book, key);
  let notes = 0;
  if (!current) {
    notes = await lockCount(tx, book);
    // A concurrent writer may have created it while this one waited for the count.
    current = await lockNote(tx, book, key);
  }
  requireHash(book, key, ifHash, current);
  if (current) return { ...(await replaceValue(tx, book, current, value, author)), created: false };
  if (notes >= book.maxNotes) throw memoryFull(book);
  const version = await nextVersion(tx, book, key);
  const note = await tx
    .insertInto('note')
    .values({ owner: book.owner, key, version, created_by: author.by, ...toNoteColumns(value, author) })
    .returning([...noteColumns])
    .executeTakeFirstOrThrow();
  await recordVersion(tx, book, note, author);
  await setCount(tx, book, notes + 1);
  return { ...note, created: true };
}

/** Replaces a text that occurs exactly once in a note. `screen` checks the new value before it is written. */
export async function patchNote(
  tx: Tx,
  book: Notebook,
  { key, find, replace, ifHash }: { key: string; find: string; replace: string; ifHash: string | undefined },
  author: Author,
  screen: (value: string) => Promise<void>,
): Promise<Note> {
  const current = await lockNote(tx, book, key);
  if (!current) throw noSuchNote(book, key);
  requireHash(book, key, ifHash, current);
  const at = current.value.indexOf(find);
  if (at < 0) throw textNotUnique(book, key, 'not at all');
  if (current.value.includes(find, at + 1)) throw textNotUnique(book, key, 'more than once');
  const value = current.value.slice(0, at) + replace + current.value.slice(at + find.length);
  requireValueFits('replace', value);
  await screen(value);
  return replaceValue(tx, book, current, value, author);
}

/** Deletes a note. The deletion is a version too, so it can be undone. */
export async function deleteNote(
  tx: Tx,
  book: Notebook,
  { key, ifHash }: { key: string; ifHash: string | undefined },
  { by, at }: Author,
): Promise<void> {
  const notes = await lockCount(tx, book);
  const current = await lockNote(tx, book, key);
  if (!current) throw noSuchNote(book, key);
  requireChangeable(book, current);
  requireHash(book, key, ifHash, current);
  await tx.deleteFrom('note').where('id', '=', current.id).execute();
  const version = current.version + 1;
  await addVersion(tx, book, { key, version, by_id: by, at, value: null, hash: null, bytes: 0 });
  await pruneDeletedKeys(tx, book);
  await setCount(tx, book, notes - 1);
}

function noteQuery(read: Reader, book: Notebook, key: string) {
  return read
    .selectFrom('note')
    .select([...noteColumns])
    .where('owner', '=', book.owner)
    .where('key', '=', key);
}

const lockNote = (tx: Tx, book: Notebook, key: string): Promise<Note | undefined> =>
  noteQuery(tx, book, key).forUpdate().executeTakeFirst();

/** A missing row cannot be locked, so the first writer inserts it. */
async function lockCount(tx: Tx, { owner }: Notebook): Promise<number> {
  const { rows } = await sql<{ notes: number }>`
    INSERT INTO note_count (owner, notes) VALUES (${owner}, 0)
    ON CONFLICT (owner) DO UPDATE SET notes = note_count.notes RETURNING notes`.execute(tx);
  return rows[0]?.notes ?? 0;
}

async function setCount(tx: Tx, { owner }: Notebook, notes: number): Promise<void> {
  await tx.updateTable('note_count').set({ notes }).where('owner', '=', owner).execute();
}

async function replaceValue(
  tx: Tx,
  book: Notebook,
  current: Note,
  value: string,
  author: Author,
): Promise<Note> {
  requireChangeable(book, current);
  const note = await tx
    .updateTable('note')
    .set({ ...toNoteColumns(value, author), version: current.version + 1 })
    .where('id', '=', current.id)
    .returning([...noteColumns])
    .executeTakeFirstOrThrow();
  await recordVersion(tx, book, note, author);
  return note;
}

const recordVersion = (
  tx: Tx,
  book: Notebook,
  { key, version, value, hash, bytes }: Note,
  { by, at }: Author,
) => addVersion(tx, book, { key, version, by_id: by, at, value, hash, bytes });

function toNoteColumns(value: string, { by, at }: Author) {
  return { value, hash: hashOf(value), bytes: Buffer.byteLength(value), updated_by: by, updated_at: at };
}

function requireChangeable(book: Notebook, note: Note): void {
  const refusal = book.refuseChange?.(note);
  if (refusal) throw refusal;
}

function requireHash(book: Notebook, key: string, ifHash: IfHash, current: Note | undefined): void {
  if (ifHash === undefined) return;
  const wanted = ifHash === null ? undefined : ifHash.toLowerCase();
  if (wanted !== current?.hash) throw hashMismatch(book, key, current?.hash);
}

function requireValueFits(field: string, value: string): void {
  const bytes = Buffer.byteLength(value);
  if (bytes > maxValueBytes) throw valueTooLong(field, bytes);
}

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
async function addVersion(tx: Tx, { owner }: Notebook, version: NoteVersion): Promise<void> {
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
async function nextVersion(tx: Tx, { owner }: Notebook, key: string): Promise<number> {
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
async function pruneDeletedKeys(tx: Tx, { owner, maxNotes }: Notebook): Promise<void> {
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
