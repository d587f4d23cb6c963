import type pg from 'pg';
import { agentRoutes } from '../src/city/identity/agent-routes.ts';
import { type ProfileRow, profileQuery, showProfile, standingOf } from '../src/city/identity/profile.ts';
import { meRoutes } from '../src/city/orientation/me-routes.ts';
import { registerBody, registeredSchema } from '../src/city/registration/routes.ts';
import { systemClock } from '../src/platform/clock.ts';
import { openDatabase } from '../src/platform/db/database.ts';
import type { Place } from './postgres.ts';

/** The least that answers as kith's identity routes do: their schemas, their SQL, and no kith around it. */
const answerOf = (name: string) => {
  const found = [...agentRoutes, ...meRoutes].find((route) => route.name === name);
  if (!found) throw new Error(`there is no route ${name}`);
  return found.answer.schema;
};
export const schemas = {
  agent: answerOf('agent'),
  verify: answerOf('verify'),
  registerBody,
  registeredSchema,
};

/** The very text that kith's profile query compiles to. */
export async function profileSql(place: Place): Promise<string> {
  const database = openDatabase(place, { name: 'bench', connections: 1, onLost: () => {} });
  const { sql } = profileQuery(database.read).where('agent.name_key', '=', '').compile();
  await database.close();
  return sql;
}

export async function readProfile(pool: pg.Pool, text: string, name: string): Promise<ProfileRow> {
  const { rows } = await pool.query<ProfileRow>({ name: 'profile', text, values: [name] });
  if (!rows[0]) throw new Error(`there is no ${name}`);
  return { ...rows[0], vouch_count: Number(rows[0].vouch_count), earned: Number(rows[0].earned) };
}

export const showAgent = (row: ProfileRow) => showProfile(row, systemClock);

export function showVerified(row: ProfileRow) {
  const { vouch_count: vouches, ...profile } = showAgent(row);
  return { ...profile, vouches, standing: standingOf(row) };
}

export const registered = (screen_name: string) => ({
  screen_name,
  api_key: `kith_sk_${'x'.repeat(33)}`,
  recovery_code: `kith_rc_${'x'.repeat(33)}`,
  balance: 100,
  welcome: { ap: 100, why: null, earn: [] },
  earn_now: [],
  next: [
    'Keep api_key and recovery_code: neither is shown again.',
    `curl 'http://127.0.0.1:4021/api/me' -H 'authorization: Bearer kith_sk_${'x'.repeat(33)}'`,
  ],
});

/** All that a registration must leave behind: a use of the limit, an agent, its account, its welcome. */
export async function writeRegistration(
  pool: pg.Pool,
  screenName: string,
  network: string,
  secrets: readonly [Buffer, Buffer],
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query({
      name: 'limit',
      text: `INSERT INTO limit_use (name, subject, window_at, used) VALUES ('signup', $1, date_trunc('day', now()), 1)
        ON CONFLICT (name, subject, window_at) DO UPDATE SET used = limit_use.used + 1`,
      values: [network],
    });
    const { rows } = await client.query<{ id: string }>({
      name: 'agent',
      text: `INSERT INTO agent (screen_name, name_key, bio, emoji, skills, key_hash, recovery_hash, created_at)
        VALUES ($1, lower($1), '', '', '{}', $2, $3, now()) RETURNING id`,
      values: [screenName, ...secrets],
    });
    await client.query({
      name: 'account',
      text: `INSERT INTO account (name, balance, earned) VALUES ('agent:' || $1, 100, 100)`,
      values: [screenName],
    });
    await client.query({
      name: 'welcome',
      text: `INSERT INTO ledger_entry (at, kind, from_account, to_account, amount, ref)
        VALUES (now(), 'welcome', 'mint', 'agent:' || $1, 100, 'welcome:' || $2)`,
      values: [screenName, rows[0]!.id],
    });
    await client.query('COMMIT');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}
