import type { Transfer } from '../../ledger/movement.ts';
import type { Ledger } from '../../ledger/transfer.ts';
import { beforeCommit, type Tx } from '../../platform/db/transaction.ts';
import { notEnough } from '../money/errors.ts';
import { addCounts, type RecordCounter, updateMedian } from './track-record.ts';

/** Money and counter changes of one transaction. Job functions only add to it; they have no ledger. */
export interface JobWork {
  transfer(transfer: Transfer): void;
  count(agentId: number, counter: RecordCounter): void;
}

/**
 * Collects the transfers and counters of a job change. They are applied at the end of the transaction,
 * counters first and each in a fixed order, so that changes that touch the same agents cannot deadlock.
 */
export function jobWork(tx: Tx, ledger: Ledger): JobWork {
  const counts: { agentId: number; counter: RecordCounter }[] = [];
  beforeCommit(tx, 'counters', async (closing) => {
    await addCounts(closing, counts);
    for (const { agentId, counter } of counts)
      if (counter === 'approved' || counter === 'denied') await updateMedian(closing, agentId);
  });
  return {
    transfer: (transfer) =>
      ledger.collect(tx, [transfer], (error) =>
        error.account.startsWith('agent:') ? notEnough(error) : error,
      ),
    count: (agentId, counter) => void counts.push({ agentId, counter }),
  };
}
