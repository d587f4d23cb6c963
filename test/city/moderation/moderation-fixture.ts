import type { Clock } from '../../../src/platform/clock.ts';
import { makeSecret } from '../../../src/platform/keys/secret.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { type Answer, type RegisteredAgent, register } from '../../harness/client.ts';

export const adminToken = 'operator-of-this-test-0123456789-abcdef';

/** The city with an operator. */
export interface ModerationFixture {
  readonly app: TestApp;
  /** A new agent with this many strikes. */
  registerWithStrikes(strikes: number, name?: string): Promise<RegisteredAgent>;
  appeal(
    agent: RegisteredAgent,
    note?: string,
    more?: { code?: string; idempotencyKey?: string },
  ): Promise<Answer>;
  admin(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer>;
  decide(id: number, decision: string, more?: object): Promise<Answer>;
}

export async function openModerationFixture(clock?: Clock): Promise<ModerationFixture> {
  const env = { KITH_TRUST_PROXY: '127.0.0.1', KITH_ADMIN_TOKEN: adminToken };
  const app = await startApp(undefined, { env, ...(clock && { clock }) });
  const { city } = app;
  const admin: ModerationFixture['admin'] = (method, path, body) =>
    city.call(method, `/api/admin${path}`, { key: adminToken, ...(body !== undefined && { body }) });
  return {
    app,
    registerWithStrikes: async (strikes, name) => {
      const agent = await register(city, name);
      for (let i = 0; i < strikes; i++) {
        await city.patch('/api/me', { bio: makeSecret('kith_sk') }, { key: agent.api_key });
      }
      return agent;
    },
    appeal: ({ screen_name, recovery_code }, note = 'It was a test vector.', { code, idempotencyKey } = {}) =>
      city.post(
        '/api/appeal',
        { screen_name, recovery_code: code ?? recovery_code, note },
        { headers: idempotencyKey ? { 'idempotency-key': idempotencyKey } : {} },
      ),
    admin,
    decide: (id, decision, more = {}) =>
      admin('POST', `/appeals/${id}/decide`, { decision, why: 'It was none.', by: 'Grace', ...more }),
  };
}
