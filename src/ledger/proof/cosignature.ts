import { sign } from 'node:crypto';
import {
  asCosigner,
  isSignedBy,
  keyTypes,
  NoteError,
  type NoteSigner,
  type NoteVerifier,
  signatureLine,
  signaturesBy,
  splitNote,
} from './note.ts';

/**
 * A witness's statement that it saw a checkpoint at a time, and that it extends everything it saw before
 * (C2SP tlog-cosignature).
 */
export interface Cosignature {
  readonly witness: string;
  /** POSIX seconds. */
  readonly time: number;
}

const timeBytes = 8;

/** The line that a witness adds to a note. `text` is the part of the note before its empty line. */
export function cosign(witness: NoteSigner, text: string, time: number): string {
  if (witness.type !== keyTypes.witness) throw new TypeError('a witness signs with a key of type 0x04');
  const stamp = Buffer.alloc(timeBytes);
  stamp.writeBigUInt64BE(BigInt(time));
  const signature = sign(null, signedMessage(text, BigInt(time)), witness.privateKey);
  return signatureLine(witness, Buffer.concat([stamp, signature]));
}

/** The lines in which a log's own keys date a checkpoint. */
export const dateLines = (signers: readonly NoteSigner[], text: string, at: Date): string =>
  signers.map((signer) => cosign(asCosigner(signer), text, Math.floor(at.getTime() / 1_000))).join('');

/** When one of the log's keys last dated this note, in POSIX seconds; undefined if none did. */
export function logTime(note: string, keys: readonly NoteVerifier[]): number | undefined {
  const times = verifyCosignatures(note, keys.map(asCosigner)).map(({ time }) => time);
  return times.length > 0 ? Math.max(...times) : undefined;
}

/**
 * The cosignatures of these witnesses on a note, one per witness that signed. Unknown lines are ignored; an
 * invalid one of a known witness throws NoteError.
 */
export function verifyCosignatures(note: string, witnesses: readonly NoteVerifier[]): Cosignature[] {
  const { text, signatures } = splitNote(note);
  return witnesses.flatMap((witness) => {
    const times = signaturesBy(signatures, witness).map((bytes) => verifyTime(bytes, text, witness));
    return times.length === 0 ? [] : [{ witness: witness.name, time: Math.max(...times) }];
  });
}

function verifyTime(bytes: Buffer, text: string, witness: NoteVerifier): number {
  const time = bytes.length > timeBytes ? bytes.readBigUInt64BE(0) : 0n;
  const isRight = time > 0n && time <= BigInt(Number.MAX_SAFE_INTEGER);
  if (!isRight || !isSignedBy(witness, signedMessage(text, time), bytes.subarray(timeBytes)))
    throw new NoteError(`the cosignature of ${witness.name} does not match this checkpoint`);
  return Number(time);
}

function signedMessage(text: string, time: bigint): Buffer {
  return Buffer.from(`cosignature/v1\ntime ${time}\n${text}`);
}
