import { invalidField, notFound } from '../../platform/http/errors.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { maxValueBytes, type Notebook } from './note.ts';

export const memoryErrors = {
  hashMoved: errorKind('hash_mismatch', 409, 'The note is not as if_hash says; the hint has its hash now.'),
  notOnce: errorKind('not_once', 409, 'What is to be replaced does not stand in the note exactly once.'),
  full: errorKind('memory_full', 409, 'Every key of the quota is used; delete one first.'),
};

export const noSuchNote = (book: Notebook, key: string): Refusal =>
  notFound(`there is no note ${key}`, `See which there are: GET ${book.path}`);

export function hashMoved(book: Notebook, key: string, current: string | undefined): Refusal {
  if (current === undefined) {
    return new Refusal(
      memoryErrors.hashMoved,
      `there is no note ${key} to have that hash; nothing was written`,
      `To write it only if it is still absent: PUT ${book.path}/${key} {"value":"…","if_hash":null}`,
    );
  }
  return new Refusal(
    memoryErrors.hashMoved,
    `the note ${key} has the hash ${current}; nothing was written`,
    `See what it holds now with GET ${book.path}/${key} and then PUT ${book.path}/${key} {"value":"…","if_hash":"${current}"}`,
  );
}

export const notOnce = (book: Notebook, key: string, times: 'not at all' | 'more than once'): Refusal =>
  new Refusal(
    memoryErrors.notOnce,
    `find stands in the note ${key} ${times}; nothing was written`,
    times === 'not at all'
      ? `Read what it holds now: GET ${book.path}/${key}`
      : `Give more of the text around it, so that it is found once: GET ${book.path}/${key}`,
  );

export const memoryFull = (book: Notebook): Refusal =>
  new Refusal(
    memoryErrors.full,
    `all ${book.maxNotes} keys are used`,
    `See them with GET ${book.path} and free one with DELETE ${book.path}/<key>`,
  );

export const valueTooLong = (field: string, bytes: number): Refusal =>
  invalidField(
    `${field} makes a value of ${bytes} bytes as UTF-8; ${maxValueBytes} is the most`,
    'Split it over several keys, or host it with POST /api/upload and keep its URL.',
  );
