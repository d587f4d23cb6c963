import type { LedgerEntry } from '../responses.ts';
import { bytesToHex, sha256, utf8 } from './bytes.ts';

/** The RFC 8785 canonical JSON of an entry: sorted keys, strings and integers as in JSON.stringify. */
export function formatLine({
  amount,
  at,
  from,
  hash,
  kind,
  memo,
  prev_hash,
  ref,
  seq,
  to,
}: LedgerEntry): string {
  return JSON.stringify({ amount, at, from, hash, kind, memo, prev_hash, ref, seq, to });
}

/** The expected hash of an entry. */
export async function computeHash({
  amount,
  at,
  from,
  kind,
  memo,
  prev_hash,
  ref,
  seq,
  to,
}: LedgerEntry): Promise<string> {
  const bare = JSON.stringify({ amount, at, from, kind, memo, prev_hash, ref, seq, to });
  return bytesToHex(await sha256(utf8(prev_hash + bare)));
}

/** What is wrong with the values of a single entry, worded for the reader. */
export function valueFault(entry: LedgerEntry): string | undefined {
  const isText = (value: unknown) => typeof value === 'string' && value.isWellFormed();
  const isName = (value: unknown) => isText(value) && value !== '';
  if (!Number.isSafeInteger(entry.seq) || entry.seq < 1) return 'its seq is not a whole number';
  if (!Number.isSafeInteger(entry.amount) || entry.amount < 1)
    return 'its amount is not a whole number above zero';
  if (!isText(entry.at) || new Date(entry.at).toJSON() !== entry.at) return 'its time is malformed';
  if (!isName(entry.kind) || !isName(entry.from) || !isName(entry.to)) return 'one of its fields is not text';
  if (entry.from === entry.to) return 'it moves AP from an account to itself';
  if (entry.memo !== null && !isText(entry.memo)) return 'its memo is not text';
  if (entry.ref !== null && !isText(entry.ref)) return 'its reference is not text';
  if (!isText(entry.prev_hash) || !isText(entry.hash)) return 'it has no hash';
  return undefined;
}
