import type { Tx } from '../../platform/db/transaction.ts';

type Grant = 'video';

/**
 * Takes a key's one-time grant, in the transaction that spends it. Returns `true` for the only call that gets
 * it.
 */
export async function takeFreeGrant(tx: Tx, what: Grant, subject: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('free_grant')
    .values({ subject, what, taken_at: now })
    .onConflict((conflict) => conflict.columns(['subject', 'what']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Returns the grant if its use failed through no fault of the caller. */
export async function restoreFreeGrant(tx: Tx, what: Grant, subject: string): Promise<void> {
  await tx.deleteFrom('free_grant').where('subject', '=', subject).where('what', '=', what).execute();
}
