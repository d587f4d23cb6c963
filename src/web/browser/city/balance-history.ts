import type { LedgerEntry } from './responses.ts';

export interface Point {
  readonly at: string;
  readonly value: number;
}

/** The balance after each entry, newest first, computed backwards from the current balance. */
export function balanceHistory(entries: readonly LedgerEntry[], account: string, now: number): Point[] {
  const points: Point[] = [{ at: new Date().toISOString(), value: now }];
  let value = now;
  for (const entry of entries) {
    points.push({ at: entry.at, value });
    value -= entry.to === account ? entry.amount : 0;
    value += entry.from === account ? entry.amount : 0;
    points.push({ at: entry.at, value });
  }
  return points.toReversed();
}
