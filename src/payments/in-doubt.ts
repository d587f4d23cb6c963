import { sql } from 'kysely';
import type { Reader } from '../platform/db/database.ts';

/** Truncated to the millisecond, the precision of the URL cursor. */
const createdAt = sql<Date>`date_trunc('milliseconds', created_at)`;

/** Payments sent with unknown outcome, or settled without a response yet; oldest first. */
export function paymentsInDoubt(
  read: Reader,
  limit: number,
  after?: { readonly at: Date; readonly id: Buffer },
) {
  return (
    read
      .selectFrom('payment')
      .select(['id', 'state', 'route', 'amount', 'payer', 'transaction', 'created_at', 'settled_at'])
      // Literals, so that the planner matches the condition of the partial index.
      .where(sql<boolean>`(state = 'settling' OR (state = 'settled' AND answer IS NULL))`)
      .where('answered_at', 'is', null)
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(${createdAt}, id) > (${after?.at}::timestamptz, ${after?.id}::bytea)`),
      )
      .orderBy(createdAt)
      .orderBy('id')
      .limit(limit)
      .execute()
  );
}
