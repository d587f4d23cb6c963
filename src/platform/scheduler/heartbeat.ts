import type { Transact } from '../db/transaction.ts';
import type { Log } from '../log.ts';
import { renewLeases } from './lease.ts';
import type { TaskRun } from './task-run.ts';

/** Two renewals may fail before a lease expires. */
const beatsPerLease = 3;

/**
 * Renews the leases of one kind's runs. It runs on the event loop that the runs share, so a hanging loop
 * loses its leases like a dead process.
 */
export class Heartbeat {
  readonly #transaction: Transact;
  readonly #leaseMs: number;
  readonly #runs: () => Iterable<TaskRun>;
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  #beating: Promise<void> | undefined;

  constructor(deps: { transaction: Transact; leaseMs: number; runs: () => Iterable<TaskRun>; log: Log }) {
    this.#transaction = deps.transaction;
    this.#leaseMs = deps.leaseMs;
    this.#runs = deps.runs;
    this.#log = deps.log;
    this.#timer = setInterval(() => this.#tick(), deps.leaseMs / beatsPerLease);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
  }

  #tick(): void {
    this.#beating ??= this.#beat().finally(() => {
      this.#beating = undefined;
    });
  }

  async #beat(): Promise<void> {
    const sentAt = performance.now();
    const runs = [...this.#runs()].filter((run) => {
      if (sentAt > run.tooLongAt) run.abortAsTooLong();
      // An aborted run keeps the rest of its lease to wind down, but is not renewed.
      return !run.signal.aborted;
    });
    if (runs.length === 0) return;
    try {
      const leases = runs.map((run) => run.lease);
      const held = await this.#transaction((tx) => renewLeases(tx, leases, this.#leaseMs));
      for (const run of runs) {
        if (held.has(run.lease.id)) run.heldUntil = sentAt + this.#leaseMs;
        else run.abortAsLost();
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'leases could not be renewed');
      for (const run of runs) if (performance.now() > run.heldUntil) run.abortAsLost();
    }
  }
}
