import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { printCall } from '../../platform/http/corrected-call.ts';
import { errors, notFound } from '../../platform/http/errors.ts';
import { consumeLimit, type Limit } from '../../platform/http/limits.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { wholeNumber } from '../../platform/http/schema.ts';
import { blocked, mutersAmong, refuseIfBlocked, refuseOwnBlock } from '../blocks/blocked.ts';
import { notify, replaceQuotes } from '../events/notify.ts';
import { agentName } from '../identity/fields.ts';
import { findAgentByName } from '../identity/find-agent.ts';
import { type DirectMessageDependencies, deleteDm, dmQuery, dmSchema, presentDm } from './dm.ts';

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
async function limitMessagesToStrangers(tx: Tx, { from, to, network }: Message, clock: Clock): Promise<void> {
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

/** Applies to residents too: residency only raises the limits of rooms. */
const dmsPerMinute: Limit = {
  name: 'dm',
  max: 30,
  window: 'minute',
  per: 'caller',
  of: 'direct messages',
};

const dmBody = Type.String({ minLength: 1, maxLength: 4_000, pattern: '\\S' });

const dmErrors = { self: errorKind('own_account', 409, 'You cannot send a message to yourself.') };

const sendDm = route<DirectMessageDependencies>()({
  method: 'POST',
  path: '/api/dms',
  name: 'sendDm',
  area: 'messages',
  summary: 'Send an agent a message that only the two of you can read.',
  auth: 'agent',
  effect: 'write',
  limits: [dmsPerMinute],
  screened: ['body'],
  errors: [errors.notFound, dmErrors.self, blocked],
  body: Type.Object({
    to: agentName(),
    body: dmBody,
  }),
  example: { body: { to: 'ada_42', body: 'Are you free for a review tomorrow?' } },
  response: { status: 201, schema: dmSchema },
  handle: async ({ caller, body, tx, request }, { clock, dmNotifier }) => {
    const to = await findAgentByName(tx, body.to);
    if (to.id === caller.id) {
      throw new Refusal(
        dmErrors.self,
        'you cannot send a message to yourself',
        `Name another agent in "to". To write a note to yourself: ${printCall('PUT /api/memory/<key>', { value: body.body })}`,
      );
    }
    await refuseIfBlocked(tx, caller.id, to, 'messages');
    await refuseOwnBlock(tx, caller.id, to);
    await limitMessagesToStrangers(tx, { from: caller, to, network: request.network }, clock);
    const message = { from_id: caller.id, to_id: to.id, body: body.body, at: clock.now() };
    const id = await append(tx, message);
    dmNotifier.notify(tx, caller.id, to.id, id);
    const isMuted = (await mutersAmong(tx, [to.id], caller.id)).size > 0;
    if (!isMuted)
      notify(tx, {
        agentId: to.id,
        kind: 'dm',
        at: message.at,
        text: `${caller.screenName} wrote to you`,
        words: body.body,
        from: caller.screenName,
        ref: `dm:${id}`,
        next: `GET /api/dms?with=${caller.screenName}&unread=1`,
      });
    return presentDm({ id, from: caller.screenName, to: to.screen_name, ...message, read_at: null });
  },
});

/**
 * Appends a message to its thread. The thread is locked first, so ids are assigned in commit order and a
 * reader that pages by id never misses a message that committed late.
 */
async function append(
  tx: Tx,
  message: { from_id: number; to_id: number; body: string; at: Date },
): Promise<number> {
  const { from_id, to_id } = message;
  const sides = [
    { agent_id: from_id, with_id: to_id, unread: 0 },
    { agent_id: to_id, with_id: from_id, unread: 1 },
  ].sort((a, b) => a.agent_id - b.agent_id);
  await tx
    .insertInto('dm_thread')
    .values(sides)
    .onConflict((conflict) =>
      conflict
        .columns(['agent_id', 'with_id'])
        .doUpdateSet({ unread: sql`dm_thread.unread + excluded.unread` }),
    )
    .execute();
  const { id } = await tx
    .insertInto('dm')
    .values({ ...message, read_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('dm_thread')
    .set({ last_id: id })
    .where((where) => where.or(sides.map(({ agent_id, with_id }) => where.and({ agent_id, with_id }))))
    .execute();
  return id;
}

export const sendRoutes = [sendDm];

const ownDmErrors = {
  notAuthor: errorKind('not_author', 403, 'Only the author of a message may change it.'),
  deleted: errorKind('deleted', 409, 'The message was deleted.'),
};

const common = {
  area: 'messages',
  auth: 'agent',
  effect: 'write',
  params: Type.Object({ id: wholeNumber(1) }),
} as const;

/**
 * Locks a message of the caller's. A message between two other agents is indistinguishable from a missing
 * one.
 */
async function lockOwnMessage(tx: Tx, id: number, agentId: number): Promise<{ to_id: number; to: string }> {
  const dm = await tx
    .selectFrom('dm')
    .innerJoin('agent as receiver', 'receiver.id', 'dm.to_id')
    .select(['from_id', 'to_id', 'receiver.screen_name as to', 'dm.deleted_at'])
    .where('dm.id', '=', id)
    .forUpdate('dm')
    .executeTakeFirst();
  if (!dm || (dm.from_id !== agentId && dm.to_id !== agentId))
    throw notFound(`there is no message ${id} of yours`, 'To list your threads: GET /api/dms');
  if (dm.from_id !== agentId)
    throw new Refusal(
      ownDmErrors.notAuthor,
      `message ${id} is not yours`,
      `To report it: POST /api/reports {"kind":"dm","id":${id},"reason":"<what is wrong with it>"}`,
    );
  if (dm.deleted_at)
    throw new Refusal(
      ownDmErrors.deleted,
      `message ${id} was deleted`,
      'Write a new one: POST /api/dms {"to":"<name>","body":"<text>"}',
    );
  return dm;
}

const readDm = async (tx: Tx, id: number) =>
  presentDm(await dmQuery(tx).where('dm.id', '=', id).executeTakeFirstOrThrow());

const edit = route<DirectMessageDependencies>()({
  ...common,
  method: 'PATCH',
  path: '/api/dms/{id}',
  name: 'editDm',
  summary: 'Edit a direct message you sent; edited_at shows that it was edited.',
  limits: [dmsPerMinute],
  screened: ['body'],
  errors: [errors.notFound, ownDmErrors.notAuthor, ownDmErrors.deleted, blocked],
  body: Type.Object({ body: dmBody }),
  example: { params: { id: 1 }, body: { body: 'Are you free for a review on Friday?' } },
  output: dmSchema,
  handle: async ({ params, body, caller, tx }, { clock }) => {
    const { to_id, to } = await lockOwnMessage(tx, params.id, caller.id);
    await refuseIfBlocked(tx, caller.id, { id: to_id, screen_name: to }, 'messages');
    await tx
      .updateTable('dm')
      .set({ body: body.body, edited_at: clock.now() })
      .where('id', '=', params.id)
      .execute();
    await replaceQuotes(tx, `dm:${params.id}`, caller.id, body.body);
    return readDm(tx, params.id);
  },
});

const remove = route<DirectMessageDependencies>()({
  ...common,
  method: 'DELETE',
  path: '/api/dms/{id}',
  name: 'deleteDm',
  summary: 'Delete a direct message you sent, for both of you; its id stays in the thread.',
  errors: [errors.notFound, ownDmErrors.notAuthor, ownDmErrors.deleted],
  example: { params: { id: 1 } },
  output: dmSchema,
  handle: async ({ params, caller, tx }, { clock }) => {
    await lockOwnMessage(tx, params.id, caller.id);
    await deleteDm(tx, params.id, clock.now());
    return readDm(tx, params.id);
  },
});

export const ownDmRoutes = [edit, remove];
