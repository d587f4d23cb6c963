import { sql } from 'kysely';
import type { Transact } from '../platform/db/transaction.ts';

/**
 * A dead process loses its lease after this; a live one renews in time. Uses the database clock, shared by
 * all.
 */
export const leaseEnd = sql<Date>`clock_timestamp() + interval '6 seconds'`;
const renewIntervalMs = 2_000;

interface LeaseDependencies {
  readonly transaction: Transact;
  readonly onError: (error: unknown) => void;
}

/** Renews the leases of this process's holders while they are working. */
export class Leases {
  readonly #deps: LeaseDependencies;
  readonly #live = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: LeaseDependencies) {
    this.#deps = deps;
  }

  keep(holder: string): void {
    this.#live.add(holder);
    this.#timer ??= setInterval(() => void this.#renew().catch(this.#deps.onError), renewIntervalMs);
  }

  end(holder: string): void {
    this.#live.delete(holder);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #renew(): Promise<void> {
    if (this.#live.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    await this.#deps.transaction((tx) =>
      tx
        .updateTable('payment')
        .set({ held_until: leaseEnd })
        .where((where) => where('holder', '=', where.fn.any(where.val([...this.#live]))))
        .execute(),
    );
  }
}
