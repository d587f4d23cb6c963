import { entryFault } from '../ledger/proof/chain.ts';
import type { LedgerEntry } from '../ledger/proof/entry.ts';
import { entryLine, lineHash } from '../ledger/proof/entry.ts';
import { NoteError } from '../ledger/proof/note.ts';
import { readTlogProof, verifyTlogProof } from '../ledger/proof/tlog-proof.ts';
import { readText, UnreadableLog } from './log/source.ts';
import { readTrustPolicy, type TrustOptions, type TrustPolicy, verifyHead } from './log/trust.ts';

const unreachableExitCode = 5;

interface ProvenEntry {
  readonly entry: LedgerEntry;
  readonly origin: string;
  readonly size: number;
  readonly cosigned_by: readonly string[];
}

/** Verifies a proof file with public keys only: no network, no city. */
export async function verifyProof(file: string, options: TrustOptions & { json?: boolean }): Promise<number> {
  const trust = await readTrustPolicy(options);
  let text: string;
  try {
    text = await readText(file);
  } catch (error) {
    if (!(error instanceof UnreadableLog)) throw error;
    process.stderr.write(`kith: ${error.message}\n`);
    return unreachableExitCode;
  }
  try {
    const proven = verifyEntry(text, trust);
    if (options.json) process.stdout.write(`${JSON.stringify({ ok: true, ...proven })}\n`);
    else process.stdout.write(`${report(proven)}OK\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    if (options.json) process.stdout.write(`${JSON.stringify({ ok: false, problem: error.message })}\n`);
    else process.stdout.write(`BAD: ${error.message}\n`);
    return 1;
  }
}

/** The entry of a proof file with valid path, signature and quorum; throws NoteError otherwise. */
export function verifyEntry(text: string, trust: TrustPolicy): ProvenEntry {
  const proof = readTlogProof(text);
  const { head, cosignatures } = verifyHead(proof.note, trust, []);
  verifyTlogProof(proof);
  const line = proof.line.toString();
  const entry = parseEntry(line);
  if (entry.seq !== proof.index + 1) throw new NoteError('the entry does not have the seq of its leaf');
  if (lineHash(entry.prev_hash, line) !== entry.hash)
    throw new NoteError('the hash of the entry does not match its content');
  return {
    entry,
    origin: head.origin,
    size: head.size,
    cosigned_by: cosignatures.map(({ witness }) => witness),
  };
}

const isEntry = (value: unknown): value is LedgerEntry =>
  typeof value === 'object' && value !== null && entryFault(value) === null;

function parseEntry(line: string): LedgerEntry {
  try {
    const value: unknown = JSON.parse(line);
    if (isEntry(value) && entryLine(value) === line) return value;
  } catch {}
  throw new NoteError('the proof does not contain an entry in canonical form');
}

function report({ entry, origin, size, cosigned_by }: ProvenEntry): string {
  const { seq, at, kind, from, to, amount, memo } = entry;
  const lines = [
    `entry ${seq}  ${at}  ${amount} AP  ${kind}  ${from} → ${to}${memo ? `  ${JSON.stringify(memo)}` : ''}`,
    `signed by ${origin} at size ${size}`,
  ];
  if (cosigned_by.length > 0) lines.push(`cosigned by ${cosigned_by.join(', ')}`);
  return `${lines.join('\n')}\n`;
}
