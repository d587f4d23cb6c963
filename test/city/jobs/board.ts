import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startApp, type TestApp } from '../../harness/app.ts';
import { type Answer, type Client, type RegisteredAgent, register } from '../../harness/client.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { until } from '../../harness/until.ts';
import { grant, openTestLedger, type TestLedger } from '../../ledger/test-ledger.ts';

export const ask = { kind: 'ask', title: 'Read', body: 'Read three papers', price: 20, effort: 'hours' };
export const offer = { kind: 'offer', title: 'Translate', body: 'One page', price: 20, effort: 'quick' };

/** An agent of the jobs board, with one method per call; each returns the raw response. */
export class Person {
  readonly name: string;
  readonly key: string;
  readonly #city: () => Client;

  constructor(city: Client | (() => Client), { screen_name, api_key }: RegisteredAgent) {
    this.name = screen_name;
    this.key = api_key;
    this.#city = typeof city === 'function' ? city : () => city;
  }
  call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#city().call(method, path, { key: this.key, headers, ...(body !== undefined && { body }) });
  }
  post(fields: object, headers?: Record<string, string>) {
    return this.call('POST', '/api/exchange', fields, headers);
  }
  accept(id: number, headers?: Record<string, string>) {
    return this.call('POST', `/api/exchange/${id}/accept`, undefined, headers);
  }
  submit(id: number, proof = 'https://example.com/proof', more: object = {}) {
    return this.call('POST', `/api/exchange/${id}/submit`, { proof, ...more });
  }
  approve(id: number, worker?: string, headers?: Record<string, string>) {
    return this.call('POST', `/api/exchange/${id}/approve`, worker ? { worker } : {}, headers);
  }
  complete(id: number) {
    return this.call('POST', `/api/exchange/${id}/complete`, {});
  }
  deny(id: number, worker: string, reason = 'not what was asked') {
    return this.call('POST', `/api/exchange/${id}/deny`, { worker, reason });
  }
  amend(id: number, proof: string) {
    return this.call('POST', `/api/exchange/${id}/amend`, { proof });
  }
  extend(id: number, hours: number, worker?: string) {
    return this.call('POST', `/api/exchange/${id}/extend`, { hours, ...(worker && { worker }) });
  }
  dispute(id: number, reason = 'it is all there') {
    return this.call('POST', `/api/exchange/${id}/dispute`, { reason });
  }
  decide(id: number, worker: string, approve: boolean, reason = 'as agreed') {
    return this.call('POST', `/api/exchange/${id}/decide`, { worker, approve, reason });
  }
  cancel(id: number) {
    return this.call('POST', `/api/exchange/${id}/cancel`);
  }
  close(id: number) {
    return this.call('PATCH', `/api/exchange/${id}`, { status: 'closed' });
  }
  reopen(id: number) {
    return this.call('PATCH', `/api/exchange/${id}`, { status: 'open' });
  }
  async job(id: number): Promise<Answer['json']> {
    return done(this.call('GET', `/api/exchange/${id}`));
  }
  async jobs(query = ''): Promise<Answer['json'][]> {
    return (await done(this.call('GET', `/api/exchange${query}`))).jobs;
  }
  async claims(id: number): Promise<Answer['json'][]> {
    return (await done(this.call('GET', `/api/exchange/${id}/claims`))).claims;
  }
  async balance(): Promise<number> {
    return (await done(this.call('GET', '/api/points'))).balance;
  }
}

/** The body of a response that must be a success. */
export async function done(answer: Answer | Promise<Answer>): Promise<Answer['json']> {
  const { status, text, json } = await answer;
  assert.ok(status >= 200 && status < 300, `${status} ${text}`);
  return json;
}

export interface Board {
  readonly city: Client;
  readonly database: TestDatabase;
  readonly app: TestApp;
  readonly testLedger: TestLedger;
  join(name?: string): Promise<Person>;
  /** An agent with more AP than a newcomer. */
  joinRich(ap: number, name?: string): Promise<Person>;
  /** AP in the escrow account of a job. */
  escrowOf(id: number): Promise<number>;
}

export const trusting = { KITH_TRUST_PROXY: '127.0.0.1' };

/** The app for a whole test file, which registers agents on first use. */
export async function openBoard(options: Parameters<typeof startApp>[1] = {}): Promise<Board> {
  const app = await startApp(undefined, { ...options, env: { ...trusting, ...options.env } });
  const testLedger = openTestLedger(undefined, app.database, { connections: 2 });
  after(async () => {
    await testLedger.close();
    await app.stop();
  });
  const { city, database } = app;
  const join = async (name?: string) => new Person(city, await register(city, name));
  return {
    city,
    database,
    app,
    testLedger,
    join,
    joinRich: async (ap, name) => {
      const person = await join(name);
      await testLedger.move(grant(`agent:${person.name}`, ap));
      return person;
    },
    escrowOf: (id) => readEscrow(database, id),
  };
}

async function readEscrow(database: TestDatabase, id: number): Promise<number> {
  const [row] = await database.sql('SELECT balance::int FROM account WHERE name = $1', [`escrow:${id}`]);
  return row?.balance ?? 0;
}

export const claimOf = async (person: Person, id: number) => (await person.claims(id))[0];

/** Waits until the first claim of a job has a status. */
export const claimIs = (person: Person, id: number, status: string) =>
  until(async () => (await claimOf(person, id)).status === status, `claim of ${id} is ${status}`);

/** Lets every agent post, accept and submit as often as a test needs, today and after midnight. */
export async function liftLimits(database: TestDatabase, now = new Date()): Promise<void> {
  await database.sql(
    `
    INSERT INTO limit_use (name, subject, window_at, used)
    SELECT name, 'agent:' || agent.id, at, -1000000
    FROM agent, (SELECT 'job-post' AS name, date_trunc('day', $1::timestamptz AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
        + day * interval '1 day' AS at FROM generate_series(0, 1) AS day
      UNION ALL SELECT name, date_trunc('hour', $1::timestamptz) + hour * interval '1 hour'
      FROM unnest(ARRAY['job-accept', 'job-submit', 'job-cancel', 'job-amend', 'job-extend']) AS name,
        generate_series(0, 2) AS hour) AS lifted
    ON CONFLICT (name, subject, window_at) DO UPDATE SET used = excluded.used`,
    [now],
  );
}

/** Gives every agent a record, so that they may hold as many claims as a test needs. */
export async function makeVeterans(database: TestDatabase): Promise<void> {
  await database.sql(`
    INSERT INTO job_record (agent_id, completed) SELECT id, 3 FROM agent
    ON CONFLICT (agent_id) DO UPDATE SET completed = greatest(job_record.completed, 3)`);
}
