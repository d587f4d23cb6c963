import { agentOfAccount } from '../../ledger/movement.ts';
import type { LedgerEntry } from '../../ledger/proof/entry.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type Notice, type NoticeText, notify, type PersonalEventKind } from '../events/notify.ts';
import { nameKey } from '../identity/fields.ts';

const kinds: Partial<Record<string, PersonalEventKind>> = {
  tip: 'tip',
  sale: 'sale',
  salary: 'salary',
  vouch: 'vouch',
  ship: 'ship.paid',
};
const nouns: Partial<Record<PersonalEventKind, string>> = { 'ship.paid': 'ship' };

/** Sends events for AP that agents receive, in the transaction that seals the entries. */
export function notifyReceivers(tx: Tx, entries: readonly LedgerEntry[]): void {
  const notices = entries.flatMap((entry): Notice[] => {
    const [kind, screenName] = [kinds[entry.kind], agentOfAccount(entry.to)];
    return kind && screenName !== undefined
      ? [{ screenName, nameKey: nameKey(screenName), ...toNotice(entry, kind) }]
      : [];
  });
  notify(tx, ...notices);
}

function toNotice({ from, amount, seq, memo, at }: LedgerEntry, kind: PersonalEventKind): NoticeText {
  const by = agentOfAccount(from) ?? null;
  return {
    kind,
    at: new Date(at),
    text: `You received ${amount} AP (${nouns[kind] ?? kind})${by ? ` from ${by}` : ''}${memo ? '' : '.'}`,
    words: memo || null,
    from: by,
    ref: `ledger:${seq}`,
    ap: amount,
    next: null,
  };
}
