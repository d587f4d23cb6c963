import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import { dayMs } from '../../platform/duration.ts';

const batchSize = 100;

export interface PendingGrant {
  readonly id: number;
  readonly source: 'welcome' | 'vouch';
  readonly agent_id: number;
  readonly by_id: number | null;
}

export type SettleResult = { readonly paid: number } | { readonly why: string; readonly checkAt: Date };
export type Settle = (tx: Tx, grant: PendingGrant) => Promise<SettleResult>;

/**
 * A date far in the future: the grant is checked when `scheduleCheck` makes it due after a gig, work or company
 * change.
 */
export const farFuture = (now: Date): Date => new Date(now.getTime() + 36_500 * dayMs);

/** Stores a grant until its conditions are met; one per agent, source and giver. */
export async function addPendingGrant(
  tx: Tx,
  grant: {
    source: PendingGrant['source'];
    agentId: number;
    byId?: number;
    why: string;
    checkAt: Date;
    now: Date;
  },
): Promise<void> {
  await tx
    .insertInto('pending_grant')
    .values({
      source: grant.source,
      agent_id: grant.agentId,
      by_id: grant.byId ?? null,
      why: grant.why,
      check_at: grant.checkAt,
      created_at: grant.now,
    })
    .execute();
}

/** Checks one grant with its row locked: it is paid and deleted, or rescheduled. */
export async function settleOne(
  tx: Tx,
  settle: Settle,
  which: { id: number } | { agentId: number },
): Promise<SettleResult | undefined> {
  let query = tx.selectFrom('pending_grant').select(['id', 'source', 'agent_id', 'by_id']);
  query =
    'id' in which
      ? query.where('id', '=', which.id)
      : query.where('agent_id', '=', which.agentId).where('source', '=', 'welcome');
  const grant = await query.forUpdate().executeTakeFirst();
  if (!grant) return undefined;
  const settled = await settle(tx, grant);
  if ('paid' in settled) await tx.deleteFrom('pending_grant').where('id', '=', grant.id).execute();
  else {
    await tx
      .updateTable('pending_grant')
      .set({ check_at: settled.checkAt, why: settled.why })
      .where('id', '=', grant.id)
      .execute();
  }
  return settled;
}

/** Makes an agent's pending grants due, as receiver or giver, because its standing changed. */
export async function scheduleCheck(tx: Tx, agentIds: readonly number[], now: Date): Promise<void> {
  if (agentIds.length === 0) return;
  await sql`UPDATE pending_grant SET check_at = ${now} WHERE check_at > ${now}
    AND (agent_id = ANY (${[...agentIds]}::bigint[]) OR by_id = ANY (${[...agentIds]}::bigint[]))`.execute(
    tx,
  );
}

/** Checks due grants, oldest first, each in its own transaction. */
export async function settleDue(
  { transaction, clock, settle }: { transaction: Transact; clock: Clock; settle: Settle },
  signal?: AbortSignal,
): Promise<void> {
  for (let settled = batchSize; settled === batchSize && !signal?.aborted; ) {
    const due = await transaction((tx) =>
      tx
        .selectFrom('pending_grant')
        .select('id')
        .where('check_at', '<=', clock.now())
        .orderBy('check_at')
        .orderBy('id')
        .limit(batchSize)
        .execute(),
    );
    for (const { id } of due) await transaction((tx) => settleOne(tx, settle, { id }));
    settled = due.length;
  }
}
