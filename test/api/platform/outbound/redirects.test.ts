import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { serveHttp, serveTcp } from '../../../counterparts/servers.ts';
import { LOOPBACK, openOutbound, refusal } from './outbound-fixture.ts';

test('redirects are followed with every hop reported', async (t) => {
  const server = await serveHttp(t, (request, response) => {
    const next: Record<string, [number, string]> = {
      '/1': [301, '/2?x=1'],
      '/2?x=1': [302, '3'],
      '/3': [303, '//two.test:PORT/4'],
      '/4': [307, `http://127.0.0.1:PORT/5`],
      '/5': [308, '/fin é'],
    };
    const [status, location] = next[request.url ?? ''] ?? [200, null];
    if (location === null) return response.end('end');
    const utf8 = Buffer.from(location.replace('PORT', String(server.port))).toString('latin1');
    response.writeHead(status, { location: utf8 }).end('a body nobody reads');
  });
  const { outbound } = await openOutbound(t, { ...LOOPBACK, zone: { 'two.test': { A: ['127.0.0.1'] } } });
  const one = `http://127.0.0.1:${server.port}`;
  const answer = await outbound.fetch(`${one}/1#part`);
  assert.equal(answer.body.toString(), 'end');
  assert.equal(answer.url, `${one}/fin%20%C3%A9#part`);
  assert.deepEqual(answer.hops, [
    { url: `${one}/1#part`, status: 301, location: '/2?x=1' },
    { url: `${one}/2?x=1#part`, status: 302, location: '3' },
    { url: `${one}/3#part`, status: 303, location: `//two.test:${server.port}/4` },
    { url: `http://two.test:${server.port}/4#part`, status: 307, location: `${one}/5` },
    { url: `${one}/5#part`, status: 308, location: '/fin é' },
    { url: `${one}/fin%20%C3%A9#part`, status: 200, location: null },
  ]);
});

test('a redirect without a target, or with redirects off, is the response', async (t) => {
  const server = await serveHttp(t, (request, response) => {
    const headers = request.url === '/nowhere' ? {} : { location: 'http://169.254.169.254/' };
    response.writeHead(302, headers).end('moved');
  });
  const { outbound } = await openOutbound(t, LOOPBACK);
  const off = await outbound.fetch(`http://127.0.0.1:${server.port}/`, { maxRedirects: 0 });
  assert.equal(off.status, 302);
  assert.equal(off.body.toString(), 'moved');
  assert.equal(off.hops[0]?.location, 'http://169.254.169.254/');
  assert.equal((await outbound.fetch(`http://127.0.0.1:${server.port}/nowhere`)).status, 302);
});

test('loops and long chains are cut off', async (t) => {
  const server = await serveHttp(t, (_request, response) => response.writeHead(302, { location: '/' }).end());
  const { outbound } = await openOutbound(t, LOOPBACK);
  const error = await refusal(outbound.fetch(`http://127.0.0.1:${server.port}/`, { maxRedirects: 3 }));
  assert.equal(error.reason, 'too_many_redirects');
  assert.equal(error.hops.length, 4);
  assert.equal(server.connections(), 4);
});

test('two Location headers count as none', async (t) => {
  const server = await serveTcp(t, (socket) => {
    socket.end('HTTP/1.1 302 Found\r\nlocation: /a\r\nlocation: /b\r\ncontent-length: 0\r\n\r\n');
  });
  const { outbound } = await openOutbound(t, LOOPBACK);
  assert.equal((await refusal(outbound.fetch(`http://127.0.0.1:${server.port}/`))).reason, 'bad_response');
});

test('method and body change on redirects as the Fetch standard says', async (t) => {
  const seen: string[] = [];
  const server = await serveHttp(t, async (request, response) => {
    const { 'content-type': type = '-' } = request.headers;
    seen.push(`${request.method} ${type} ${await buffer(request)}`);
    if (request.url === '/end') return response.end();
    response.writeHead(Number(request.url?.slice(1)), { location: '/end' }).end();
  });
  const { outbound } = await openOutbound(t, LOOPBACK);
  const after = async (method: 'POST' | 'PUT' | 'HEAD', status: number) => {
    const body = method === 'HEAD' ? {} : { body: 'hi' };
    const headers = { 'content-type': 'text/plain' };
    await outbound.fetch(`http://127.0.0.1:${server.port}/${status}`, { method, headers, ...body });
    return seen.at(-1);
  };
  for (const status of [301, 302, 303]) assert.equal(await after('POST', status), 'GET - ', `POST ${status}`);
  for (const status of [307, 308])
    assert.equal(await after('POST', status), 'POST text/plain hi', `POST ${status}`);
  for (const status of [301, 302, 307])
    assert.equal(await after('PUT', status), 'PUT text/plain hi', `PUT ${status}`);
  assert.equal(await after('PUT', 303), 'GET - ');
  assert.equal(await after('HEAD', 303), 'HEAD text/plain ');
});

test('another origin gets no header that could be a secret, the same origin gets all', async (t) => {
  const seen: IncomingMessage['headers'][] = [];
  const other = await serveHttp(t, (request, response) => {
    seen.push(request.headers);
    response.end();
  });
  const server = await serveHttp(t, (request, response) => {
    seen.push(request.headers);
    const location = request.url === '/same' ? '/out' : `http://127.0.0.1:${other.port}/`;
    response.writeHead(302, { location }).end();
  });
  const { outbound } = await openOutbound(t, LOOPBACK);
  const secrets = { Authorization: 'Bearer x', Cookie: 'a=b', 'X-Api-Key': 'k', 'X-Signature': 's' };
  const headers = { ...secrets, Accept: 'text/html', 'Accept-Language': 'nl' };
  await outbound.fetch(`http://127.0.0.1:${server.port}/same`, { headers });
  assert.equal(seen.length, 3);
  for (const request of seen.slice(0, 2)) {
    for (const [name, value] of Object.entries(secrets)) assert.equal(request[name.toLowerCase()], value);
  }
  assert.deepEqual(Object.keys(seen[2] ?? {}).toSorted(), [
    'accept',
    'accept-encoding',
    'accept-language',
    'connection',
    'host',
    'user-agent',
  ]);
});
