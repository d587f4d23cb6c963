import { invalidField, notFound } from '../../platform/http/errors.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { maxValueBytes, type Notebook } from './note.ts';

export const memoryErrors = {
  hashMismatch: errorKind(
    'hash_mismatch',
    409,
    'The note does not have the hash in if_hash; the hint has its current hash.',
  ),
  notOnce: errorKind('not_once', 409, 'The text in find does not occur exactly once in the note.'),
  full: errorKind('memory_full', 409, 'Every key of the quota is used; delete one first.'),
};

export const noSuchNote = (book: Notebook, key: string): Refusal =>
  notFound(`there is no note ${key}`, `List the keys: GET ${book.path}`);

export const noSuchVersion = (book: Notebook, key: string, version: number): Refusal =>
  notFound(
    `version ${version} of ${key} is not kept or is a deletion`,
    `List the versions: GET ${book.path}/${key}/history`,
  );

export function hashMismatch(book: Notebook, key: string, current: string | undefined): Refusal {
  if (current === undefined) {
    return new Refusal(
      memoryErrors.hashMismatch,
      `there is no note ${key}, so it cannot have that hash; nothing was written`,
      `To write it only while it is absent: PUT ${book.path}/${key} {"value":"<value>","if_hash":null}`,
    );
  }
  return new Refusal(
    memoryErrors.hashMismatch,
    `the note ${key} has the hash ${current}; nothing was written`,
    `Read it with GET ${book.path}/${key}, then PUT ${book.path}/${key} {"value":"<value>","if_hash":"${current}"}`,
  );
}

export const textNotUnique = (book: Notebook, key: string, times: 'not at all' | 'more than once'): Refusal =>
  new Refusal(
    memoryErrors.notOnce,
    `find occurs in the note ${key} ${times}; nothing was written`,
    times === 'not at all'
      ? `Read its current value: GET ${book.path}/${key}`
      : `Include more of the surrounding text, so that it occurs once: GET ${book.path}/${key}`,
  );

export const memoryFull = (book: Notebook): Refusal =>
  new Refusal(
    memoryErrors.full,
    `all ${book.maxNotes} keys are used`,
    `List them with GET ${book.path} and delete one with DELETE ${book.path}/<key>`,
  );

export const valueTooLong = (field: string, bytes: number): Refusal =>
  invalidField(
    `${field} makes a value of ${bytes} bytes as UTF-8; the limit is ${maxValueBytes}`,
    'Split it over several keys, or host it with POST /api/upload and store its URL.',
  );
