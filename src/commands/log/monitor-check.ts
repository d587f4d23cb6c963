import { EntryChain } from '../../ledger/proof/chain.ts';
import { genesisHash, type LedgerEntry } from '../../ledger/proof/entry.ts';
import { LineSplitter } from '../../ledger/proof/lines.ts';
import { Frontier } from '../../ledger/proof/merkle.ts';
import { NoteError, parseVerifierKey } from '../../ledger/proof/note.ts';
import { entryChunks } from './bundles.ts';
import type { MonitorState } from './monitor-state.ts';
import type { LogSource } from './source.ts';
import { fetchHandovers, type TrustPolicy, verifyHead } from './trust.ts';

/** The log contradicts itself or an earlier signed head. Both heads are the evidence. */
export class InconsistentLog extends Error {
  readonly heads: readonly string[];

  constructor(message: string, heads: readonly string[]) {
    super(message);
    this.heads = heads;
  }
}

export interface LogCheck {
  readonly state: MonitorState;
  /** Entries added since the previous state. */
  readonly entries: readonly LedgerEntry[];
}

const maxSeenHeads = 1_000;

/**
 * Checks the newest checkpoint. If it is new, every new entry is read, verified and appended to the known
 * tree, which must give the signed root: this proves that the new head extends the old one.
 */
export async function checkLog(
  source: LogSource,
  trust: TrustPolicy,
  before: MonitorState | undefined,
): Promise<LogCheck | undefined> {
  const { note, vkey } = await source.checkpoint();
  if (before?.note === note) return undefined;
  const trustedKey = before?.vkey ?? trust.keys[0]?.vkey ?? vkey;
  if (trustedKey === undefined)
    throw new InconsistentLog('the log publishes no key: set it with --key', [note]);
  const keys = [...trust.keys, parseVerifierKey(trustedKey)];
  const { head } = await verifyNewHead(source, { ...trust, keys }, note, before);
  const root = head.root.toString('base64');
  if (before && head.size <= before.size) {
    const seenHead = before.seen.find(({ size }) => size === head.size);
    // A cache may serve an older head; an unknown head of a smaller size is a different history.
    if (seenHead?.root === root) return undefined;
    throw new InconsistentLog(
      seenHead
        ? `two heads of ${head.size} entries have different roots: the log has forked`
        : `the log shrank from ${before.size} to ${head.size} entries`,
      [before.note, note],
    );
  }
  const { chain, entries } = await readNewEntries(source, before, head.size, note);
  if (!chain.frontier?.root().equals(head.root))
    throw new InconsistentLog(
      `the entries up to ${head.size} do not produce the signed root: the log does not extend what it signed before`,
      before ? [before.note, note] : [note],
    );
  const state: MonitorState = {
    origin: head.origin,
    vkey: trustedKey,
    size: head.size,
    hash: chain.hash,
    frontier: chain.frontier.toBuffer().toString('base64'),
    balances: Object.fromEntries(chain.balances ?? []),
    note,
    seen: [...(before?.seen ?? []), { size: head.size, root }].slice(-maxSeenHeads),
  };
  return { state, entries };
}

async function verifyNewHead(
  source: LogSource,
  trust: TrustPolicy,
  note: string,
  before: MonitorState | undefined,
) {
  try {
    try {
      return verifyHead(note, trust, []);
    } catch (error) {
      if (!(error instanceof NoteError)) throw error;
      return verifyHead(note, trust, await fetchHandovers(source));
    }
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    throw new InconsistentLog(error.message, before ? [before.note, note] : [note]);
  }
}

async function readNewEntries(
  source: LogSource,
  before: MonitorState | undefined,
  size: number,
  note: string,
) {
  const chain = new EntryChain({
    seq: before?.size ?? 0,
    hash: before?.hash ?? genesisHash,
    frontier: before ? Frontier.fromBuffer(Buffer.from(before.frontier, 'base64')) : Frontier.empty(),
    balances: new Map(Object.entries(before?.balances ?? {})),
  });
  const entries: LedgerEntry[] = [];
  const splitter = new LineSplitter();
  for await (const chunk of entryChunks(source, before?.size ?? 0, size))
    for (const line of splitter.push(chunk)) {
      const problem = typeof line === 'string' ? chain.takeLine(line) : { message: line.unreadable };
      if (problem || typeof line !== 'string')
        throw new InconsistentLog(
          `entry ${chain.seq + 1}: ${problem?.message}`,
          before ? [before.note, note] : [note],
        );
      // The first run over a long log only builds the state; entries are reported from then on.
      if (!before) continue;
      const entry: LedgerEntry = JSON.parse(line);
      entries.push(entry);
    }
  return { chain, entries };
}
