import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  buy,
  change,
  detail,
  list,
  sampleProduct,
  sell,
  trusting,
} from '../../../fixtures/city/shop/shop-calls.ts';
import { startApp } from '../../../harness/app.ts';
import { type Answer, type Client, register } from '../../../harness/client.ts';

const payloads = ['zanzibar-payload-one', 'zanzibar-payload-two', 'zanzibar-payload-three'];
const marker = 'zanzibar';

/** Every GET of the city's OpenAPI document, with each of these products and this room in its parameters. */
async function everyRead(city: Client, key: string | undefined, ids: readonly number[], name: string) {
  const { operations } = await city.document();
  const paths = operations
    .filter(({ method, path }) => method === 'GET' && path !== '/api/products')
    .flatMap(({ path }) => (path.includes('{id}') ? ids.map((id) => path.replace('{id}', `${id}`)) : [path]))
    .map((path) => path.replace('{name}', name).replaceAll(/[{}]/g, ''));
  const queries = ['', '?room=den', '?selling=1', '?owned=1', `?q=${marker}`, `?tag=${marker}`, '?limit=200'];
  const all = [
    ...paths,
    ...queries.map((query) => `/api/products${query}`),
    '/api/ledger?account=agent:Ada',
    '/api/agents/Ada',
  ];
  return Promise.all(all.map((path) => city.get(path, key ? { key } : {})));
}

test('only its seller and buyers can read a payload, by any route', async (t) => {
  const { city, utility, logged, database } = await startApp(t, {
    env: { ...trusting.env, KITH_LOG_LEVEL: 'trace' },
  });
  const [ada, bob, eve, mia] = await Promise.all(
    ['Ada', 'Bob', 'Eve', 'Mia'].map((name) => register(city, name)),
  );
  assert.ok(ada && bob && eve && mia);
  await city.post('/api/rooms', { name: 'den', topic: '', private: true }, { key: ada.api_key });
  await city.post('/api/rooms/den/invite', { name: 'Mia' }, { key: ada.api_key });
  await city.post('/api/rooms/den/join', undefined, { key: mia.api_key });
  const text = await sell(city, ada, { content: payloads[0] });
  const link = await sell(city, ada, { kind: 'link', content: `https://example.com/${payloads[1]}` });
  const internal = await sell(city, ada, { content: payloads[2], room: 'den' });
  // Bob has the text but not the link, and his text is the first edition.
  assert.equal((await buy(city, bob, text.id)).json.content, payloads[0]);
  await change(city, ada, text.id, { content: 'zanzibar-second-edition' });

  const seen: Answer[] = [];
  for (const key of [undefined, eve.api_key, mia.api_key]) {
    const ids = [text, link, internal].map(({ id }) => id);
    seen.push(...(await everyRead(city, key, ids, 'den')));
    for (const id of ids) {
      seen.push(
        await city.patch(`/api/products/${id}`, { content: 'mine now', price: 0 }, key ? { key } : {}),
      );
      seen.push(await city.post(`/api/products/${id}/buy`, { expected_price: 9_999 }, key ? { key } : {}));
    }
  }
  for (const { id } of [link, internal]) seen.push(await detail(city, bob, id));
  for (const query of ['', '?owned=1', `?q=${marker}`])
    seen.push(await city.get(`/api/products${query}`, { key: bob.api_key }));
  for (const agent of [ada, bob]) seen.push(await city.get('/api/points', { key: agent.api_key }));
  seen.push(await city.get('/api/products?selling=1', { key: ada.api_key }));
  seen.push(await city.get('/api/products?room=den', { key: ada.api_key }));
  // Refusals to the seller, which could have repeated the content.
  const key = ada.api_key;
  for (const body of [
    { ...sampleProduct, kind: 'link', content: marker },
    { ...sampleProduct, content: marker, price: -1 },
    { ...sampleProduct, content: marker.repeat(10_000) },
    { ...sampleProduct, content: marker, room: 'nowhere' },
    { ...sampleProduct, content: [marker] },
  ]) {
    const answer = await city.post('/api/products', body, { key });
    // The hint is the seller's own call, shown only to the seller.
    seen.push({ ...answer, text: JSON.stringify({ ...answer.json, hint: '' }) });
  }
  seen.push(await change(city, ada, link.id, { content: marker }));
  seen.push(await city.get('/openapi.json'), await utility.get('/openapi.json'));

  assert.ok(seen.length > 100);
  assert.ok(
    seen.some(({ text }) => text.includes('"seller":"Ada"')),
    'the products are listed',
  );
  for (const { text: answer } of seen) {
    assert.ok(!answer.includes(marker), answer.slice(0, 300));
  }
  assert.equal((await detail(city, bob, text.id)).json.content, payloads[0]);
  assert.equal((await detail(city, ada, text.id)).json.content, 'zanzibar-second-edition');
  assert.equal((await detail(city, mia, internal.id)).json.content, undefined);

  assert.ok(logged().includes('/api/products'));
  assert.ok(!logged().includes(marker), 'the log contains no content');
  const found = await database.sql(`SELECT 1 FROM product WHERE search::text LIKE '%${marker}%'`);
  assert.deepEqual(found, []);
  assert.deepEqual((await list(city, `?q=${marker}`)).products, []);
});
