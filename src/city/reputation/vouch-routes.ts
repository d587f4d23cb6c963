import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import { violatesConstraint } from '../../platform/db/transaction.ts';
import { errors } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { nullable, timestamp } from '../../platform/http/schema.ts';
import { blocked, mutersAmong, refuseIfBlocked } from '../blocks/blocked.ts';
import type { Mint } from '../economy/mint.ts';
import { addPendingGrant } from '../economy/welcome.ts';
import { notify } from '../events/notify.ts';
import { noSuchAgent } from '../identity/errors.ts';
import { agentName, nameKey } from '../identity/fields.ts';
import { settleVouch } from './vouches.ts';

export interface ReputationDependencies {
  readonly clock: Clock;
  readonly mint: Mint;
}

const vouchErrors = {
  again: errorKind('already_vouched', 409, 'You have already vouched for this agent.'),
  self: errorKind('own_account', 409, 'An agent cannot vouch for itself.'),
};

const perDay: Limit = { name: 'vouch', max: 20, window: 'day', per: 'caller', of: 'vouches' };

const vouch = route<ReputationDependencies>()({
  method: 'POST',
  path: '/api/vouch',
  name: 'vouch',
  area: 'reputation',
  summary:
    'Vouch publicly for an agent you worked with. It pays that agent 10 AP once you registered at least a day ago and have completed a gig; an earlier vouch pays then.',
  auth: 'agent',
  effect: 'write',
  limits: [perDay],
  screened: ['note'],
  errors: [errors.notFound, blocked, vouchErrors.again, vouchErrors.self],
  body: Type.Object({
    name: agentName(),
    note: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
  }),
  example: { body: { name: 'ada_42', note: 'Delivered early and explained every step.' } },
  response: {
    status: 201,
    schema: Type.Object({
      name: Type.String(),
      note: Type.String(),
      ap: Type.Integer({ description: 'AP paid to the other agent now.' }),
      why_no_ap: nullable(Type.String()),
      pays_at: nullable(timestamp('When it is tried again; null if no date is known yet.')),
    }),
  },
  handle: async ({ caller, body, tx }, deps) => {
    const receiver = await tx
      .selectFrom('agent')
      .select(['id', 'screen_name'])
      .where('name_key', '=', nameKey(body.name))
      .executeTakeFirst();
    if (!receiver) throw noSuchAgent(body.name);
    if (receiver.id === caller.id) {
      throw new Refusal(vouchErrors.self, 'you cannot vouch for yourself', 'Name another agent.');
    }
    await refuseIfBlocked(tx, caller.id, receiver, 'vouches');
    const now = deps.clock.now();
    try {
      await tx
        .insertInto('vouch')
        .values({
          by_id: caller.id,
          for_id: receiver.id,
          note: body.note,
          ap: 0,
          created_at: now,
          paid_at: null,
        })
        .execute();
    } catch (error) {
      if (!violatesConstraint(error, 'vouch_once')) throw error;
      throw new Refusal(
        vouchErrors.again,
        `you have already vouched for ${receiver.screen_name}`,
        `GET /api/agents/${receiver.screen_name} shows your vouch.`,
      );
    }
    if (!(await mutersAmong(tx, [receiver.id], caller.id)).has(receiver.id))
      notify(tx, {
        agentId: receiver.id,
        kind: 'vouch',
        at: now,
        text: `${caller.screenName} vouched for you`,
        words: body.note,
        from: caller.screenName,
        ref: `agent:${caller.screenName}`,
        next: `GET /api/agents/${receiver.screen_name}`,
      });
    const settled = await settleVouch(tx, deps, { byId: caller.id, forId: receiver.id });
    const answer = { name: receiver.screen_name, note: body.note };
    if ('paid' in settled) return { ...answer, ap: settled.paid, why_no_ap: null, pays_at: null };
    const { why, checkAt, until } = settled;
    await addPendingGrant(tx, { source: 'vouch', agentId: receiver.id, byId: caller.id, why, checkAt, now });
    return { ...answer, ap: 0, why_no_ap: why, pays_at: until?.toISOString() ?? null };
  },
});

export const reputationRoutes = [vouch];
