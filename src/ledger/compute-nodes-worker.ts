/**
 * A pass over the entries in a separate thread: it takes seconds per million entries, which must not delay
 * requests.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '../platform/db/database.ts';
import type { ConnectionOptions } from '../platform/db/pool.ts';
import { computeNodes } from './compute-nodes.ts';
import type { NodeId } from './proof/merkle-proof.ts';

const { connection, ids }: { connection: ConnectionOptions; ids: readonly NodeId[] } = workerData;
const database = openDatabase(connection, { name: 'kith-ledger-pass', connections: 1, onLost: () => {} });
try {
  parentPort?.postMessage(await computeNodes(database.read, ids));
} finally {
  await database.close();
}
