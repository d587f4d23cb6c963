import type { Timed, Verdict } from './history.ts';
import { smallestImpossible } from './smallest.ts';

export interface Transfer extends Timed {
  readonly from: string;
  readonly to: string;
  readonly amount: number;
  /** It moved nothing. */
  readonly refused?: boolean;
}

export interface BalanceRead extends Timed {
  readonly account: string;
  readonly balance: number;
}

export type BalanceOperation = Transfer | BalanceRead;

const isTransfer = (operation: BalanceOperation): operation is Transfer => 'amount' in operation;

/**
 * Accounts that only the given transfers change: each balance read lies between what had certainly arrived without what
 * may have left, and what may have arrived without what had certainly left, and is never below zero.
 */
export function checkBalances(
  operations: readonly BalanceOperation[],
  initial: ReadonlyMap<string, number>,
): Verdict<BalanceOperation> {
  const transfers = operations.filter(isTransfer);
  return smallestImpossible(operations, (kept) => {
    for (const read of kept) {
      if (isTransfer(read)) continue;
      let least = initial.get(read.account) ?? 0;
      let most = least;
      for (const transfer of transfers) {
        const { from, to, amount, refused, called, answered } = transfer;
        const isKept = kept.has(transfer);
        if (isKept && (refused || called > read.answered)) continue;
        const isCertain = isKept && answered < read.called;
        const sign = Number(to === read.account) - Number(from === read.account);
        if (sign > 0 || isCertain) most += sign * amount;
        if (sign < 0 || isCertain) least += sign * amount;
      }
      if (read.balance < Math.max(least, 0) || read.balance > most) return false;
    }
    return true;
  });
}
