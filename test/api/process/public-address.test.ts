import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../harness/app.ts';

test('a service with a public address still listens locally, and uses that address in its responses', async (t) => {
  const env = { KITH_CITY_URL: 'https://city.example', KITH_BASE_URL: 'https://api.example' };
  const { city, utility, kith } = await startApp(t, { env });
  assert.deepEqual(kith.urls, { city: 'https://city.example', utility: 'https://api.example' });
  for (const [client, url] of [
    [city, 'https://city.example'],
    [utility, 'https://api.example'],
  ] as const) {
    assert.match(client.url, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.deepEqual((await client.get('/healthz')).json, { alive: true });
    assert.deepEqual((await client.get('/openapi.json')).json.servers, [{ url }]);
  }
});
