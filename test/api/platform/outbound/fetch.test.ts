import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { serveHttp } from '../../../counterparts/servers.ts';
import { LOOPBACK, openOutbound, refusal, USER_AGENT } from './outbound-fixture.ts';

test('a response is returned whole: status, headers, body, address and times', async (t) => {
  const server = await serveHttp(t, (request, response) => {
    response.setHeader('set-cookie', ['a=1', 'b=2']);
    response.setHeader('X-Agent', request.headers['user-agent'] ?? '');
    response.writeHead(404).end(`${request.method} ${request.url} ${request.headers.host}`);
  });
  const { outbound } = await openOutbound(t, { ...LOOPBACK, zone: { 'site.test': { A: ['127.0.0.1'] } } });
  const answer = await outbound.fetch(`http://site.test:${server.port}/a b?q=ä#part`);
  assert.equal(answer.status, 404);
  assert.equal(answer.body.toString(), `GET /a%20b?q=%C3%A4 site.test:${server.port}`);
  assert.equal(answer.url, `http://site.test:${server.port}/a%20b?q=%C3%A4#part`);
  assert.deepEqual(answer.headers['set-cookie'], ['a=1', 'b=2']);
  assert.equal(answer.headers['x-agent'], USER_AGENT);
  assert.equal(answer.address, '127.0.0.1');
  assert.equal(answer.truncated, false);
  assert.equal(answer.tls, null);
  assert.deepEqual(answer.hops, [{ url: answer.url, status: 404, location: null }]);
  const { dnsMs, ttfbMs, totalMs } = answer.timings;
  assert.ok(dnsMs > 0 && ttfbMs >= dnsMs && totalMs >= ttfbMs);
});

test('a body is sent, and callers cannot set the headers that frame it', async (t) => {
  const server = await serveHttp(t, async (request, response) => {
    const { host, connection, 'content-length': length, 'x-given': given, te } = request.headers;
    const body = (await buffer(request)).toString();
    response.end(JSON.stringify({ method: request.method, host, connection, length, given, te, body }));
  });
  const { outbound } = await openOutbound(t, LOOPBACK);
  const answer = await outbound.fetch(`http://127.0.0.1:${server.port}/`, {
    method: 'POST',
    body: 'hello',
    headers: {
      Host: 'evil.test',
      'Content-Length': '9999',
      Connection: 'upgrade',
      TE: 'trailers',
      'X-Given': 'yes',
    },
  });
  assert.deepEqual(JSON.parse(answer.body.toString()), {
    method: 'POST',
    host: `127.0.0.1:${server.port}`,
    connection: 'keep-alive',
    length: '5',
    given: 'yes',
    body: 'hello',
  });
});

test('a HEAD response has no body, whatever its headers announce', async (t) => {
  const server = await serveHttp(t, (_request, response) => {
    response.writeHead(200, { 'content-length': 1e12, 'content-encoding': 'gzip' }).end();
  });
  const { outbound } = await openOutbound(t, LOOPBACK);
  const answer = await outbound.fetch(`http://127.0.0.1:${server.port}/`, { method: 'HEAD' });
  assert.equal(answer.status, 200);
  assert.equal(answer.body.length, 0);
  assert.equal(answer.headers['content-length'], '1000000000000');
});

test('every accepted encoding is decoded', async (t) => {
  const text = 'kith '.repeat(1_000);
  const encodings = {
    gzip: gzipSync(text),
    'x-gzip': gzipSync(text),
    GZIP: gzipSync(text),
    deflate: deflateSync(text),
    'deflate ': deflateRawSync(text),
    br: brotliCompressSync(text),
    zstd: zstdCompressSync(text),
    'identity, gzip': gzipSync(text),
    identity: Buffer.from(text),
  };
  let served: [string, Buffer] = ['', Buffer.alloc(0)];
  const server = await serveHttp(t, (_request, response) => {
    response.writeHead(200, { 'content-encoding': served[0] }).end(served[1]);
  });
  const { outbound } = await openOutbound(t, LOOPBACK);
  for (served of Object.entries(encodings)) {
    const answer = await outbound.fetch(`http://127.0.0.1:${server.port}/`);
    assert.equal(answer.body.toString(), text, served[0]);
  }
  served = ['gzip', Buffer.alloc(0)];
  assert.equal((await outbound.fetch(`http://127.0.0.1:${server.port}/`)).body.length, 0);
});

test('a caller can abort before and during a request', async (t) => {
  const server = await serveHttp(t, () => {});
  const { outbound } = await openOutbound(t, LOOPBACK);
  const url = `http://127.0.0.1:${server.port}/`;
  assert.equal((await refusal(outbound.fetch(url, { signal: AbortSignal.abort() }))).reason, 'aborted');
  assert.equal(server.connections(), 0);
  const controller = new AbortController();
  const call = refusal(outbound.fetch(url, { signal: controller.signal }));
  while (server.connections() === 0) await new Promise(setImmediate);
  controller.abort();
  assert.equal((await call).reason, 'aborted');
});

test('an invalid header is an error of the calling code, not of the server', async (t) => {
  const server = await serveHttp(t, (_request, response) => response.end());
  const { outbound } = await openOutbound(t, LOOPBACK);
  const call = outbound.fetch(`http://127.0.0.1:${server.port}/`, {
    headers: { 'x-split': 'a\r\nhost: evil' },
  });
  await assert.rejects(call, { code: 'UND_ERR_INVALID_ARG' });
});
