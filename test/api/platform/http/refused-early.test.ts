import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { before, test } from 'node:test';
import { register } from '../../../harness/client.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { type SharedApp, sharedApp, unique } from '../../../harness/shared-app.ts';

let app: SharedApp;
before(async () => {
  app = await sharedApp();
});

async function exchange(head: string[], body: Buffer): Promise<string> {
  const { hostname, port } = new URL(app.city.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let answer = '';
  let failure: Error | undefined;
  socket.on('data', (bytes) => {
    answer += bytes;
    if (answer.includes('\r\n\r\n')) socket.end();
  });
  socket.on('error', (error) => {
    failure = error;
  });
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  // A sender that reads its response only after it sent everything.
  socket.pause();
  socket.write(body, () => socket.resume());
  await once(socket, 'close');
  assert.equal(failure, undefined);
  return answer;
}

test('a sender of a body that is too large reads its 413 after it sent everything', async () => {
  const body = Buffer.alloc(12_000_000, 'x');
  const chunked = Buffer.concat([
    Buffer.from(`${body.length.toString(16)}\r\n`),
    body,
    Buffer.from('\r\n0\r\n\r\n'),
  ]);
  const start = ['POST /api/register HTTP/1.1', 'host: localhost', 'content-type: application/json'];
  for (let i = 0; i < 10; i++) {
    const sized = await exchange([...start, `content-length: ${body.length}`], body);
    assert.match(sized, /^HTTP\/1\.1 413 /);
    assert.match(await exchange([...start, 'transfer-encoding: chunked'], chunked), /^HTTP\/1\.1 413 /);
  }
});

test('a request with two Host headers is refused', async () => {
  const head = ['GET /api/pulse HTTP/1.1', 'host: localhost', 'Host: other.test'];
  assert.match(await exchange(head, Buffer.alloc(0)), /^HTTP\/1\.1 400 /);
});

test('numbers in a URL are decimal digits', async () => {
  for (const limit of ['0x10', '1e1', ' 5', '+5', '5.0e0', ''])
    assertRefused(
      await app.city.get(`/api/exchange?limit=${encodeURIComponent(limit)}`),
      400,
      'invalid_field',
      limit,
    );
  assert.equal((await app.city.get('/api/exchange?limit=5')).status, 200);
});

test('dashes that exclude nothing are ignored in a search', async () => {
  const { api_key: key } = await register(app.city);
  for (const q of ['-'.repeat(199), '- '.repeat(99), '-('.repeat(90), '-"'.repeat(90), '-"" '.repeat(50)])
    for (const place of ['messages', 'dms', 'jobs', 'products'])
      assert.ok(
        (
          await app.city.get(`/api/search?in=${place}&q=${encodeURIComponent(`a ${q}`.slice(0, 200))}`, {
            key,
          })
        ).status < 500,
        `${place} ${q}`,
      );
});

test('a foreign page makes no browser change anything, and reaches no loopback service by its own name', async () => {
  const own = new URL(app.city.url).origin;
  const send = (headers: Record<string, string>, name: string) =>
    app.city.call('POST', '/api/register', { headers, body: { screen_name: name } });
  for (const headers of [
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ] as Record<string, string>[])
    assertRefused(await send(headers, 'forged_1'), 403, 'foreign_host');
  assert.equal((await send({ origin: own }, unique('own_page'))).status, 201);
  const { api_key: key } = await register(app.city);
  const headers = { origin: 'https://app.test' };
  const withKey = { key, headers, body: { bio: 'x' } };
  assert.equal((await app.city.call('PATCH', '/api/me', withKey)).status, 200);
  const rebound = ['GET /api/pulse HTTP/1.1', 'host: evil.test'];
  assert.match(await exchange(rebound, Buffer.alloc(0)), /^HTTP\/1\.1 403 /);
});
