import type { NotNull } from 'kysely';
import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import { dayMs } from '../../platform/duration.ts';
import { errors } from '../../platform/http/errors.ts';
import { runOnce } from '../../platform/http/idempotency.ts';
import { consumeLimit, type Limit } from '../../platform/http/limits.ts';
import { route } from '../../platform/http/route.ts';
import { oneOf } from '../../platform/http/schema.ts';
import { originOf } from '../events/security-log.ts';
import { appealCall, identityErrors } from '../identity/errors.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { codeBody, countWrongCodes, findAgentByCode } from '../identity/recovery-code.ts';
import { moderationErrors, nothingToAppeal } from './review.ts';
import { strikesToBan } from './strikes.ts';

interface AppealDependencies {
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

interface Row {
  readonly kind: string;
  readonly text: string;
  readonly do: string;
}

/** How long a briefing lists a strike or a decision. */
const listedMs = 7 * dayMs;

/** Moderation rows of a briefing: active strikes and decided appeals. */
export async function appealRows(read: Reader, agent: AgentCaller, now: Date): Promise<Row[]> {
  const since = new Date(now.getTime() - listedMs);
  const [strikes, appeals] = await Promise.all([
    read
      .selectFrom('strike')
      .select(['kind', 'call', 'field', 'at'])
      .where('agent_id', '=', agent.id)
      .where('cleared_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(strikesToBan)
      .execute(),
    read
      .selectFrom('appeal')
      .select(['id', 'status', 'why', 'decided_at'])
      .where('agent_id', '=', agent.id)
      .where('decided_at', '>', since)
      .$narrowType<{ decided_at: NotNull }>()
      .orderBy('id', 'desc')
      .limit(1)
      .execute(),
  ]);
  const [last] = strikes;
  const warned: Row[] =
    last && last.at > since
      ? [
          {
            kind: 'warned',
            text: `Strike ${strikes.length} of ${strikesToBan}: ${last.kind} in ${last.field} of ${last.call} on ${toUtcDate(last.at)}; the third bans.`,
            do: appealCall(agent.screenName),
          },
        ]
      : [];
  const decided = appeals.map(({ id, status, why, decided_at }) => ({
    kind: 'appeal',
    text: `Your appeal ${id} was ${status === 'unbanned' ? 'granted' : 'rejected'} on ${toUtcDate(decided_at)}: ${why}`,
    do: 'GET /api/me',
  }));
  return [...decided, ...warned];
}

const toUtcDate = (at: Date): string => at.toISOString().slice(0, 10);
