import type { Checkpoint } from './checkpoint.ts';
import { readCheckpoint } from './checkpoint.ts';
import { hashBytes, leafHash } from './merkle.ts';
import { verifyInclusion } from './merkle-proof.ts';
import { NoteError, strictBase64 } from './note.ts';

/** An entry, its path, and the checkpoint it leads to, in one file (C2SP tlog-proof). */
export interface TlogProof {
  /**
   * The leaf: the entry's line. It is carried in the `extra` line, which proves nothing until it is hashed.
   */
  readonly line: Buffer;
  readonly index: number;
  readonly hashes: readonly Buffer[];
  /** The signed note with its cosignatures. */
  readonly note: string;
}

const header = 'c2sp.org/tlog-proof@v1';
const maxHashes = 63;

export function writeTlogProof({ line, index, hashes, note }: TlogProof): string {
  const lines = [header, `extra ${line.toString('base64')}`, `index ${index}`];
  for (const hash of hashes) lines.push(hash.toString('base64'));
  return `${lines.join('\n')}\n\n${note}`;
}

/** Parses a file without verifying it; throws NoteError if it is not one. */
export function readTlogProof(text: string): TlogProof {
  const separator = text.indexOf('\n\n');
  const [first, extra = '', indexLine = '', ...encoded] =
    separator < 0 ? [] : text.slice(0, separator).split('\n');
  if (first !== header) throw new NoteError(`not a proof: the first line must be ${header}`);
  const line = /^extra \S*$/.test(extra) ? strictBase64(extra.slice('extra '.length)) : null;
  if (!line) throw new NoteError('the proof contains no entry: its second line must be "extra <base64>"');
  const index = /^index (0|[1-9]\d{0,15})$/.exec(indexLine)?.[1];
  if (index === undefined || !Number.isSafeInteger(Number(index)))
    throw new NoteError('the third line of a proof must be "index <number>"');
  if (encoded.length > maxHashes) throw new NoteError(`a proof has at most ${maxHashes} hashes`);
  const hashes = encoded.map((each) => {
    const hash = strictBase64(each);
    if (hash?.length !== hashBytes) throw new NoteError('a hash of the proof is malformed');
    return hash;
  });
  return { line, index: Number(index), hashes, note: text.slice(separator + 2) };
}

/**
 * The checkpoint that a proof leads to; throws NoteError if its path leads elsewhere. The caller verifies
 * signatures.
 */
export function verifyTlogProof({ line, index, hashes, note }: TlogProof): Checkpoint {
  const head = readCheckpoint(note);
  if (!verifyInclusion(leafHash(line), index, head.size, hashes, head.root))
    throw new NoteError('the path of the proof does not lead to the root of the checkpoint');
  return head;
}
