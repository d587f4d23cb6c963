import { sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import { pruneRows } from '../platform/db/prune.ts';
import type { Transact } from '../platform/db/transaction.ts';
import { dayMs } from '../platform/duration.ts';

const retentionMs = dayMs;

const batchSize = 1_000;

/** Records stay as the operator's books; the stored responses are pruned. Batches keep every lock short. */
export async function prunePaidResponses(transaction: Transact, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - retentionMs);
  for (;;) {
    const { numAffectedRows = 0n } = await transaction((tx) =>
      sql`UPDATE payment SET answer = NULL, answered_at = coalesce(answered_at, ${clock.now()})
        WHERE id = ANY (ARRAY (
          SELECT id FROM payment WHERE answer IS NOT NULL AND created_at < ${before}
          LIMIT ${batchSize} FOR UPDATE SKIP LOCKED))`.execute(tx),
    );
    if (numAffectedRows < batchSize) return;
  }
}

/**
 * Deletes the records of payments whose process died before sending them for settlement. Nobody was charged: a payment is
 * recorded as settling before it is sent, and a process that was only paused loses its hold before that.
 */
export async function pruneUnsentPayments(transaction: Transact, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - retentionMs);
  const isUnsent = sql<boolean>`state = 'held' AND created_at < ${before} AND held_until < clock_timestamp()`;
  await pruneRows(transaction, 'payment', isUnsent);
}
