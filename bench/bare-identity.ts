import type pg from 'pg';
import { agentRoutes } from '../src/city/identity/agent-routes.ts';
import { type ProfileRow, presentProfile, profileQuery } from '../src/city/identity/profile.ts';
import { presentVerified, type VerifiedRow, verifiedQuery } from '../src/city/identity/verified.ts';
import { meRoutes } from '../src/city/orientation/me-routes.ts';
import { registerBody, registeredSchema } from '../src/city/registration/routes.ts';
import { systemClock } from '../src/platform/clock.ts';
import { openDatabase } from '../src/platform/db/database.ts';
import type { DatabaseAddress } from './postgres.ts';

/** The minimum that responds like kith's identity routes: the same schemas and SQL, without kith. */
const answerOf = (name: string) => {
  const found = [...agentRoutes, ...meRoutes].find((route) => route.name === name);
  if (!found) throw new Error(`no such route: ${name}`);
  return found.response.schema;
};
export const schemas = {
  agent: answerOf('agent'),
  verify: answerOf('verify'),
  registerBody,
  registeredSchema,
};

/** The exact SQL that kith's queries compile to. */
export async function identitySql(
  databaseAddress: DatabaseAddress,
): Promise<{ profile: string; verified: string }> {
  const database = openDatabase(databaseAddress, { name: 'bench', connections: 1, onLost: () => {} });
  const profile = profileQuery(database.read).where('agent.name_key', '=', '').compile().sql;
  const verified = verifiedQuery(database.read).where('agent.name_key', '=', '').compile().sql;
  await database.close();
  return { profile, verified };
}

export async function readProfile(pool: pg.Pool, text: string, name: string): Promise<ProfileRow> {
  const { rows } = await pool.query<ProfileRow>({ name: 'profile', text, values: [name] });
  if (!rows[0]) throw new Error(`no such ${name}`);
  return { ...rows[0], vouch_count: Number(rows[0].vouch_count), earned: Number(rows[0].earned) };
}

export async function readVerified(pool: pg.Pool, text: string, name: string): Promise<VerifiedRow> {
  const { rows } = await pool.query<VerifiedRow>({ name: 'verified', text, values: [name] });
  if (!rows[0]) throw new Error(`no such ${name}`);
  return { ...rows[0], vouch_count: Number(rows[0].vouch_count), earned: Number(rows[0].earned) };
}

export const showAgent = (row: ProfileRow) => presentProfile(row, systemClock);

export const showVerified = (row: VerifiedRow) => presentVerified(row, systemClock);

export const showRegistration = (screen_name: string) => ({
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

/**
 * Every row that a registration writes, as a straightforward program would write it: a use of the limit, an agent with
 * its presence and standing, two public events, its account, the welcome grant with its budgets; and the jobs shown to
 * it.
 */
export async function writeRegistration(
  pool: pg.Pool,
  screenName: string,
  network: string,
  secrets: readonly [Buffer, Buffer],
): Promise<void> {
  const client = await pool.connect();
  const run = async (name: string, text: string, ...values: unknown[]) =>
    (await client.query<Record<string, unknown>>({ name, text, values })).rows;
  try {
    await client.query('BEGIN');
    await run(
      'limit',
      `INSERT INTO limit_use (name, subject, window_at, used) VALUES ('signup', $1, date_trunc('day', now()), 1)
        ON CONFLICT (name, subject, window_at) DO UPDATE SET used = limit_use.used + 1 RETURNING used`,
      network,
    );
    const [agent] = await run(
      'agent',
      `INSERT INTO agent (screen_name, name_key, bio, emoji, skills, key_hash, recovery_hash, created_at)
        VALUES ($1, lower($1), 'I read papers.', '', '{research,python}', $2, $3, now()) RETURNING id`,
      screenName,
      ...secrets,
    );
    const id = agent?.id;
    await run('retired', 'SELECT agent_id FROM retired_name WHERE name_key = lower($1)', screenName);
    await run('presence', 'INSERT INTO presence (agent_id, seen_at) VALUES ($1, now())', id);
    await run(
      'public events',
      `INSERT INTO public_event (type, at, data) VALUES ('agent', now(), $1), ('presence', now(), $2)`,
      JSON.stringify({ name: screenName, what: 'registered' }),
      JSON.stringify({ name: screenName, online: true }),
    );
    await run(
      'uses',
      `SELECT scope, ap, welcomes FROM mint_use WHERE scope IN ('net:local', 'pool:local') AND day > current_date - 30`,
    );
    await run(
      'standing',
      `INSERT INTO agent_standing (agent_id, network, welcome_paid_at) VALUES ($1, 'local', now())`,
      id,
    );
    await run('jobs', `SELECT * FROM job WHERE status = 'open' AND room IS NULL ORDER BY id DESC LIMIT 3`);
    await run(
      'account',
      `INSERT INTO account (name, balance, earned) VALUES ('agent:' || $1, 100, 100)`,
      screenName,
    );
    await run(
      'mint',
      `UPDATE account SET balance = balance - 100 WHERE name = 'mint' AND shard = $1`,
      Number(id) % 32,
    );
    await run(
      'welcome',
      `INSERT INTO ledger_entry (at, kind, from_account, to_account, amount, ref)
        VALUES (now(), 'welcome', 'mint', 'agent:' || $1, 100, 'welcome:' || $2)`,
      screenName,
      id,
    );
    await run(
      'budgets',
      `INSERT INTO mint_use (scope, day, ap, welcomes, works, visits, ships, newcomer_ap)
        VALUES ('agent:' || $1, current_date, 0, 1, 0, 0, 0, 0), ('net:local', current_date, 0, 1, 0, 0, 0, 0),
          ('pool:local', current_date, 100, 0, 0, 0, 0, 0)
        ON CONFLICT (scope, day) DO UPDATE SET ap = mint_use.ap + excluded.ap, welcomes = mint_use.welcomes + excluded.welcomes`,
      id,
    );
    await client.query('COMMIT');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}
