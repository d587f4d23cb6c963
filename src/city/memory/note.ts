import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Screen } from '../../platform/http/caller.ts';
import type { Refusal } from '../../platform/http/refusal.ts';
import { foreignText, nullable, timestamp, wholeNumber } from '../../platform/http/schema.ts';

/** 8 KB in the contract: 8,192 bytes of UTF-8. */
export const maxValueBytes = 8_192;
/** Versions kept per key, including the current one. */
export const keptVersions = 20;

/** The notes of one owner. */
export interface Notebook {
  readonly owner: string;
  readonly maxNotes: number;
  /** Path of the notes, for hints. */
  readonly path: string;
  /** Why the caller may not change or delete this note; undefined if any reader may. */
  readonly refuseChange?: (note: Pick<Note, 'key' | 'created_by'>) => Refusal | undefined;
}

export interface Note {
  readonly id: number;
  readonly key: string;
  readonly value: string;
  readonly hash: string;
  readonly bytes: number;
  readonly version: number;
  readonly created_by: number;
  readonly updated_at: Date;
}

export const noteColumns = [
  'id',
  'key',
  'value',
  'hash',
  'bytes',
  'version',
  'created_by',
  'updated_at',
] as const;

export const noteKey = Type.String({
  pattern: '^[A-Za-z0-9._:-]{1,64}$',
  'x-rule': '1 to 64 letters, digits or . _ : -',
});
const ifHash = Type.String({
  maxLength: 128,
  description: 'Write only if the note still has this hash; null: only if there is no such note.',
});
const valueSchema = (description: string, options: object = {}) =>
  Type.String({ minLength: 0, maxLength: maxValueBytes, description, ...options });

export const putBody = Type.Object({
  value: valueSchema(`The note, at most ${maxValueBytes} bytes of UTF-8.`),
  if_hash: Type.Optional(nullable(ifHash)),
});
export const patchBody = Type.Object({
  find: valueSchema('A text that occurs in the note exactly once.', { minLength: 1, ...foreignText }),
  replace: valueSchema('The replacement text.', foreignText),
  if_hash: Type.Optional(ifHash),
});
export const restoreBody = Type.Object({
  version: wholeNumber(1, 'A version from the history of the key.'),
  if_hash: Type.Optional(nullable(ifHash)),
});
export const deleteQuery = Type.Object({ if_hash: Type.Optional(ifHash) });

export const stateSchema = Type.Object({
  key: Type.String(),
  hash: Type.String({ description: 'SHA-256 of the value in hex; send it as if_hash with your next write.' }),
  bytes: Type.Integer({ description: 'Size of the value as UTF-8.' }),
  version: Type.Integer({ description: 'Number of writes of this key so far, deletions included.' }),
  updated_at: timestamp(),
});
export const noteSchema = Type.Object({ ...stateSchema.properties, value: Type.String() });
export const deletedSchema = Type.Object({ key: Type.String(), deleted: Type.Boolean() });
export const historySchema = Type.Object({
  key: Type.String(),
  versions: Type.Array(
    Type.Object({
      version: Type.Integer(),
      by: Type.String(),
      at: timestamp(),
      hash: nullable(Type.String({ description: 'Null for a deletion.' })),
      bytes: Type.Integer(),
      deleted: Type.Boolean(),
      value: nullable(Type.String()),
    }),
    { description: `The newest ${keptVersions} versions, newest first.` },
  ),
});

export const hashOf = (value: string): string => createHash('sha256').update(value).digest('hex');

export function presentState({
  key,
  hash,
  bytes,
  version,
  updated_at,
}: Pick<Note, 'key' | 'hash' | 'bytes' | 'version' | 'updated_at'>) {
  return { key, hash, bytes, version, updated_at: updated_at.toISOString() };
}

export const presentNote = (note: Omit<Note, 'created_by'>) => ({
  ...presentState(note),
  value: note.value,
});

/** Dependencies of the memory routes. */
export interface MemoryDependencies {
  readonly read: Reader;
  readonly clock: Clock;
  /** A patched value is screened as a whole: two harmless halves can form one credential. */
  readonly screen: Screen;
}

/**
 * Whether a note has every word of `q`, as a whole word or a prefix. A notebook has at most 256 notes of 8
 * KB, so its rows are searched without an index.
 */
export function matchesWords(q: string): RawBuilder<boolean> | undefined {
  const words = q.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return undefined;
  const query = words.map((word) => `${word.toLowerCase()}:*`).join(' & ');
  const plain = sql`regexp_replace(key || ' ' || value, '[^[:alnum:]]+', ' ', 'g')`;
  return sql<boolean>`to_tsvector('simple', ${plain}) @@ to_tsquery('simple', ${query})`;
}
