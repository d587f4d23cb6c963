import { hash as sha256 } from 'node:crypto';

/** A movement with its position in the chain: all fields of an entry except the two hashes. */
export interface Movement {
  readonly seq: number;
  /** ISO 8601 UTC with milliseconds. Not ordered by seq: it is the time of the cause, not of the sealing. */
  readonly at: string;
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  readonly amount: number;
  readonly memo: string | null;
  readonly ref: string | null;
}

/** A sealed entry, as returned by the API and printed in the export. */
export interface LedgerEntry extends Movement {
  readonly prev_hash: string;
  readonly hash: string;
}

/** A sealed entry and its line in the export, which is also its Merkle leaf. */
export interface SealedEntry {
  readonly entry: LedgerEntry;
  readonly line: string;
}

export const genesisHash = '0'.repeat(64);

/** An entry bundle stores an entry's length in 16 bits, and readers must be able to bound their memory. */
export const maxLineBytes = 65_535;

/**
 * Chains a movement to the previous entry. Throws on anything a verifier would reject, so that a bad row
 * stops the sealer instead of corrupting the chain forever.
 */
export function sealEntry(prevHash: string, movement: Movement): SealedEntry {
  const fault = movementFault(movement);
  if (fault !== null) throw new TypeError(`entry ${movement.seq} cannot be sealed: ${fault}`);
  const { seq, at, kind, from, to, amount, memo, ref } = movement;
  const bare = bareLine(prevHash, movement);
  const hash = chainHash(prevHash, bare);
  const hashPosition = bare.indexOf(',"kind":');
  const line = `${bare.slice(0, hashPosition)},"hash":"${hash}"${bare.slice(hashPosition)}`;
  // A UTF-16 unit has at most three bytes, so most lines need no count.
  if (line.length * 3 > maxLineBytes && Buffer.byteLength(line) > maxLineBytes) {
    throw new TypeError(`entry ${seq} cannot be sealed: longer than ${maxLineBytes} bytes`);
  }
  return { entry: { seq, at, kind, from, to, amount, memo, ref, prev_hash: prevHash, hash }, line };
}

/**
 * sha256 in lower-case hex over: the 64 ASCII characters of `prev_hash`, then the UTF-8 bytes of the RFC 8785
 * canonical JSON of the entry's nine fields without `hash` (so `prev_hash` counts twice).
 */
export function entryHash(prevHash: string, movement: Movement): string {
  return chainHash(prevHash, bareLine(prevHash, movement));
}

/**
 * The RFC 8785 canonical JSON of the whole entry: its line in the export and its leaf in the Merkle tree. The generic
 * canonicalizer takes 4 µs per entry. Since the shape is fixed, the keys are written in their order and
 * JSON.stringify (1 µs) does the rest: the RFC defines strings and numbers by it. It escapes lone surrogates, which
 * the RFC refuses.
 */
export function entryLine(entry: LedgerEntry): string {
  refuseLoneSurrogates(entry);
  const { amount, at, from, hash, kind, memo, prev_hash, ref, seq, to } = entry;
  return JSON.stringify({ amount, at, from, hash, kind, memo, prev_hash, ref, seq, to });
}

/** The expected hash of an entry, from its canonical line: cheaper than serialising it again. */
export function lineHash(prevHash: string, line: string): string {
  // Inside a JSON string a quote always follows a backslash, so the first match is the key itself.
  const hashPosition = line.indexOf(',"hash":"');
  return chainHash(
    prevHash,
    line.slice(0, hashPosition) + line.slice(line.indexOf(',"kind":', hashPosition)),
  );
}

function bareLine(prevHash: string, movement: Movement): string {
  refuseLoneSurrogates(movement);
  const { amount, at, from, kind, memo, ref, seq, to } = movement;
  return JSON.stringify({ amount, at, from, kind, memo, prev_hash: prevHash, ref, seq, to });
}

function chainHash(prevHash: string, bare: string): string {
  return sha256('sha256', prevHash + bare, 'hex');
}

function refuseLoneSurrogates({ from, to, kind, memo, ref }: Movement): void {
  if (
    isText(from) &&
    isText(to) &&
    isText(kind) &&
    (memo === null || isText(memo)) &&
    (ref === null || isText(ref))
  )
    return;
  throw new TypeError('a lone surrogate has no canonical form');
}

/** What is wrong with these values taken alone, in words; null if they could be in a chain. */
export function movementFault(value: Readonly<Partial<Record<keyof Movement, unknown>>>): string | null {
  const { seq, at, kind, from, to, amount, memo, ref } = value;
  if (!isPositive(seq)) return 'seq is not a positive whole number';
  if (!isPositive(amount)) return 'amount is not a positive whole number';
  if (typeof at !== 'string' || !isInstant(at)) return 'at is not an ISO 8601 UTC time with milliseconds';
  if (!isName(kind)) return 'kind is not a non-empty well-formed string';
  if (!isName(from)) return 'from is not a non-empty well-formed string';
  if (!isName(to)) return 'to is not a non-empty well-formed string';
  if (from === to) return 'from and to are the same account';
  if (memo !== null && !isText(memo)) return 'memo is neither a well-formed string nor null';
  if (ref !== null && !isText(ref)) return 'ref is neither a well-formed string nor null';
  return null;
}

function isPositive(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.isWellFormed();
}

function isName(value: unknown): boolean {
  return value !== '' && isText(value);
}

const instant = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

function isInstant(at: string): boolean {
  if (!instant.test(at)) return false;
  // Only the last days of a month need the calendar, and a Date costs more than everything else here.
  return at.slice(8, 10) <= '28' || new Date(at).toISOString() === at;
}

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
