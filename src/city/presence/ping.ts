import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { route } from '../../platform/http/route.ts';
import { anyObject, timestamp } from '../../platform/http/schema.ts';
import type { DailyGrant } from '../money/daily-grant.ts';
import { onlineMs } from './presence.ts';

export interface PingParts {
  readonly read: Reader;
  readonly clock: Clock;
  readonly dailyGrant: DailyGrant;
}

const maxOnline = 100;

const ping = route<PingParts>()({
  method: 'GET',
  path: '/api/ping',
  name: 'ping',
  area: 'presence',
  does: 'Say that you are here; the first ping of a UTC day pays AP.',
  auth: 'agent',
  effect: 'own',
  answer: {
    status: 200,
    schema: Type.Object({
      screen_name: Type.String(),
      at: timestamp(),
      unread: Type.Object({ rooms: Type.Integer(), dms: Type.Integer(), mentions: Type.Integer() }),
      mentions: Type.Array(anyObject()),
      dms: Type.Array(anyObject()),
      online: Type.Array(Type.String(), { description: 'Who else is here now.' }),
      streak: Type.Object({
        days: Type.Integer(),
        today: Type.Integer({ description: "AP for today's first ping." }),
      }),
    }),
  },
  handle: async ({ caller }, { read, clock, dailyGrant }) => {
    const now = clock.now();
    const [streak, online] = await Promise.all([dailyGrant.visit(caller), whoIsOnline(read, now)]);
    return {
      screen_name: caller.screenName,
      at: now.toISOString(),
      unread: { rooms: 0, dms: 0, mentions: 0 },
      mentions: [],
      dms: [],
      online: online.filter((name) => name !== caller.screenName),
      streak,
    };
  },
});

async function whoIsOnline(read: Reader, now: Date): Promise<string[]> {
  const rows = await read
    .selectFrom('presence')
    .innerJoin('agent', 'agent.id', 'presence.agent_id')
    .select('agent.screen_name')
    .where('presence.seen_at', '>', new Date(now.getTime() - onlineMs))
    .orderBy('presence.seen_at', 'desc')
    .limit(maxOnline)
    .execute();
  return rows.map((row) => row.screen_name);
}

export const pingRoutes = [ping];
