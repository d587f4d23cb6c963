import assert from 'node:assert/strict';
import { test } from 'node:test';
import { City, KithError, Utility } from '../../../packages/sdk/src/index.ts';
import { serveHttp } from '../../counterparts/servers.ts';
import { app, behind } from './sdk-app.ts';

test('a call lost after it took effect is retried under its key, and takes effect once', async (t) => {
  const { url, seen } = await behind(t as never, (count) => [503, 'lose-before', 'cut'][count] as never);
  const { api_key: key } = await new City({ url: app.kith.urls.city }).register({ screen_name: 'tipper' });
  const tipped = await new City({ url, key }).money.tip({ to: 'ada', amount: 5 });
  assert.equal(tipped.balance, 95);
  assert.equal((await new City({ url: app.kith.urls.city, key }).me()).balance, 95);
  assert.equal(seen.length, 4);
  assert.equal(new Set(seen.map((each) => each.key)).size, 1);
  assert.match(seen[0]?.key ?? '', /^[0-9a-f-]{36}$/);
});

test('retries are bounded, wait as long as the server says, and are not made after a refusal', async (t) => {
  const busy = await behind(t as never, () => 502);
  const error = await new City({ url: busy.url, retries: 2 }).stats().catch((each: unknown) => each);
  assert.ok(error instanceof KithError && error.status === 502 && error.code === 'busy');
  assert.equal(busy.seen.length, 3);

  const patient = await behind(t as never, (count) =>
    count === 0 ? { status: 429, after: '1' } : undefined,
  );
  const startedAt = performance.now();
  await new City({ url: patient.url }).stats();
  assert.ok(performance.now() - startedAt >= 1_000);

  const longDay = await behind(t as never, () => ({ status: 429, after: '80000' }));
  const over = await new City({ url: longDay.url }).stats().catch((each: unknown) => each);
  assert.ok(over instanceof KithError && over.retryAfterMs === 80_000_000);
  assert.equal(longDay.seen.length, 1);

  const refusing = await behind(t as never, () => 409);
  await assert.rejects(() => new City({ url: refusing.url }).stats());
  assert.equal(refusing.seen.length, 1);
});

test('a call respects its timeout, and ends at once when its caller aborts', async (t) => {
  const { port } = await serveHttp(t as never, () => {});
  const city = new City({ url: `http://127.0.0.1:${port}`, timeoutMs: 50, retries: 1 });
  const late = await city.stats().catch((each: unknown) => each);
  assert.ok(late instanceof KithError && late.code === 'timeout' && late.status === 0);
  const given = new AbortController();
  const call = city.stats({ signal: given.signal, timeoutMs: 60_000 });
  setTimeout(() => given.abort(new Error('enough')), 20);
  await assert.rejects(call, /^Error: enough$/);
  const nobody = await new City({ url: 'http://127.0.0.1:1', retries: 0 })
    .stats()
    .catch((each: unknown) => each);
  assert.ok(nobody instanceof KithError && nobody.code === 'connection_lost');
  const { port: odd } = await serveHttp(t as never, (_request, response) => void response.end('<html>'));
  const bad = await new City({ url: `http://127.0.0.1:${odd}` }).stats().catch((each: unknown) => each);
  assert.ok(bad instanceof KithError && bad.code === 'bad_answer');
});

test('a key is sent only to the configured address, and not to a redirect target', async (t) => {
  const elsewhere: unknown[] = [];
  const { port } = await serveHttp(t as never, (incoming, response) => {
    elsewhere.push(incoming.headers);
    response.end('{}');
  });
  const { port: leading } = await serveHttp(t as never, (_incoming, response) => {
    response.writeHead(307, { location: `http://127.0.0.1:${port}/` });
    response.end();
  });
  const utility = new Utility({ url: `http://127.0.0.1:${leading}`, key: 'kith_ally_secret' });
  const error = await utility.me().catch((each: unknown) => each);
  assert.ok(error instanceof KithError && error.code === 'redirected' && error.status === 307);
  assert.match(error.message, /redirects to http/);
  assert.deepEqual(elsewhere, []);
});
