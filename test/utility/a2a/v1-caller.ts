import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { startWorld, type World } from '../world.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into results whose shape is what it tests
export type Any = any;

export const zone = { 'shop.test': { A: ['192.0.2.5'] } } as const;
export const errorInfo = 'type.googleapis.com/google.rpc.ErrorInfo';

let count = 0;
export const messageId = (): string => `m-${++count}`;
export const said = (text: string, more: object = {}) => ({
  message: { role: 'ROLE_USER', messageId: messageId(), parts: [{ text }], ...more },
});

/** A caller of A2A 1.0 over plain HTTP, from a different network for each call unless the limit is tested. */
export class Caller {
  readonly #world: World;
  #asked = 0;

  constructor(world: World) {
    this.#world = world;
  }

  async raw(
    body: unknown,
    headers: Record<string, string> = {},
    query = '',
  ): Promise<{ status: number; json: Any }> {
    const response = await fetch(`${this.#world.kith.urls.utility}/a2a${query}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'a2a-version': '1.0',
        'x-forwarded-for': `203.0.113.${Math.floor(++this.#asked / 50)}`,
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    return { status: response.status, json: await response.json() };
  }

  async ask(method: string, params: unknown = {}, headers: Record<string, string> = {}): Promise<Any> {
    const { json } = await this.raw({ jsonrpc: '2.0', id: 'tck-1', method, params }, headers);
    assert.deepEqual([json.jsonrpc, json.id], ['2.0', 'tck-1']);
    assert.equal('result' in json, !('error' in json), 'a result or an error');
    return json;
  }

  async code(method: string, params: unknown = {}, headers: Record<string, string> = {}): Promise<number> {
    return (await this.ask(method, params, headers)).error?.code;
  }

  async result(method: string, params: unknown = {}, headers: Record<string, string> = {}): Promise<Any> {
    const { result, error } = await this.ask(method, params, headers);
    assert.ok(result, JSON.stringify(error));
    return result;
  }
}

export async function begin(t: TestContext): Promise<{ world: World; caller: Caller }> {
  const world = await startWorld(t, { zone, env: { KITH_TRUST_PROXY: '127.0.0.1' } });
  return { world, caller: new Caller(world) };
}
