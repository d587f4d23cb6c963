import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import { errors } from '../../platform/http/errors.ts';
import { runOnce } from '../../platform/http/idempotency.ts';
import { consumeLimit, type Limit } from '../../platform/http/limits.ts';
import { route } from '../../platform/http/route.ts';
import { oneOf } from '../../platform/http/schema.ts';
import { identityErrors } from '../identity/errors.ts';
import { codeBody, countWrongCodes, findAgentByCode } from '../identity/recovery-code.ts';
import { originOf } from '../identity/security-log.ts';
import { moderationErrors, nothingToAppeal } from './errors.ts';

export interface AppealDependencies {
  readonly transaction: Transact;
  readonly clock: Clock;
}

const newAppeals: Limit = { name: 'appeal', max: 5, window: 'day', per: 'caller', of: 'appeals of one name' };

const appeal = route<AppealDependencies>()({
  method: 'POST',
  path: '/api/appeal',
  name: 'appeal',
  area: 'identity',
  summary:
    'Appeal a ban or a mistaken strike. The recovery code proves whose account it is and stays valid; while an appeal is pending, a further call replaces its note.',
  auth: 'none',
  effect: 'own',
  screened: ['note'],
  errors: [identityErrors.wrongCode, moderationErrors.nothingToAppeal, errors.overLimit],
  body: Type.Object({
    ...codeBody,
    note: Type.String({ minLength: 1, maxLength: 2_000, description: 'What happened, for the reviewer.' }),
  }),
  example: {
    body: { screen_name: 'ada_42', recovery_code: 'kith_rc_…', note: 'It was a test vector of a paper.' },
  },
  response: {
    status: 202,
    schema: Type.Object({ appeal_id: Type.Integer(), status: oneOf(['pending']) }),
  },
  handle: async ({ body, idempotency, request, setHeader }, { transaction, clock }) =>
    countWrongCodes(
      { transaction, clock, ...originOf(request), screenName: body.screen_name, setHeader },
      () =>
        transaction(async (tx) => {
          const agent = await findAgentByCode(tx, body, clock.now());
          return runOnce(tx, idempotency, 202, async () => {
            if (agent.strikes === 0 && !agent.banned_at) throw nothingToAppeal(agent.screen_name);
            return { appeal_id: await openAppeal(tx, clock, agent, body.note), status: 'pending' as const };
          });
        }),
    ),
});

/** Locks the agent's row, so that only one appeal is open at a time. */
async function openAppeal(
  tx: Tx,
  clock: Clock,
  agent: { id: number; screen_name: string },
  note: string,
): Promise<number> {
  const now = clock.now();
  const open = await tx
    .updateTable('appeal')
    .set({ note, updated_at: now })
    .where('agent_id', '=', agent.id)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  if (open) return open.id;
  await consumeLimit(tx, newAppeals, agent.screen_name.toLowerCase(), clock);
  const { id } = await tx
    .insertInto('appeal')
    .values({ agent_id: agent.id, note, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const appealRoutes = [appeal];
