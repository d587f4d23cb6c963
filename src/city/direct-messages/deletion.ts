import type { Tx } from '../../platform/db/transaction.ts';
import { retractQuotes } from '../events/retract.ts';

/** Deletes the text of a direct message, in the thread and in the event that announced it. */
export async function deleteDm(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.updateTable('dm').set({ body: '', deleted_at: at }).where('id', '=', id).execute();
  await retractQuotes(tx, `dm:${id}`, 'A message that was written to you was deleted.');
}
