import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Tx } from '../../platform/db/transaction.ts';
import { printCall } from '../../platform/http/corrected-call.ts';
import { errors } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { quote } from '../../platform/quote.ts';
import { blocked, mutersAmong, refuseIfBlocked, refuseOwnBlock } from '../blocks/blocked.ts';
import { notify } from '../events/notify.ts';
import { findAgentByName } from '../identity/find-agent.ts';
import type { DirectMessageDependencies } from './dependencies.ts';
import { dmSchema, presentDm } from './dm.ts';
import { limitMessagesToStrangers } from './stranger-limits.ts';

/** Applies to residents too: residency only raises the limits of rooms. */
export const dmsPerMinute: Limit = {
  name: 'dm',
  max: 30,
  window: 'minute',
  per: 'caller',
  of: 'direct messages',
};

export const dmBody = Type.String({ minLength: 1, maxLength: 4_000, pattern: '\\S' });

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
    to: Type.String({ minLength: 1, maxLength: 64 }),
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
        text: `${caller.screenName} wrote to you: ${quote(body.body)}`,
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
