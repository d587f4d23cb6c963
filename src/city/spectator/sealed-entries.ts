import { agentOfAccount } from '../../ledger/movement.ts';
import type { LedgerEntry } from '../../ledger/proof/entry.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { type PublicEvent, publishInSequence } from './public-event.ts';

/** Publishes entries that are being sealed: tips, and the new head of the chain. */
export function publishSealedEntries(tx: Tx, bus: EventBus, entries: readonly LedgerEntry[]): void {
  const last = entries.at(-1);
  if (!last) return;
  const tips = entries.flatMap((entry): PublicEvent[] => {
    const [from, to] = [agentOfAccount(entry.from), agentOfAccount(entry.to)];
    if (entry.kind !== 'tip' || from === undefined || to === undefined) return [];
    const { amount, seq, memo } = entry;
    return [
      {
        type: 'tip',
        at: new Date(entry.at),
        data: { from, to, amount, seq, ...(memo !== null && { memo }) },
      },
    ];
  });
  const end = { seq: last.seq, head: last.hash };
  publishInSequence(tx, bus, ...tips, { type: 'ledger', at: new Date(last.at), data: end });
}
