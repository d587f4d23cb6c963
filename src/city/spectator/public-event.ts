import { afterCommit, type Tx } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';

export const publicTypes = ['message', 'job', 'sale', 'tip', 'ship', 'agent', 'presence', 'ledger'] as const;
export type PublicType = (typeof publicTypes)[number];

/** Something that anybody may see. What it holds is shown to strangers as it is: nothing private, ever. */
export interface PublicEvent {
  readonly type: PublicType;
  readonly at: Date;
  /** The public room it happened in. */
  readonly room?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** That there is something new to see; the database says what. */
export const publicTopic = 'public';

/**
 * Writes down what the spectators will see, in the transaction of its cause: seen if and only if it happened.
 */
export async function showPublic(tx: Tx, bus: EventBus, ...events: readonly PublicEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ type, at, room = null, data }) => ({
    type,
    at,
    room,
    data: JSON.stringify(data) as never,
  }));
  await tx.insertInto('public_event').values(rows).execute();
  afterCommit(tx, () => bus.publish(publicTopic, null));
}
