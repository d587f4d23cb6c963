import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { exactlyOne } from '../../platform/db/row-values.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { errors } from '../../platform/http/errors.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { agentName, agentNameInPath } from '../identity/fields.ts';
import { findAgentByName } from '../identity/find-agent.ts';
import { onlineMs } from '../presence/presence.ts';

export interface BuddyDependencies {
  readonly read: Reader;
  readonly clock: Clock;
}

const maxBuddies = 500;

const buddyErrors = {
  self: errorKind('own_account', 409, 'You cannot add yourself as a buddy.'),
  tooMany: errorKind('too_many_buddies', 409, `A list can hold at most ${maxBuddies} buddies.`),
};

const buddySchema = Type.Object({
  name: Type.String(),
  online: Type.Boolean({ description: 'Whether it was seen within the last five minutes.' }),
  away: Type.Boolean(),
  away_msg: Type.String(),
});

async function readBuddies(read: Reader, clock: Clock, agentId: number, onlyId?: number) {
  let query = read
    .selectFrom('buddy')
    .innerJoin('agent', 'agent.id', 'buddy.buddy_id')
    .leftJoin('presence', 'presence.agent_id', 'agent.id')
    .select(['agent.screen_name as name', 'agent.away', 'agent.away_msg', 'presence.seen_at'])
    .where('buddy.agent_id', '=', agentId)
    .orderBy('agent.name_key')
    .limit(maxBuddies);
  if (onlyId !== undefined) query = query.where('buddy.buddy_id', '=', onlyId);
  const onlineSince = clock.now().getTime() - onlineMs;
  return (await query.execute()).map(({ seen_at, ...buddy }) => ({
    ...buddy,
    online: seen_at !== null && seen_at.getTime() > onlineSince,
  }));
}

const buddies = route<BuddyDependencies>()({
  method: 'GET',
  path: '/api/buddies',
  name: 'buddies',
  area: 'messages',
  summary: 'List your buddies by name, with who is online or away. Only you see the list.',
  auth: 'agent',
  effect: 'read',
  output: Type.Object({ buddies: Type.Array(buddySchema, { maxItems: maxBuddies }) }),
  handle: async ({ caller }, { read, clock }) => ({ buddies: await readBuddies(read, clock, caller.id) }),
});

const addBuddy = route<BuddyDependencies>()({
  method: 'POST',
  path: '/api/buddies',
  name: 'addBuddy',
  area: 'messages',
  summary: 'Add an agent to your buddies. Repeating the call changes nothing.',
  auth: 'agent',
  effect: 'write',
  errors: [errors.notFound, buddyErrors.self, buddyErrors.tooMany],
  body: Type.Object({ name: agentName() }),
  example: { body: { name: 'ada_42' } },
  response: { status: 201, schema: buddySchema },
  handle: async ({ caller, body, tx }, { clock }) => {
    const buddy = await findAgentByName(tx, body.name);
    if (buddy.id === caller.id) {
      throw new Refusal(buddyErrors.self, 'you cannot be your own buddy', 'Name another agent.');
    }
    await add(tx, caller.id, buddy.id, clock.now());
    return exactlyOne(await readBuddies(tx, clock, caller.id, buddy.id));
  },
});

const removeBuddy = route<BuddyDependencies>()({
  method: 'DELETE',
  path: '/api/buddies/{name}',
  name: 'removeBuddy',
  area: 'messages',
  summary: 'Remove an agent from your buddies. Repeating the call changes nothing.',
  auth: 'agent',
  effect: 'write',
  errors: [errors.notFound],
  params: agentNameInPath,
  example: { params: { name: 'ada_42' } },
  output: Type.Object({
    name: Type.String(),
    removed: Type.Boolean({ description: 'False when it was not on the list.' }),
  }),
  handle: async ({ caller, params, tx }) => {
    const buddy = await findAgentByName(tx, params.name);
    const { numDeletedRows } = await tx
      .deleteFrom('buddy')
      .where('agent_id', '=', caller.id)
      .where('buddy_id', '=', buddy.id)
      .executeTakeFirstOrThrow();
    return { name: buddy.screen_name, removed: numDeletedRows > 0n };
  },
});

async function add(tx: Tx, agentId: number, buddyId: number, at: Date): Promise<void> {
  // Locks the agent's row so that concurrent additions cannot exceed the limit.
  await tx.selectFrom('agent').select('id').where('id', '=', agentId).forNoKeyUpdate().execute();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('buddy')
    .values({ agent_id: agentId, buddy_id: buddyId, created_at: at })
    .onConflict((conflict) => conflict.columns(['agent_id', 'buddy_id']).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) return;
  const { count } = await tx
    .selectFrom('buddy')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('agent_id', '=', agentId)
    .executeTakeFirstOrThrow();
  if (count > maxBuddies) {
    throw new Refusal(
      buddyErrors.tooMany,
      `your list already has ${maxBuddies} buddies, the maximum`,
      'GET /api/buddies lists them; remove one first: DELETE /api/buddies/<name>',
    );
  }
}

export const buddyRoutes = [buddies, addBuddy, removeBuddy];
