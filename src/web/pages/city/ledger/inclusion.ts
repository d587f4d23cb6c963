import type { LedgerEntry } from '../responses.ts';
import { equal, fromBase64, utf8 } from './bytes.ts';
import { openCheckpoint } from './checkpoint.ts';
import { computeHash, formatLine, valueFault } from './line.ts';
import { leafHash, rootOfPath } from './tree.ts';
import { UntrustedCheckpoint } from './untrusted-checkpoint.ts';

/** Response of `/api/ledger/proof`. */
export interface EntryProof {
  readonly seq: number;
  readonly leaf_index: number;
  readonly tree_size: number;
  readonly hashes: readonly string[];
  readonly entry: LedgerEntry;
  readonly checkpoint: string;
}

/** Why an entry's proof is invalid; undefined if it is valid. */
export async function verifyEntry(proof: EntryProof): Promise<string | undefined> {
  const { entry } = proof;
  const fault = valueFault(entry);
  if (fault) return fault;
  if ((await computeHash(entry)) !== entry.hash) return 'its hash does not match';
  const answer = await fetch('/api/ledger/checkpoint', { credentials: 'omit' });
  try {
    const signed = await openCheckpoint(proof.checkpoint, answer.headers.get('x-ledger-key') ?? '');
    const path = proof.hashes.map(fromBase64).filter((hash) => hash !== undefined);
    if (path.length < proof.hashes.length) return 'its path is malformed';
    const leaf = await leafHash(utf8(formatLine(entry)));
    const root = await rootOfPath(leaf, proof.seq - 1, signed.size, path);
    return root && equal(root, signed.root) ? undefined : 'its path does not lead to the signed root';
  } catch (error) {
    if (error instanceof UntrustedCheckpoint) return error.message;
    throw error;
  }
}
