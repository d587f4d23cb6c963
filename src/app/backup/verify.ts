import { audit } from '../../ledger/audit.ts';
import { LogKeys } from '../../ledger/log-keys.ts';
import { createNodeStore } from '../../ledger/nodes.ts';
import { openCheckpoint } from '../../ledger/proof/checkpoint.ts';
import { computeRoot } from '../../ledger/proof/merkle-proof.ts';
import { NoteError, parseVerifierKey } from '../../ledger/proof/note.ts';
import { systemClock } from '../../platform/clock.ts';
import { openDatabase } from '../../platform/db/database.ts';
import type { ConnectionOptions } from '../../platform/db/pool.ts';
import type { ServerKey } from '../../platform/keys/server-key.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';

export interface VerifiedLedger {
  readonly ledger_size: number;
  /** Sizes of the checkpoints that the ledger was verified against. */
  readonly checkpoints: readonly number[];
}

/** Throws unless every balance and hash of the ledger is correct and it matches all signed checkpoints. */
export async function verifyRestored(
  connection: ConnectionOptions,
  serverKey: ServerKey,
  checkpoints: readonly string[],
): Promise<VerifiedLedger> {
  const database = openDatabase(connection, { name: 'kith restore', connections: 4, onLost: () => {} });
  try {
    const { ok, entries, problems } = await audit(database.transaction);
    if (!ok) throw new OperatorProblem(`the audit of the restored ledger failed: ${problems[0]}`);
    const keys = new LogKeys({ ...database, clock: systemClock, serverKey });
    const verifiers = (await keys.all()).map(({ vkey }) => parseVerifierKey(vkey));
    const sizes: number[] = [];
    for (const note of checkpoints) {
      const { size, root } = openNote(note, verifiers);
      if (size > entries)
        throw new OperatorProblem(
          `the restored ledger has ${entries} entries, and a checkpoint of ${size} was signed: the backup is older than the checkpoint`,
        );
      if (!(await computeRoot(createNodeStore(database.read), size)).equals(root))
        throw new OperatorProblem(`the restored ledger contradicts the checkpoint of ${size} entries`);
      sizes.push(size);
    }
    return { ledger_size: entries, checkpoints: sizes };
  } finally {
    await database.close();
  }
}

function openNote(note: string, verifiers: Parameters<typeof openCheckpoint>[1]) {
  try {
    return openCheckpoint(note, verifiers);
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    throw new OperatorProblem(
      `the checkpoint was not signed by a key of the restored ledger: ${error.message}`,
    );
  }
}
