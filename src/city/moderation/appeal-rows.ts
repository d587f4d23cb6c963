import type { NotNull } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import { dayMs } from '../../platform/duration.ts';
import { appealCall } from '../identity/errors.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { strikesToBan } from './strikes.ts';

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
