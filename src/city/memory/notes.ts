import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { hashMoved, memoryFull, noSuchNote, notOnce, valueTooLong } from './errors.ts';
import { hashOf, maxValueBytes, type Note, type Notebook, noteColumns } from './note.ts';

/** Who writes, and when. */
export interface Writing {
  readonly by: number;
  readonly at: Date;
}

/** `undefined`: whatever is there; `null`: only where nothing is. */
export type IfHash = string | null | undefined;

export async function readNote(read: Reader, book: Notebook, key: string): Promise<Note> {
  const note = await noteQuery(read, book, key).executeTakeFirst();
  if (!note) throw noSuchNote(book, key);
  return note;
}

/**
 * Sets a note. One that is there is changed with its own row locked; a new one also holds the count. A count is always
 * locked before a note, never after, so that two writers cannot wait for one another.
 */
export async function putNote(
  tx: Tx,
  book: Notebook,
  { key, value, ifHash }: { key: string; value: string; ifHash: IfHash },
  writing: Writing,
): Promise<Note & { created: boolean }> {
  requireFit('value', value);
  let current = await lockNote(tx, book, key);
  let notes = 0;
  if (!current) {
    notes = await lockCount(tx, book);
    // A rival may have written it while this one waited for the count.
    current = await lockNote(tx, book, key);
  }
  requireHash(book, key, ifHash, current);
  if (current) return { ...(await replaceValue(tx, current, value, writing)), created: false };
  if (notes >= book.maxNotes) throw memoryFull(book);
  const note = await tx
    .insertInto('note')
    .values({ owner: book.owner, key, ...contents(value, writing) })
    .returning([...noteColumns])
    .executeTakeFirstOrThrow();
  await setCount(tx, book, notes + 1);
  return { ...note, created: true };
}

/** Replaces what stands in a note exactly once. `judge` sees what the note would hold before it is written. */
export async function patchNote(
  tx: Tx,
  book: Notebook,
  { key, find, replace, ifHash }: { key: string; find: string; replace: string; ifHash: string | undefined },
  writing: Writing,
  judge: (value: string) => Promise<void>,
): Promise<Note> {
  const current = await lockNote(tx, book, key);
  if (!current) throw noSuchNote(book, key);
  requireHash(book, key, ifHash, current);
  const at = current.value.indexOf(find);
  if (at < 0) throw notOnce(book, key, 'not at all');
  if (current.value.includes(find, at + 1)) throw notOnce(book, key, 'more than once');
  const value = current.value.slice(0, at) + replace + current.value.slice(at + find.length);
  requireFit('replace', value);
  await judge(value);
  return replaceValue(tx, current, value, writing);
}

export async function deleteNote(
  tx: Tx,
  book: Notebook,
  key: string,
  ifHash: string | undefined,
): Promise<void> {
  const notes = await lockCount(tx, book);
  const current = await lockNote(tx, book, key);
  if (!current) throw noSuchNote(book, key);
  requireHash(book, key, ifHash, current);
  await tx.deleteFrom('note').where('id', '=', current.id).execute();
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

/** A row that is not there cannot be locked: the first writer makes it. */
async function lockCount(tx: Tx, { owner }: Notebook): Promise<number> {
  const { rows } = await sql<{ notes: number }>`
    INSERT INTO note_count (owner, notes) VALUES (${owner}, 0)
    ON CONFLICT (owner) DO UPDATE SET notes = note_count.notes RETURNING notes`.execute(tx);
  return rows[0]!.notes;
}

async function setCount(tx: Tx, { owner }: Notebook, notes: number): Promise<void> {
  await tx.updateTable('note_count').set({ notes }).where('owner', '=', owner).execute();
}

function replaceValue(tx: Tx, { id }: Note, value: string, writing: Writing): Promise<Note> {
  return tx
    .updateTable('note')
    .set(contents(value, writing))
    .where('id', '=', id)
    .returning([...noteColumns])
    .executeTakeFirstOrThrow();
}

function contents(value: string, { by, at }: Writing) {
  return { value, hash: hashOf(value), bytes: Buffer.byteLength(value), updated_by: by, updated_at: at };
}

function requireHash(book: Notebook, key: string, ifHash: IfHash, current: Note | undefined): void {
  if (ifHash === undefined) return;
  const wanted = ifHash === null ? undefined : ifHash.toLowerCase();
  if (wanted !== current?.hash) throw hashMoved(book, key, current?.hash);
}

function requireFit(field: string, value: string): void {
  const bytes = Buffer.byteLength(value);
  if (bytes > maxValueBytes) throw valueTooLong(field, bytes);
}
