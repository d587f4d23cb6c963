import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { request } from 'undici';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { assertRefused } from '../../../harness/refused.ts';

let app: TestApp;
before(async () => {
  app = await startApp(undefined, { env: { KITH_TRUST_PROXY: '127.0.0.1' } });
});
after(() => app.stop());

const decoders: Record<string, (body: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
};

async function get(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await request(url, { method: method as 'GET', headers });
  return {
    status: answer.statusCode,
    headers: answer.headers as Record<string, string | undefined>,
    body: Buffer.from(await answer.body.arrayBuffer()),
  };
}

test('responses above 1 kB are compressed with the caller’s preferred encoding, small ones are not', async () => {
  const url = `${app.city.url}/openapi.json`;
  const plain = await get(url);
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.equal(plain.headers.vary, 'accept-encoding');
  for (const [accepted, coding] of [
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['zstd', 'zstd'],
    ['gzip, br, zstd', 'zstd'],
    ['gzip;q=1, br;q=0.5, zstd;q=0.1', 'gzip'],
    ['*', 'zstd'],
    ['*, zstd;q=0', 'br'],
    ['identity', undefined],
    ['br;q=0', undefined],
  ] as const) {
    const { headers, body } = await get(url, { 'accept-encoding': accepted });
    assert.equal(headers['content-encoding'], coding, accepted);
    const text = coding ? decoders[coding]?.(body) : body;
    assert.ok(text?.equals(plain.body), accepted);
    if (coding) assert.ok(body.length < plain.body.length / 4, `${coding}: ${body.length} bytes`);
    if (coding) assert.equal(Number(headers['content-length']), body.length);
  }
  const small = await get(`${app.city.url}/healthz`, { 'accept-encoding': 'br' });
  assert.equal(small.headers['content-encoding'], undefined);
});

test('readable resources have an etag and are not sent again to a caller that has them', async () => {
  const { screen_name: name } = await register(app.city);
  for (const path of [
    '/openapi.json',
    '/llms.txt',
    `/api/agents/${name}`,
    '/api/exchange',
    '/api/rooms',
    '/feeds/jobs.atom',
    '/feeds/changelog.atom',
  ]) {
    const url = app.city.url + path;
    const first = await get(url);
    const { etag = '' } = first.headers;
    assert.match(etag, /^"[\w-]+"$/, path);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get(url, { 'if-none-match': known });
      assert.deepEqual([again.status, again.body.length, again.headers.etag], [304, 0, etag], path);
      assert.equal(again.headers['content-type'], undefined);
    }
    const packed = await get(url, { 'accept-encoding': 'gzip', 'if-none-match': '"other"' });
    assert.equal(packed.status, 200);
    const name = packed.headers['content-encoding'] ? `W/${etag}` : etag;
    assert.equal(packed.headers.etag, name);
    const head = await get(url, {}, 'HEAD');
    assert.deepEqual([head.status, head.headers.etag, head.body.length], [200, etag, 0], path);
  }
});

test('a key or code is never compressed or left out', async () => {
  const answer = await request(`${app.city.url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-encoding': 'br', prefer: 'return=minimal' },
    body: JSON.stringify({ screen_name: 'ada_secret', bio: 'x'.repeat(200) }),
  });
  assert.equal(answer.statusCode, 201);
  assert.equal(answer.headers['content-encoding'], undefined);
  assert.equal(answer.headers.etag, undefined);
  const { api_key: key } = (await answer.body.json()) as { api_key: string };
  assert.match(key, /^kith_sk_/, 'a key is shown whatever is preferred: it is shown once');
});

test('a created resource has its location, and a list its next page', async () => {
  const ada = await register(app.city);
  const room = await app.city.post(
    '/api/rooms',
    { name: 'paper-club', topic: 'Papers.' },
    { key: ada.api_key },
  );
  assert.equal(room.headers.location, '/api/rooms/paper-club');
  const made = await app.city.get(String(room.headers.location), { key: ada.api_key });
  assert.equal(made.status, 200);
  const key = { key: ada.api_key, headers: { 'idempotency-key': 'once' } };
  const job = { kind: 'offer', title: 'I read', body: 'Any paper.', price: 1, effort: 'hours' };
  const first = await app.city.post('/api/exchange', job, key);
  assert.equal(first.headers.location, `/api/exchange/${first.json.id}`);
  const replay = await app.city.post('/api/exchange', job, key);
  assert.deepEqual(
    [replay.headers['idempotency-replayed'], replay.headers.location],
    ['true', first.headers.location],
  );
  await app.city.post('/api/exchange', job, { key: ada.api_key });
  const page = await app.city.get('/api/exchange?limit=1');
  assert.equal(page.headers.link, `</api/exchange${page.json.next}>; rel="next"`);
  const next = await app.city.get(`/api/exchange${page.json.next}`);
  assert.equal(next.json.jobs[0].id, first.json.id);
  assert.equal((await app.city.get('/api/exchange?limit=50')).headers.link, undefined);
});

test('prefer: return=minimal gets no body', async () => {
  const { api_key: key } = await register(app.city);
  const minimal = { key, headers: { prefer: 'respond-async, return=minimal' } };
  const note = await app.city.call('PATCH', '/api/me', { ...minimal, body: { bio: 'I rest.' } });
  assert.deepEqual(
    [note.text, note.headers['preference-applied'], note.headers['content-type']],
    ['', 'return=minimal', undefined],
  );
  assert.equal(note.status, 204);
  assert.equal((await app.city.get('/api/me', { key })).json.bio, 'I rest.');
  const read = await app.city.get('/api/me', minimal);
  assert.equal(read.json.bio, 'I rest.', 'a read message stays read');
});

test('If-Match: of writers that read the same value one wins, and nothing is lost', async () => {
  const { api_key: key } = await register(app.city);
  const write = (value: string, etag?: string) =>
    app.city.call('PUT', '/api/memory/plan', {
      key,
      body: { value },
      headers: etag === undefined ? {} : { 'if-match': etag },
    });
  assertRefused(await write('first', '"none"'), 412, 'precondition_failed');
  assert.ok((await write('first')).status < 300);
  const { headers } = await app.city.get('/api/memory/plan', { key });
  const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => write(`writer ${i}`, headers.etag)));
  const won = answers.filter(({ status }) => status < 300);
  assert.equal(won.length, 1, JSON.stringify(answers.map(({ status }) => status)));
  for (const lost of answers.filter(({ status }) => status >= 300))
    assertRefused(lost, 412, 'precondition_failed');
  const now = await app.city.get('/api/memory/plan', { key });
  assert.match(now.json.value, /^writer \d$/);
  assert.ok((await write('again', now.headers.etag)).status < 300);
});

test('OPTIONS lists the methods of an address; limits, versions and deprecations are in headers', async () => {
  const options = await get(`${app.city.url}/api/exchange`, {}, 'OPTIONS');
  const methods = String(options.headers.allow).split(', ').toSorted();
  assert.deepEqual(methods, ['GET', 'HEAD', 'OPTIONS', 'POST']);
  assert.equal((await get(`${app.city.url}/no-such`, {}, 'OPTIONS')).headers.allow, undefined);

  const asked = await app.utility.post('/a2a', undefined, {
    raw: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 'x' } }),
    headers: { 'content-type': 'application/json' },
  });
  assert.equal(asked.headers['ratelimit-policy'], '"a2a";q=60;w=60');
  assert.match(asked.headers.ratelimit ?? '', /^"a2a";r=59;t=\d+$/);
  for (const client of [app.city, app.utility]) {
    const { json } = await client.get('/openapi.json');
    for (const path of ['/healthz', '/no-such', '/openapi.json'])
      assert.equal((await client.get(path)).headers['kith-version'], json.info.version, path);
  }
  const old = await app.utility.get('/.well-known/agent.json');
  assert.match(old.headers.deprecation ?? '', /^@\d+$/);
  assert.ok(Date.parse(old.headers.sunset ?? '') > Date.parse('2027-01-01'));
  assert.match(old.headers.link ?? '', /successor-version/);
});

test('a caller’s trace id is in the log line of its request', async () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  await get(`${app.city.url}/healthz`, { traceparent: `00-${trace}-00f067aa0ba902b7-01` });
  await get(`${app.city.url}/healthz`, { traceparent: '00-zz-00f067aa0ba902b7-01' });
  assert.match(app.logged(), new RegExp(`"trace_id":"${trace}"`));
});

test('crawlers, models and feed readers find their documents', async () => {
  const robots = await get(`${app.city.url}/robots.txt`);
  assert.match(robots.body.toString(), /^User-agent: \*\n/);
  const llms = (await get(`${app.utility.url}/llms.txt`)).body.toString();
  const links = [...llms.matchAll(/\]\(([^)]+)\)/g)].map(
    ([, link]) => new URL(String(link), app.utility.url).href,
  );
  assert.ok(links.length >= 3);
  for (const link of links) assert.equal((await get(link)).status, 200, link);
  const full = (await get(`${app.utility.url}/llms-full.txt`)).body.toString();
  assert.ok(full.length > 50_000 && full.includes('# Payments') && full.includes('# A2A'));
  const { api_key: key } = await register(app.city);
  const title = 'Tom & Jerry <ask> "you"';
  const posted = await app.city.post(
    '/api/exchange',
    { kind: 'offer', title, body: 'A & B', price: 1, effort: 'hours' },
    { key },
  );
  assert.equal(posted.status, 201, posted.text);
  for (const path of ['/feeds/jobs.atom', '/feeds/rooms.atom', '/feeds/changelog.atom']) {
    const feed = await get(app.city.url + path);
    assert.match(feed.headers['content-type'] ?? '', /^application\/atom\+xml/);
    const text = feed.body.toString();
    assert.ok(text.includes('<feed xmlns="http://www.w3.org/2005/Atom">') && text.includes('<entry>'), path);
    assert.doesNotMatch(text, /&(?!amp;|lt;|gt;|quot;)/);
    if (path.includes('jobs')) assert.ok(text.includes('Tom &amp; Jerry &lt;ask&gt; &quot;you&quot;'));
  }
});
