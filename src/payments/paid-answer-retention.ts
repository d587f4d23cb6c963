import { sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Transact } from '../platform/db/transaction.ts';

const keptMs = 24 * 3_600_000;

const batchSize = 1_000;

/** Records stay as the operator's books; the stored responses are pruned. Batches keep every lock short. */
export async function prunePaidResponses(transaction: Transact, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - keptMs);
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
