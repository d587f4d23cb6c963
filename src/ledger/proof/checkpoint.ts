import { hashBytes } from './merkle.ts';
import {
  NoteError,
  type NoteSigner,
  type NoteVerifier,
  openNote,
  signNote,
  splitNote,
  strictBase64,
} from './note.ts';

/**
 * A tree head in the format of C2SP tlog-checkpoint: the log's origin, the number of leaves, and the root.
 */
export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Buffer;
}

/**
 * The origin is the name of the signing keys, as the specification requires, so the two cannot disagree.
 * During a handover both keys sign.
 */
export function signCheckpoint(
  signers: NoteSigner | readonly [NoteSigner, ...NoteSigner[]],
  size: number,
  root: Buffer,
): string {
  if (!Number.isSafeInteger(size) || size < 0 || root.length !== hashBytes)
    throw new TypeError('not a tree head');
  const { name } = 'keyId' in signers ? signers : signers[0];
  return signNote(signers, `${name}\n${size}\n${root.toString('base64')}\n`);
}

/** The checkpoint, if signed by the log itself; throws NoteError otherwise, also for another log's origin. */
export function openCheckpoint(note: string, verifiers: NoteVerifier | readonly NoteVerifier[]): Checkpoint {
  const checkpoint = parseText(openNote(note, verifiers));
  const names = 'keyId' in verifiers ? [verifiers.name] : verifiers.map(({ name }) => name);
  if (!names.includes(checkpoint.origin))
    throw new NoteError(`the checkpoint belongs to ${checkpoint.origin}`);
  return checkpoint;
}

/**
 * Reads a checkpoint without verifying its signatures: useful to compare two sources, but no proof by itself.
 */
export function readCheckpoint(note: string): Checkpoint {
  return parseText(splitNote(note).text);
}

function parseText(text: string): Checkpoint {
  const [origin, size, encodedRoot, ...extensions] = text.split('\n').slice(0, -1);
  const root = strictBase64(encodedRoot ?? '');
  if (
    !origin ||
    !size ||
    !/^(0|[1-9][0-9]*)$/.test(size) ||
    root?.length !== hashBytes ||
    extensions.includes('')
  ) {
    throw new NoteError('not a checkpoint');
  }
  if (!Number.isSafeInteger(Number(size))) throw new NoteError('the size of the checkpoint is too large');
  return { origin, size: Number(size), root };
}
