import { type ChainStart, EntryChain, type EntryProblemKind } from './chain.ts';
import { type Checkpoint, openCheckpoint, readCheckpoint } from './checkpoint.ts';
import { type ExportLine, LineSplitter, type UnreadableLine } from './lines.ts';
import { NoteError, type NoteVerifier, parseVerifierKey } from './note.ts';

export interface VerifyOptions {
  /** Position of the first line's predecessor; the very beginning by default. */
  readonly start?: ChainStart;
  /** A signed note: the tree at its size must have its root. Requires a start with a tree. */
  readonly checkpoint?: string;
  /** The log's key, obtained independently of the log: the checkpoint must be signed with it. */
  readonly vkey?: string;
  /** The same as parsed keys, for a log that has had more than one. */
  readonly keys?: readonly NoteVerifier[];
}

/**
 * In addition to the problems of a single entry:
 * - `checkpoint`: the note is not a checkpoint, or not signed with the key
 * - `truncated`: fewer entries than the checkpoint covers
 * - `root`: the entries are chained correctly, but are not those the checkpoint was signed over
 */
export type VerifyProblemKind = EntryProblemKind | 'checkpoint' | 'truncated' | 'root';

export interface Verification {
  readonly ok: boolean;
  /** Number of valid entries before the end or the first problem. */
  readonly checked: number;
  /** The seq expected of the first invalid line; null if all are valid or no single one is at fault. */
  readonly first_bad_seq: number | null;
  readonly problem: { readonly kind: VerifyProblemKind; readonly message: string } | null;
  /** The last valid entry. */
  readonly head: { readonly seq: number; readonly hash: string };
  /** The tree over the valid entries; root in base64, null if the start had no tree. */
  readonly size: number;
  readonly root: string | null;
  readonly checkpoint: { readonly origin: string; readonly size: number; readonly signed: boolean } | null;
  /** By account; null if the start had no balances. */
  readonly balances: ReadonlyMap<string, number> | null;
  /** Sum over all accounts; zero for every chain checked from its beginning. */
  readonly balances_sum: number | null;
}

type Problem = NonNullable<Verification['problem']>;
type Chunks = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/**
 * Verifies an export (canonical JSON lines, in arbitrary chunks) and stops at the first problem. Memory is
 * bounded by the number of accounts, not of entries.
 */
export async function verifyExport(chunks: Chunks, options: VerifyOptions = {}): Promise<Verification> {
  const chain = new EntryChain(options.start);
  const startSeq = chain.seq;
  let checkpoint: Checkpoint | null = null;

  const conclude = (problem: Problem | null, badSeq: number | null = null): Verification => ({
    ok: problem === null,
    checked: chain.seq - startSeq,
    first_bad_seq: badSeq,
    problem,
    head: { seq: chain.seq, hash: chain.hash },
    size: chain.seq,
    root: chain.frontier?.root().toString('base64') ?? null,
    checkpoint: checkpoint && {
      origin: checkpoint.origin,
      size: checkpoint.size,
      signed: options.vkey !== undefined || options.keys !== undefined,
    },
    balances: chain.balances,
    balances_sum: chain.balances && sum(chain.balances.values()),
  });

  if (options.checkpoint !== undefined) {
    try {
      checkpoint = acceptCheckpoint(options.checkpoint, options);
    } catch (error) {
      if (!(error instanceof NoteError)) throw error;
      return conclude({ kind: 'checkpoint', message: error.message });
    }
    if (chain.frontier === null || checkpoint.size < startSeq) {
      throw new TypeError('a checkpoint can only be compared with a tree that is not larger');
    }
  }

  const rootProblem = (): Problem | null => {
    if (checkpoint === null || chain.seq !== checkpoint.size) return null;
    if (chain.frontier?.root().equals(checkpoint.root)) return null;
    return { kind: 'root', message: `the first ${checkpoint.size} entries do not match the checkpoint` };
  };

  const consume = (lines: Iterable<ExportLine>): Verification | null => {
    for (const line of lines) {
      const problem = typeof line === 'string' ? chain.takeLine(line) : toProblem(line);
      if (problem !== null) return conclude(problem, chain.seq + 1);
      const mismatch = rootProblem();
      if (mismatch !== null) return conclude(mismatch);
    }
    return null;
  };

  const atOnce = rootProblem();
  if (atOnce !== null) return conclude(atOnce);
  const splitter = new LineSplitter();
  for await (const chunk of chunks) {
    const stopped = consume(splitter.push(chunk));
    if (stopped !== null) return stopped;
  }
  const stopped = consume(splitter.end());
  if (stopped !== null) return stopped;
  if (checkpoint !== null && chain.seq < checkpoint.size) {
    const message = `ends after ${chain.seq} entries, but the checkpoint covers ${checkpoint.size}`;
    return conclude({ kind: 'truncated', message }, chain.seq + 1);
  }
  return conclude(null);
}

function acceptCheckpoint(note: string, { vkey, keys }: VerifyOptions): Checkpoint {
  if (keys) return openCheckpoint(note, keys);
  return vkey === undefined ? readCheckpoint(note) : openCheckpoint(note, parseVerifierKey(vkey));
}

function toProblem(line: UnreadableLine): Problem {
  return { kind: 'malformed', message: line.unreadable };
}

/** Exact, even if intermediate sums exceed what a number represents. */
function sum(balances: Iterable<number>): number {
  let total = 0n;
  for (const balance of balances) total += BigInt(balance);
  return Number(total);
}
