import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSite } from '../../../fixtures/utility/site.ts';

test('responses are cached and revalidated, and report their age', async (t) => {
  let version = 1;
  const conditions: (string | undefined)[] = [];
  const { call, asked } = await startSite(t, {
    '/etag': (request, response) => {
      conditions.push(request.headers['if-none-match']);
      response.setHeader('etag', `"v${version}"`);
      if (request.headers['if-none-match'] === `"v${version}"`) {
        response.statusCode = 304;
        response.end();
      } else response.setHeader('content-type', 'text/html').end(`<title>Version ${version}</title>`);
    },
    '/secret': (_, response) => {
      response.setHeader('cache-control', 'private, no-store').setHeader('content-type', 'text/html');
      response.end('<title>Once</title>');
    },
  });

  const first = await call('url-metadata', '/etag');
  assert.deepEqual([first.status, first.json.title, first.headers.age], [200, 'Version 1', undefined]);
  assert.equal(first.headers['cache-control'], 'private, max-age=300');

  version = 2;
  const kept = await call('url-metadata', '/etag#part');
  assert.equal(kept.json.title, 'Version 1', 'a cached response is used whatever the fragment');
  assert.match(kept.headers.age ?? '', /^\d+$/);

  const refetched = await call('url-metadata', '/etag', '&max_age=0');
  assert.deepEqual([refetched.json.title, refetched.headers.age], ['Version 2', undefined]);
  const unchanged = await call('url-metadata', '/etag', '&max_age=0');
  assert.deepEqual([unchanged.json.title, unchanged.headers.age], ['Version 2', undefined]);
  assert.deepEqual(conditions, [undefined, '"v1"', '"v2"']);

  for (const _ of [1, 2]) assert.equal((await call('url-metadata', '/secret')).headers.age, undefined);
  assert.equal(asked.filter((each) => each === 'GET /secret').length, 2, 'no-store is not cached');
});
