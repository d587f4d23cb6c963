import { sql } from 'kysely';
import { afterCommit, type Transact, type Tx } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { sealedTopic, unsealedEventTopic } from './public-event.ts';

/** Delay that lets events of several transactions be sealed together. */
const batchDelayMs = 10;
/** Interval that finds events left unsealed by a process that died after its commit. */
const checkMs = 1_000;
const maxBatch = 2_000;

interface Dependencies {
  readonly transaction: Transact;
  readonly bus: EventBus;
  readonly onError: (error: unknown) => void;
}

/**
 * Assigns seqs to committed events. Only one process at a time locks the head, until its seqs are committed:
 * a client that has read up to a seq has read everything below it, and no event waits for any transaction but
 * its own.
 */
export class EventSealer {
  readonly #deps: Dependencies;
  readonly #unsubscribe: () => void;
  readonly #timer: NodeJS.Timeout;
  #gathering: NodeJS.Timeout | undefined;
  #sealing: Promise<void> | undefined;
  #sealAgain = false;
  #stopped = false;

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.#unsubscribe = deps.bus.subscribe(unsealedEventTopic, () => this.#sealSoon());
    this.#timer = setInterval(() => this.#seal(), checkMs);
  }

  /** Seals what this process committed, then stops. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unsubscribe();
    clearInterval(this.#timer);
    clearTimeout(this.#gathering);
    this.#seal();
    await this.#sealing;
  }

  #sealSoon(): void {
    if (this.#stopped) return;
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      this.#seal();
    }, batchDelayMs);
  }

  /** One run at a time; events that arrive during a run trigger another. */
  #seal(): void {
    this.#sealAgain = true;
    this.#sealing ??= this.#sealAll().finally(() => {
      this.#sealing = undefined;
    });
  }

  async #sealAll(): Promise<void> {
    const { transaction, bus, onError } = this.#deps;
    while (this.#sealAgain) {
      this.#sealAgain = false;
      const sealed = await transaction((tx) => sealEvents(tx, bus)).catch((error: unknown) => {
        // The next check tries again: a database that is down would be asked all the time.
        onError(error);
        return 0;
      });
      if (sealed === maxBatch) this.#sealAgain = true;
      // The process that holds the head may have read before our commit.
      if (sealed === undefined) this.#sealSoon();
    }
  }
}

/** Returns the number of sealed events, or undefined if another process holds the head. */
async function sealEvents(tx: Tx, bus: EventBus): Promise<number | undefined> {
  // A lock is a write, and an idle city must not write every second.
  const waiting = await sql`SELECT FROM public_event WHERE seq IS NULL LIMIT 1`.execute(tx);
  if (waiting.rows.length === 0) return 0;
  const head = await sql<{
    last_seq: number;
  }>`SELECT last_seq FROM public_event_head FOR UPDATE SKIP LOCKED`.execute(tx);
  const [row] = head.rows;
  if (!row) return undefined;
  // Selected by "has no seq", never by "id above the last": a transaction that commits late has low ids.
  const { rows } = await sql<{ sealed: number }>`
    WITH waiting AS (SELECT id FROM public_event WHERE seq IS NULL ORDER BY id LIMIT ${maxBatch}),
    placed AS (SELECT id, ${row.last_seq}::bigint + row_number() OVER (ORDER BY id) AS seq FROM waiting),
    sealed AS (UPDATE public_event SET seq = placed.seq FROM placed WHERE placed.id = public_event.id RETURNING 1),
    moved AS (UPDATE public_event_head SET last_seq = last_seq + (SELECT count(*) FROM waiting))
    SELECT count(*) AS sealed FROM sealed`.execute(tx);
  afterCommit(tx, () => bus.publish(sealedTopic, null));
  return rows[0]?.sealed ?? 0;
}
