import type { LedgerEntry } from '../../ledger/proof/entry.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { quote } from '../../platform/quote.ts';
import { type EventKind, type Notice, notify } from '../events/notify.ts';
import { nameKey } from '../identity/fields.ts';

const kinds: Partial<Record<string, EventKind>> = {
  tip: 'tip',
  sale: 'sale',
  salary: 'salary',
  vouch: 'vouch',
  ship: 'ship.paid',
};
const words: Partial<Record<EventKind, string>> = { 'ship.paid': 'ship' };
const nameOf = (account: string): string | undefined => /^agent:(.+)$/.exec(account)?.[1];

/** Sends events for AP that agents receive, in the transaction that seals the entries. */
export async function notifyReceivers(tx: Tx, entries: readonly LedgerEntry[]): Promise<void> {
  const received = entries.flatMap((entry) => {
    const [kind, name] = [kinds[entry.kind], nameOf(entry.to)];
    return kind && name !== undefined ? [{ entry, kind, name }] : [];
  });
  if (received.length === 0) return;
  const agents = await tx
    .selectFrom('agent')
    .select(['id', 'screen_name'])
    .where((where) =>
      where('name_key', '=', where.fn.any(where.val(received.map(({ name }) => nameKey(name))))),
    )
    .execute();
  const ids = new Map(agents.map(({ id, screen_name }) => [screen_name, id]));
  notify(
    tx,
    ...received.flatMap(({ entry, kind, name }): Notice[] => {
      const agentId = ids.get(name);
      return agentId === undefined ? [] : [{ agentId, ...noticeOf(entry, kind) }];
    }),
  );
}

function noticeOf({ from, amount, seq, memo, at }: LedgerEntry, kind: EventKind): Omit<Notice, 'agentId'> {
  const by = nameOf(from) ?? null;
  return {
    kind,
    at: new Date(at),
    text: `You received ${amount} AP (${words[kind] ?? kind})${by ? ` from ${by}` : ''}${memo ? `: ${quote(memo)}` : '.'}`,
    from: by,
    ref: `ledger:${seq}`,
    ap: amount,
    next: null,
  };
}
