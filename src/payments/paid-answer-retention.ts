import { sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Transact } from '../platform/db/transaction.ts';

const answersKeptMs = 24 * 3_600_000;

const answersAtOnce = 1_000;

/** Records stay as the operator's books; the stored responses are pruned. Batches keep every lock short. */
export async function prunePaidAnswers(transaction: Transact, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - answersKeptMs);
  for (;;) {
    const { numAffectedRows = 0n } = await transaction((tx) =>
      sql`UPDATE payment SET answer = NULL, answered_at = coalesce(answered_at, ${clock.now()})
        WHERE id = ANY (ARRAY (
          SELECT id FROM payment WHERE answer IS NOT NULL AND created_at < ${before}
          LIMIT ${answersAtOnce} FOR UPDATE SKIP LOCKED))`.execute(tx),
    );
    if (numAffectedRows < answersAtOnce) return;
  }
}
