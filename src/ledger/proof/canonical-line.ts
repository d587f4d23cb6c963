import type { LedgerEntry } from './entry.ts';

/** A character that canonical JSON does not escape: no quote, no backslash, no control character. */
const unescapedCharacter = '[ !#-[\\]-\\uffff]';
const text = `"(${unescapedCharacter}+)"`;
const textOrNull = `(?:null|"(${unescapedCharacter}*)")`;
const hash = '"([0-9a-f]{64})"';
/** At most fifteen digits, so that each value is exact as a number. */
const count = '([1-9]\\d{0,14})';

const canonical = new RegExp(
  `^\\{"amount":${count},"at":${text},"from":${text},"hash":${hash},"kind":${text},"memo":${textOrNull},` +
    `"prev_hash":${hash},"ref":${textOrNull},"seq":${count},"to":${text}\\}$`,
);

/**
 * Parses a line that is evidently canonical; null for every other line, canonical or not. Parsing and
 * re-serialising a line to compare the two takes twice as long, and almost every line is of this kind.
 */
export function readCanonicalLine(line: string): LedgerEntry | null {
  const found = line.isWellFormed() ? canonical.exec(line) : null;
  if (!found) return null;
  const [, amount, at = '', from = '', hash = '', kind = '', memo, prev_hash = '', ref, seq, to = ''] = found;
  return {
    seq: Number(seq),
    at,
    kind,
    from,
    to,
    amount: Number(amount),
    memo: memo ?? null,
    ref: ref ?? null,
    prev_hash,
    hash,
  };
}
