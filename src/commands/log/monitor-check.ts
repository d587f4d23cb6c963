import { readFile } from 'node:fs/promises';
import { Type } from 'typebox';
import { EntryChain } from '../../ledger/proof/chain.ts';
import { type Checkpoint, openCheckpoint, readCheckpoint } from '../../ledger/proof/checkpoint.ts';
import { logTime } from '../../ledger/proof/cosignature.ts';
import { genesisHash, type LedgerEntry } from '../../ledger/proof/entry.ts';
import { handoverKind, keyRing } from '../../ledger/proof/handover.ts';
import { LineSplitter } from '../../ledger/proof/lines.ts';
import { Frontier, leafHash } from '../../ledger/proof/merkle.ts';
import { consistencyProof, verifyConsistency } from '../../ledger/proof/merkle-proof.ts';
import { NoteError, type NoteVerifier, parseVerifierKey, splitNote } from '../../ledger/proof/note.ts';
import { checkQuorum } from '../../ledger/proof/policy.ts';
import { jsonDecoder, unreadable } from '../../platform/decode.ts';
import { replaceFile } from '../../platform/replace-file.ts';
import { entryChunks } from './bundles.ts';
import { tileNodes } from './hash-tiles.ts';
import { type LogSource, UnreadableLog } from './source.ts';
import { fetchHandovers, type TrustPolicy } from './trust.ts';

/** Every alarm has an exit code of its own; 2 and 5 are those of all commands (usage, not reachable). */
export const alarmExitCodes = {
  /** A wrong signature, or an entry that the rules of the ledger forbid. */
  invalid: 1,
  /** No checkpoint has been dated for too long. */
  stale: 10,
  /** Too few witnesses signed. */
  quorum: 11,
  /** A later checkpoint covers fewer entries than an earlier one. */
  rollback: 12,
  /** Two signed heads, of which neither extends the other. */
  fork: 13,
  /** Signed with a key that no trusted key has named. */
  key: 14,
} as const;

export class LogAlarm extends Error {
  readonly kind: keyof typeof alarmExitCodes;
  /** The signed heads that are the evidence. */
  readonly heads: readonly string[];

  constructor(kind: LogAlarm['kind'], message: string, heads: readonly (string | undefined)[]) {
    super(message);
    this.kind = kind;
    this.heads = heads.filter((head) => head !== undefined);
  }
}

/** A monitor's state of a log: enough to verify everything that follows without reading anything again. */
export interface MonitorState {
  readonly origin: string;
  /** The trusted key of the first visit or the command line, and those it has named since. */
  readonly keys: readonly string[];
  readonly size: number;
  readonly hash: string;
  /** The Merkle frontier, in base64. */
  readonly frontier: string;
  readonly balances: Record<string, number>;
  /** The checkpoint of the most entries with its latest date. */
  readonly note: string;
  /** When the log dated it, in POSIX seconds; null if it never did. */
  readonly dated: number | null;
  /** When the log, or with a policy a quorum, last vouched for it; if they do not say, when it was first seen. */
  readonly vouched: number;
}

export interface LogCheck {
  readonly state: MonitorState;
  /** Entries added since the previous state. */
  readonly entries: readonly LedgerEntry[];
}

interface Head extends Checkpoint {
  readonly note: string;
  readonly keys: readonly NoteVerifier[];
  readonly dated: number | undefined;
}

/**
 * Compares the checkpoint that is served with the largest one seen. A larger one must extend it: every new
 * entry is read, verified and appended to the known tree, which must give the signed root. A smaller one is
 * an old copy from a cache if it has an older date and the known one extends it.
 */
export async function checkLog(
  source: LogSource,
  trust: TrustPolicy,
  before: MonitorState | undefined,
  nowS: number,
): Promise<LogCheck> {
  const head = await readHead(source, trust, before);
  if (before && head.size < before.size) {
    await explainSmallerHead(source, before, head);
    return { state: before, entries: [] };
  }
  if (before?.size === head.size && !head.root.equals(treeOf(before).root))
    throw new LogAlarm('fork', `two heads of ${head.size} entries have different roots`, [
      before.note,
      head.note,
    ]);
  const quorum = readQuorum(trust, before, head);
  if (quorum.missing) {
    if (before && head.size > before.size && !(await isExtendedBy(source, treeOf(before), head)))
      throw notExtended(before, head);
    throw new LogAlarm('quorum', quorum.missing, [head.note]);
  }
  const stated = trust.policy?.quorum ? quorum.time : head.dated;
  const firstSeen = before?.note === head.note ? before.vouched : nowS;
  const vouched = Math.min(stated ?? firstSeen, nowS);
  const dated = head.dated ?? quorum.time ?? null;
  if (before?.size === head.size) {
    const isOldCopy = vouched < before.vouched || (dated ?? 0) < (before.dated ?? 0);
    const state = isOldCopy ? before : { ...before, note: head.note, dated, vouched };
    return { state, entries: [] };
  }
  const { chain, entries, handovers } = await readNewEntries(source, before, head);
  const state: MonitorState = {
    origin: head.origin,
    keys: ringOf(head.keys, handovers).map(({ vkey }) => vkey),
    note: head.note,
    dated,
    vouched,
    size: head.size,
    hash: chain.hash,
    frontier: chain.frontier?.toBuffer().toString('base64') ?? '',
    balances: Object.fromEntries(chain.balances ?? []),
  };
  return { state, entries };
}

/** An alarm if nobody has vouched for the newest checkpoint within `maxAgeS`. */
export function staleAlarm(
  { vouched, note, size }: MonitorState,
  nowS: number,
  maxAgeS: number,
): LogAlarm | undefined {
  const ageS = nowS - vouched;
  if (maxAgeS === 0 || ageS <= maxAgeS) return undefined;
  const minutes = Math.floor(ageS / 60);
  return new LogAlarm('stale', `the newest checkpoint, of ${size} entries, is ${minutes} minutes old`, [
    note,
  ]);
}

const frontierOf = ({ frontier }: MonitorState) => Frontier.fromBuffer(Buffer.from(frontier, 'base64'));
const treeOf = (state: MonitorState): TreeHead => ({ size: state.size, root: frontierOf(state).root() });

/** The trusted keys and those that follow from them. */
function ringOf(trusted: readonly NoteVerifier[], handovers: readonly string[]): NoteVerifier[] {
  const ring = new Map(trusted.flatMap((key) => keyRing(key, handovers)).map((key) => [key.vkey, key]));
  return [...ring.values()];
}

/** The served checkpoint, if it is signed by the trusted key or one that follows from it. */
async function readHead(
  source: LogSource,
  trust: TrustPolicy,
  before: MonitorState | undefined,
): Promise<Head> {
  const { note, vkey } = await source.checkpoint();
  const { origin, size } = readServed(source, note);
  const trusted = trustedKeys(trust, before?.keys ?? [], vkey, note);
  const heads = [before?.note, note];
  const open = (keys: readonly NoteVerifier[]) => {
    try {
      return { ...openCheckpoint(note, keys), note, keys, dated: logTime(note, keys) };
    } catch (error) {
      if (!(error instanceof NoteError)) throw error;
      throw new LogAlarm('invalid', error.message, heads);
    }
  };
  const isSignedBy = (keys: readonly NoteVerifier[]) =>
    splitNote(note).signatures.some(({ name, bytes }) =>
      keys.some((key) => key.name === name && key.keyId.equals(bytes.subarray(0, key.keyId.length))),
    );
  const isForeign = trusted.every(({ name }) => name !== origin);
  if (isForeign || isSignedBy(trusted)) return open(trusted);
  // A cache may serve an old list of keys; the entries contain every handover.
  for (const readHandovers of [
    () => fetchHandovers(source),
    () => readLoggedHandovers(source, before?.size ?? 0, size),
  ]) {
    const ring = ringOf(trusted, await readHandovers());
    if (isSignedBy(ring)) return open(ring);
  }
  throw new LogAlarm('key', 'the checkpoint is signed with a key that no trusted key has named', heads);
}

/** What is not a checkpoint at all, such as an error page of a cache, proves nothing about the log. */
function readServed(source: LogSource, note: string): Checkpoint {
  try {
    return readCheckpoint(note);
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    throw new UnreadableLog(`${source.name}/checkpoint: ${error.message}`);
  }
}

function trustedKeys(
  { keys }: TrustPolicy,
  known: readonly string[],
  published: string | undefined,
  note: string,
): NoteVerifier[] {
  const given = [...known.map((vkey) => parseVerifierKey(vkey)), ...keys];
  if (given.length > 0) return ringOf(given, []);
  if (published === undefined)
    throw new LogAlarm('key', 'the log publishes no key: set it with --key', [note]);
  return [parseVerifierKey(published)];
}

async function readLoggedHandovers(source: LogSource, from: number, to: number): Promise<string[]> {
  const handovers: string[] = [];
  const splitter = new LineSplitter();
  for await (const chunk of entryChunks(source, from, to))
    for (const line of splitter.push(chunk))
      if (typeof line === 'string') handovers.push(...handoverIn(line));
  return handovers;
}

/** The note is signed by both keys, so the line that contains it need not be verified yet. */
function handoverIn(line: string): string[] {
  if (!line.includes(`"kind":"${handoverKind}"`)) return [];
  const entry = decodeMemo(line);
  return entry === unreadable ? [] : [entry.memo];
}
const decodeMemo = jsonDecoder(Type.Object({ memo: Type.String() }));

async function explainSmallerHead(source: LogSource, before: MonitorState, head: Head): Promise<void> {
  const heads = [before.note, head.note];
  const isOlder = head.dated !== undefined && before.dated !== null && head.dated <= before.dated;
  if (!isOlder)
    throw new LogAlarm(
      'rollback',
      `the log went back from ${before.size} to ${head.size} entries, in a checkpoint that is not older`,
      heads,
    );
  if (!(await isExtendedBy(source, head, treeOf(before)))) throw notExtended(head, before);
}

const notExtended = (smaller: SignedSize, larger: SignedSize): LogAlarm =>
  new LogAlarm(
    'fork',
    `no proof can be given that the head of ${larger.size} entries extends the one of ${smaller.size}`,
    [smaller.note, larger.note],
  );

interface TreeHead {
  readonly size: number;
  readonly root: Buffer;
}

type SignedSize = Pick<Head, 'size' | 'note'>;

/** Whether the published tiles prove that one tree starts with the other. */
async function isExtendedBy(source: LogSource, from: TreeHead, to: TreeHead): Promise<boolean> {
  const proof = await consistencyProof(tileNodes(source, to.size), from.size, to.size);
  return verifyConsistency(from.size, to.size, from.root, to.root, proof);
}

/** When a quorum of the policy signed, or what is missing. */
function readQuorum(
  { policy }: TrustPolicy,
  before: MonitorState | undefined,
  head: Head,
): { readonly time?: number | undefined; readonly missing?: string } {
  if (!policy) return {};
  try {
    const { reached, cosignatures, time } = checkQuorum(head.note, policy);
    if (reached) return { time };
    const count = `${cosignatures.length} of ${policy.witnesses.length} witnesses signed it`;
    return { missing: `the checkpoint of ${head.size} entries has no quorum: ${count}` };
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    throw new LogAlarm('invalid', error.message, [before?.note, head.note]);
  }
}

async function readNewEntries(source: LogSource, before: MonitorState | undefined, head: Head) {
  const known = before ? frontierOf(before) : Frontier.empty();
  const chain = new EntryChain({
    seq: before?.size ?? 0,
    hash: before?.hash ?? genesisHash,
    frontier: known,
    balances: new Map(Object.entries(before?.balances ?? {})),
  });
  const tree = known.clone();
  const entries: LedgerEntry[] = [];
  const handovers: string[] = [];
  let fault: string | undefined;
  const splitter = new LineSplitter();
  for await (const chunk of entryChunks(source, before?.size ?? 0, head.size))
    for (const line of splitter.push(chunk)) {
      if (typeof line !== 'string') {
        fault ??= `entry ${chain.seq + 1}: ${line.unreadable}`;
        continue;
      }
      tree.append(leafHash(line));
      handovers.push(...handoverIn(line));
      const problem = fault === undefined ? chain.takeLine(line) : null;
      if (problem) fault = `entry ${chain.seq + 1}: ${problem.message}`;
      // The first run over a long log only builds the state; entries are reported from then on.
      if (!before || fault !== undefined) continue;
      const entry: LedgerEntry = JSON.parse(line);
      entries.push(entry);
    }
  const heads = [before?.note, head.note];
  if (tree.size === head.size && tree.root().equals(head.root)) {
    if (fault === undefined) return { chain, entries, handovers };
    throw new LogAlarm('invalid', fault, heads);
  }
  // The entries are not those of the signed tree: either they were changed on the way, or the tree is another.
  if (before && !(await isExtendedBy(source, treeOf(before), head))) throw notExtended(before, head);
  throw new LogAlarm('invalid', fault ?? `the entries up to ${head.size} do not have the signed root`, heads);
}

export async function readState(file: string): Promise<MonitorState | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (text === undefined) return undefined;
  const state = decodeState(text);
  // Starting over would hide a rewritten history, so the operator must decide.
  if (state === unreadable) throw new Error(`${file} is damaged: restore it, or remove it to start over`);
  return state;
}

const decodeState = jsonDecoder(
  Type.Object({
    origin: Type.String(),
    keys: Type.Array(Type.String(), { minItems: 1 }),
    size: Type.Integer({ minimum: 0 }),
    hash: Type.String(),
    frontier: Type.String(),
    balances: Type.Record(Type.String(), Type.Number()),
    note: Type.String(),
    dated: Type.Union([Type.Integer(), Type.Null()]),
    vouched: Type.Number(),
  }),
);

/** Atomic: a killed monitor resumes from the previous state. */
export async function writeState(file: string, state: MonitorState): Promise<void> {
  await replaceFile(file, `${JSON.stringify(state)}\n`);
}
