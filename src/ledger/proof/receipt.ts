import { hash, randomBytes } from 'node:crypto';
import { readCheckpoint } from './checkpoint.ts';
import { hashBytes, leafHash } from './merkle.ts';
import { verifyInclusion } from './merkle-proof.ts';
import {
  NoteError,
  type NoteSigner,
  type NoteVerifier,
  openNote,
  signNote,
  splitNote,
  strictBase64,
} from './note.ts';
import { readTlogProof, verifyTlogProof } from './tlog-proof.ts';

/** What a city signs for a paid call. */
export interface ReceiptFacts {
  readonly v: 1;
  readonly origin: string;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** sha256 in hex of the canonical JSON of `{body, query}`. */
  readonly params: string;
  readonly status: number;
  /** sha256 in hex of the response body. */
  readonly answer: string;
  readonly payment: { readonly amount: string; readonly currency: string; readonly transaction: string };
  /** 16 random bytes in hex: without them the log of receipts could be searched for a known call. */
  readonly salt: string;
}

const title = 'kith receipt v1';
const saltBytes = 16;

export const sha256Hex = (bytes: string | Uint8Array): string => hash('sha256', bytes, 'hex');

/** The fields must be given in alphabetical order, so that their JSON is canonical. */
export function signReceipt(
  signer: NoteSigner,
  { answer, at, method, params, path, payment, status }: Omit<ReceiptFacts, 'v' | 'origin' | 'salt'>,
): string {
  const { amount, currency, transaction } = payment;
  const salt = randomBytes(saltBytes).toString('hex');
  const origin = signer.name;
  const facts = {
    answer,
    at,
    method,
    origin,
    params,
    path,
    payment: { amount, currency, transaction },
    salt,
    status,
    v: 1,
  };
  return signNote(signer, `${title}\n${JSON.stringify(facts)}\n`);
}

/** The logged hash of a receipt: it reveals nothing without the receipt. */
export function receiptHash(note: string): Buffer {
  return hash('sha256', splitNote(note).text, 'buffer');
}

/** The receipt, if one of these keys signed it; throws NoteError otherwise. */
export function openReceipt(note: string, keys: readonly NoteVerifier[]): ReceiptFacts {
  const [first, json = '', ...rest] = openNote(note, keys).split('\n');
  if (first !== title || rest.length !== 1) throw new NoteError('not a receipt');
  const facts = tryParseJson(json);
  if (!isFacts(facts) || !keys.some(({ name }) => name === facts.origin))
    throw new NoteError('not a receipt of this log');
  return facts;
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const areStrings = (of: Fields, ...names: readonly string[]): boolean =>
  names.every((name) => typeof of[name] === 'string');

function isFacts(value: unknown): value is ReceiptFacts {
  if (!isFields(value) || value.v !== 1 || !Number.isInteger(value.status)) return false;
  const { payment } = value;
  return (
    areStrings(value, 'origin', 'at', 'method', 'path', 'params', 'answer', 'salt') &&
    isFields(payment) &&
    areStrings(payment, 'amount', 'currency', 'transaction')
  );
}

function tryParseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new NoteError('the receipt or its proof contains invalid JSON');
  }
}

/**
 * Proof that a receipt is logged: its path to a root, the ledger entry that names the root, and that entry's
 * own proof.
 */
export interface ReceiptProof {
  readonly index: number;
  readonly size: number;
  readonly hashes: readonly string[];
  /** The proof file of the ledger entry of kind `receipts`. */
  readonly anchor: string;
}

/** The kind of the ledger entries that name roots of the log of receipts. */
export const receiptsKind = 'receipts';

export const anchorMemo = (size: number, root: Buffer): string => `${size} ${root.toString('base64')}`;

/** The note of the checkpoint that covers a receipt; throws NoteError if a step does not lead to the next. */
export function verifyReceiptProof(note: string, { index, size, hashes, anchor }: ReceiptProof): string {
  const proof = readTlogProof(anchor);
  verifyTlogProof(proof);
  const entry = tryParseJson(proof.line.toString());
  if (!isFields(entry)) throw new NoteError('the proof contains no entry');
  const { kind, from, to, memo } = entry;
  const [, named, root] = /^(\d+) (\S+)$/.exec(String(memo)) ?? [];
  const rootHash = strictBase64(root ?? '');
  if (kind !== receiptsKind || from !== 'mint' || to !== 'sink' || rootHash?.length !== hashBytes)
    throw new NoteError('the entry of the proof does not contain a root of the receipt log');
  const path = hashes.map(strictBase64).filter((each) => each !== null);
  const isIn =
    Number(named) === size &&
    path.length === hashes.length &&
    verifyInclusion(leafHash(receiptHash(note)), index, size, path, rootHash);
  if (!isIn) throw new NoteError('the receipt is not in the receipt log');
  readCheckpoint(proof.note);
  return proof.note;
}
