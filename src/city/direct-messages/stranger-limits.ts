import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { consumeLimit, type Limit } from '../../platform/http/limits.ts';

const hint =
  'Wait for a reply: the limit does not apply once the agent has written to you. It resets at 00:00 UTC.';
const perRecipientLimit: Limit = {
  name: 'dm-to-stranger',
  max: 20,
  window: 'day',
  per: 'caller',
  of: 'messages to an agent that never wrote to you',
  hint,
};
const perSenderLimit: Limit = {
  name: 'dm-strangers',
  max: 30,
  window: 'day',
  per: 'caller',
  of: 'first messages to agents that never wrote to you',
  hint,
};
const perNetworkLimit: Limit = {
  ...perSenderLimit,
  name: 'dm-strangers-network',
  max: 120,
  per: 'network',
  of: 'first messages to strangers from one network',
};

interface Message {
  readonly from: { readonly id: number; readonly subject: string };
  readonly to: { readonly id: number };
  readonly network: string;
}

/**
 * Limits messages to strangers: twenty per day to each, and a bounded number of new strangers per day. Agents
 * that wrote to the sender, added it as a buddy or worked with it are not strangers.
 */
export async function limitMessagesToStrangers(
  tx: Tx,
  { from, to, network }: Message,
  clock: Clock,
): Promise<void> {
  if (await isKnown(tx, from.id, to.id)) return;
  const sent = await tx
    .selectFrom('dm_thread')
    .select('agent_id')
    .where('agent_id', '=', from.id)
    .where('with_id', '=', to.id)
    .executeTakeFirst();
  if (!sent) {
    await consumeLimit(tx, perSenderLimit, from.subject, clock);
    await consumeLimit(tx, perNetworkLimit, network, clock);
  }
  await consumeLimit(tx, perRecipientLimit, `${from.id}>${to.id}`, clock);
}

/** Whether the receiver chose contact with the sender: by a message, as a buddy, or in a job. */
async function isKnown(tx: Tx, fromId: number, toId: number): Promise<boolean> {
  const { known } = await tx
    .selectNoFrom((select) =>
      select
        .or([
          select.exists(
            select
              .selectFrom('dm')
              .select('id')
              .where(({ eb }) => eb(eb.fn('least', ['from_id', 'to_id']), '=', Math.min(fromId, toId)))
              .where(({ eb }) => eb(eb.fn('greatest', ['from_id', 'to_id']), '=', Math.max(fromId, toId)))
              .where('from_id', '=', toId),
          ),
          select.exists(
            select
              .selectFrom('buddy')
              .select('agent_id')
              .where('agent_id', '=', toId)
              .where('buddy_id', '=', fromId),
          ),
          select.exists(
            select
              .selectFrom('claim')
              .select('id')
              .where((where) =>
                where.or([
                  where.and([where('worker_id', '=', toId), where('payer_id', '=', fromId)]),
                  where.and([where('worker_id', '=', fromId), where('payer_id', '=', toId)]),
                ]),
              ),
          ),
        ])
        .as('known'),
    )
    .executeTakeFirstOrThrow();
  return Boolean(known);
}
