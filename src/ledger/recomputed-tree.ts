import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Database } from '../platform/db/database.ts';
import { errors } from '../platform/http/errors.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { computeNodes, entriesNeededFor } from './compute-nodes.ts';
import { nodeKey, throwMissingNode } from './nodes.ts';
import type { NodeId, NodeStore } from './proof/merkle-proof.ts';

/** A page of entries is computed in place, in a few milliseconds: less than it takes to start a thread. */
const maxInlineEntries = 2_000;
const maxWaiting = 300;
const maxPauseMs = 60_000;
const maxHeapMb = 256;

interface NodeRequest {
  readonly ids: readonly NodeId[];
  resolve(found: ReadonlyMap<string, Buffer>): void;
  reject(error: unknown): void;
}

/**
 * The ledger's tree as computed from its current entries, not as stored. One pass at a time, in a separate
 * thread, for all requests since the last one started, followed by a pause as long as the pass. So it uses at
 * most half a core, however many requests arrive, and a result is never older than its request.
 */
export class RecomputedTree implements NodeStore {
  readonly #database: Pick<Database, 'read' | 'connection'>;
  #waiting: NodeRequest[] = [];
  #running: Promise<void> | undefined;
  #worker: Worker | undefined;
  readonly #stopped = new AbortController();

  constructor(database: Pick<Database, 'read' | 'connection'>) {
    this.#database = database;
  }

  async getNodes(ids: readonly NodeId[]): Promise<readonly Buffer[]> {
    const inPlace = ids.every((id) => entriesNeededFor(id) <= maxInlineEntries);
    const found = await (inPlace ? computeNodes(this.#database.read, ids) : this.#ask(ids));
    return ids.map((id) => found.get(nodeKey(id)) ?? throwMissingNode(id));
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#worker?.terminate();
    await this.#running;
  }

  #ask(ids: readonly NodeId[]): Promise<ReadonlyMap<string, Buffer>> {
    if (this.#waiting.length >= maxWaiting || this.#stopped.signal.aborted) {
      const hint = 'Retry in a minute, or add stored=1 to use the stored tree.';
      return Promise.reject(
        new Refusal(errors.overloaded, 'too many proofs are waiting to be computed', hint, {
          'retry-after': '60',
        }),
      );
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ids, resolve, reject });
      this.#running ??= this.#run().finally(() => {
        this.#running = undefined;
      });
    });
  }

  async #run(): Promise<void> {
    // Requests in the same turn of the event loop share the first pass.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      const [requests, beganMs] = [this.#waiting, performance.now()];
      this.#waiting = [];
      await this.#recompute(requests.flatMap(({ ids }) => ids)).then(
        (found) => requests.forEach(({ resolve }) => void resolve(found)),
        (error: unknown) => requests.forEach(({ reject }) => void reject(error)),
      );
      const restMs = Math.min(performance.now() - beganMs, maxPauseMs);
      await sleep(restMs, undefined, { signal: this.#stopped.signal, ref: false }).catch(() => {});
    }
  }

  async #recompute(ids: readonly NodeId[]): Promise<ReadonlyMap<string, Buffer>> {
    if (this.#stopped.signal.aborted) throw new Error('the ledger is closing');
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
