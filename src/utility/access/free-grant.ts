import type { Tx } from '../../platform/db/transaction.ts';

type Grant = 'video';

/** What a key is given once and for all; `true` for the one call that gets it, in the transaction of what it is for. */
export async function takeFreeGrant(tx: Tx, what: Grant, subject: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('free_grant')
    .values({ subject, what, taken_at: now })
    .onConflict((conflict) => conflict.columns(['subject', 'what']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** For what failed for a reason that is not the caller's. */
export async function restoreFreeGrant(tx: Tx, what: Grant, subject: string): Promise<void> {
  await tx.deleteFrom('free_grant').where('subject', '=', subject).where('what', '=', what).execute();
}
