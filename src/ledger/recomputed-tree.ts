import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Database } from '../platform/db/database.ts';
import { computeNodes, entriesNeededFor } from './compute-nodes.ts';
import { nodeKey, throwMissingNode } from './nodes.ts';
import type { NodeId, NodeStore } from './proof/merkle-proof.ts';
import { SharedPasses } from './shared-passes.ts';

/** A page of entries is computed in place, in a few milliseconds: less than it takes to start a thread. */
const maxInlineEntries = 2_000;
const maxHeapMb = 256;

type Found = ReadonlyMap<string, Buffer>;

/** The ledger's tree as computed from its current entries, not as stored, in a separate thread. */
export class RecomputedTree implements NodeStore {
  readonly #database: Pick<Database, 'read' | 'connection'>;
  readonly #passes = new SharedPasses<readonly NodeId[], Found>({
    run: async (requests) => {
      const found = await this.#recompute(requests.flat());
      return new Map(requests.map((ids) => [ids, found]));
    },
    of: 'proofs',
    hint: 'Retry in a minute, or add stored=1 to use the stored tree.',
  });
  #worker: Worker | undefined;

  constructor(database: Pick<Database, 'read' | 'connection'>) {
    this.#database = database;
  }

  async getNodes(ids: readonly NodeId[]): Promise<readonly Buffer[]> {
    const inPlace = ids.every((id) => entriesNeededFor(id) <= maxInlineEntries);
    const found = await (inPlace ? computeNodes(this.#database.read, ids) : this.#passes.ask(ids));
    return ids.map((id) => found.get(nodeKey(id)) ?? throwMissingNode(id));
  }

  async stop(): Promise<void> {
    const stopped = this.#passes.stop();
    await this.#worker?.terminate();
    await stopped;
  }

  async #recompute(ids: readonly NodeId[]): Promise<Found> {
    if (this.#passes.isStopped) throw new Error('the ledger is closing');
    const worker = new Worker(new URL('./compute-nodes-worker.ts', import.meta.url), {
      workerData: { connection: this.#database.connection, ids },
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    });
    this.#worker = worker;
    const ended = once(worker, 'exit').then(() => {
      throw new Error('a pass over the ledger ended before it was done');
    });
    try {
      const [found]: Map<string, Uint8Array>[] = await Promise.race([once(worker, 'message'), ended]);
      if (!found) throw new Error('a pass over the ledger sent no hashes');
      return new Map([...found].map(([key, hash]) => [key, Buffer.from(hash)]));
    } finally {
      ended.catch(() => {});
      this.#worker = undefined;
    }
  }
}
