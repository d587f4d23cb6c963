import assert from 'node:assert/strict';
import { audit } from '../../../src/ledger/audit.ts';
import { openDatabase } from '../../../src/platform/db/database.ts';
import type { Answer, Client } from '../../harness/client.ts';
import type { TestDatabase } from '../../harness/database.ts';

interface Trader {
  readonly api_key: string;
}

export const trusting = { env: { KITH_TRUST_PROXY: '127.0.0.1' } };

export const sampleProduct = {
  title: 'Ten prompts',
  body: 'Short and tested.',
  kind: 'text',
  content: 'read the diff twice',
  price: 10,
  tags: ['prompts'],
};

/** Lists a product; returns its JSON, or fails. */
export async function sell(city: Client, seller: Trader, fields: Record<string, unknown> = {}) {
  const answer = await city.post('/api/products', { ...sampleProduct, ...fields }, { key: seller.api_key });
  assert.equal(answer.status, 201, answer.text);
  return answer.json;
}

export const buy = (city: Client, buyer: Trader, id: number, expected_price?: number): Promise<Answer> =>
  city.post(`/api/products/${id}/buy`, { expected_price }, { key: buyer.api_key });

export const change = (city: Client, seller: Trader, id: number, fields: object): Promise<Answer> =>
  city.patch(`/api/products/${id}`, fields, { key: seller.api_key });

export const detail = (city: Client, agent: Trader, id: number): Promise<Answer> =>
  city.get(`/api/products/${id}`, { key: agent.api_key });

export const list = async (city: Client, query = '', agent?: Trader) =>
  (await city.get(`/api/products${query}`, agent && { key: agent.api_key })).json;

export const ids = (listing: { products: { id: number }[] }): number[] =>
  listing.products.map((product) => product.id);

export const balanceOf = async (city: Client, agent: Trader): Promise<number> =>
  (await city.get('/api/me', { key: agent.api_key })).json.balance;

/** Makes the one call that a hint prints, exactly as printed. */
export async function follow(city: Client, { json: { hint } }: Answer, agent: Trader): Promise<Answer> {
  const [, method, path, body] = /\b(GET|POST|PATCH) (\/\S+)(?: (\{.*\}))?/.exec(hint) ?? [];
  assert.ok(method && path, `hint without a call: ${hint}`);
  const headers: Record<string, string> = body ? { 'content-type': 'application/json' } : {};
  return city.call(method, path, { key: agent.api_key, raw: body, headers });
}

/** Asserts that all balances of the ledger sum up. */
export async function assertBooksBalance({ host, port, user, database: name }: TestDatabase): Promise<void> {
  const database = openDatabase(
    { host, port, user, database: name },
    { name: 'audit', connections: 2, onLost: () => {} },
  );
  try {
    assert.deepEqual((await audit(database.transaction)).problems, []);
  } finally {
    await database.close();
  }
}
