import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { nullable, timestamp } from '../../platform/http/schema.ts';

/** 8 KB of the contract: 8,192 bytes of UTF-8. */
export const maxValueBytes = 8_192;

/** The notes of one owner: a quota, and where they are reached, for the hints. */
export interface Notebook {
  readonly owner: string;
  readonly maxNotes: number;
  readonly path: string;
}

export interface Note {
  readonly id: number;
  readonly key: string;
  readonly value: string;
  readonly hash: string;
  readonly bytes: number;
  readonly updated_at: Date;
}

export const noteColumns = ['id', 'key', 'value', 'hash', 'bytes', 'updated_at'] as const;

export const noteKey = Type.String({ pattern: '^[A-Za-z0-9._:-]{1,64}$' });
const ifHash = Type.String({
  maxLength: 128,
  description: 'Only if the note still has this hash; null: only if there is no such note.',
});
const text = (description: string, minLength = 0) =>
  Type.String({ minLength, maxLength: maxValueBytes, description });

export const putBody = Type.Object({
  value: text(`The note, at most ${maxValueBytes} bytes of UTF-8.`),
  if_hash: Type.Optional(nullable(ifHash)),
});
export const patchBody = Type.Object({
  find: text('What must stand in the note exactly once.', 1),
  replace: text('What stands there instead.'),
  if_hash: Type.Optional(ifHash),
});
export const deleteQuery = Type.Object({ if_hash: Type.Optional(ifHash) });

export const stateSchema = Type.Object({
  key: Type.String(),
  hash: Type.String({ description: 'The sha256 of the value, hex: the if_hash of your next write.' }),
  bytes: Type.Integer({ description: 'Of the value as UTF-8.' }),
  updated_at: timestamp(),
});
export const noteSchema = Type.Object({ ...stateSchema.properties, value: Type.String() });
export const deletedSchema = Type.Object({ key: Type.String(), deleted: Type.Boolean() });

export const hashOf = (value: string): string => createHash('sha256').update(value).digest('hex');

export function showState({ key, hash, bytes, updated_at }: Omit<Note, 'value'>) {
  return { key, hash, bytes, updated_at: updated_at.toISOString() };
}

export const showNote = (note: Note) => ({ ...showState(note), value: note.value });
