import { InsufficientFunds, type Transfer } from '../../ledger/movement.ts';
import type { Ledger } from '../../ledger/transfer.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { notEnough } from '../money/errors.ts';
import { addCounts, type Counter, updateMedian } from './record.ts';

/** What jobs do to money and counters in one transaction. Job functions only add to it; they have no ledger. */
export interface JobWork {
  transfer(transfer: Transfer): void;
  count(agentId: number, counter: Counter): void;
}

/**
 * Runs one change to a job and applies its transfers and counters at the end, counters first, each in one order: two
 * changes that touch the same agents wait for one another and never in a circle.
 */
export async function inUnitOfWork<T>(
  tx: Tx,
  ledger: Ledger,
  change: (work: JobWork) => Promise<T>,
): Promise<T> {
  const transfers: Transfer[] = [];
  const counts: { agentId: number; counter: Counter }[] = [];
  const result = await change({
    transfer: (transfer) => void transfers.push(transfer),
    count: (agentId, counter) => void counts.push({ agentId, counter }),
  });
  await addCounts(tx, counts);
  for (const { agentId, counter } of counts)
    if (counter === 'approved' || counter === 'denied') await updateMedian(tx, agentId);
  try {
    await ledger.transfer(tx, transfers);
  } catch (error) {
    throw error instanceof InsufficientFunds && error.account.startsWith('agent:') ? notEnough(error) : error;
  }
  return result;
}
