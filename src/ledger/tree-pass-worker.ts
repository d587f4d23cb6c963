/** A pass over the entries in a thread of its own: it takes seconds a million, which nobody else shall wait for. */
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '../platform/db/database.ts';
import type { ConnectionOptions } from '../platform/db/pool.ts';
import type { NodeId } from './proof/merkle-proof.ts';
import { passOver } from './tree-pass.ts';

const { connection, ids } = workerData as { connection: ConnectionOptions; ids: readonly NodeId[] };
const database = openDatabase(connection, { name: 'kith-ledger-pass', connections: 1, onLost: () => {} });
try {
  parentPort?.postMessage(await passOver(database.read, ids));
} finally {
  await database.close();
}
