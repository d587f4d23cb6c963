import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { serveHttp, serveTcp } from '../../counterparts/servers.ts';
import { countDials, openDoor, refusal, USER_AGENT } from './door.ts';

const LOOPBACK = { allow: ['127.0.0.1/32'] };

test('an answer comes back whole: status, headers, body, address and times', async (t) => {
  const server = await serveHttp(t, (request, response) => {
    response.setHeader('set-cookie', ['a=1', 'b=2']);
    response.setHeader('X-Agent', request.headers['user-agent'] ?? '');
    response.writeHead(404).end(`${request.method} ${request.url} ${request.headers.host}`);
  });
  const { door } = await openDoor(t, { ...LOOPBACK, zone: { 'site.test': { A: ['127.0.0.1'] } } });
  const answer = await door.fetch(`http://site.test:${server.port}/a b?q=ä#part`);
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

test('a body is sent, and the headers that frame it are not the caller’s to set', async (t) => {
  const server = await serveHttp(t, async (request, response) => {
    const { host, connection, 'content-length': length, 'x-given': given, te } = request.headers;
    const body = (await buffer(request)).toString();
    response.end(JSON.stringify({ method: request.method, host, connection, length, given, te, body }));
  });
  const { door } = await openDoor(t, LOOPBACK);
  const answer = await door.fetch(`http://127.0.0.1:${server.port}/`, {
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

test('a HEAD has no body, whatever its headers announce', async (t) => {
  const server = await serveHttp(t, (_request, response) => {
    response.writeHead(200, { 'content-length': 1e12, 'content-encoding': 'gzip' }).end();
  });
  const { door } = await openDoor(t, LOOPBACK);
  const answer = await door.fetch(`http://127.0.0.1:${server.port}/`, { method: 'HEAD' });
  assert.equal(answer.status, 200);
  assert.equal(answer.body.length, 0);
  assert.equal(answer.headers['content-length'], '1000000000000');
});

test('every encoding it asks for is decoded', async (t) => {
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
  const { door } = await openDoor(t, LOOPBACK);
  for (served of Object.entries(encodings)) {
    const answer = await door.fetch(`http://127.0.0.1:${server.port}/`);
    assert.equal(answer.body.toString(), text, served[0]);
  }
  served = ['gzip', Buffer.alloc(0)];
  assert.equal((await door.fetch(`http://127.0.0.1:${server.port}/`)).body.length, 0);
});

test('redirects are followed with every hop told', async (t) => {
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
  const { door } = await openDoor(t, { ...LOOPBACK, zone: { 'two.test': { A: ['127.0.0.1'] } } });
  const one = `http://127.0.0.1:${server.port}`;
  const answer = await door.fetch(`${one}/1#part`);
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

test('a redirect without a place to go to, or with redirects turned off, is the answer', async (t) => {
  const server = await serveHttp(t, (request, response) => {
    const headers = request.url === '/nowhere' ? {} : { location: 'http://169.254.169.254/' };
    response.writeHead(302, headers).end('moved');
  });
  const { door } = await openDoor(t, LOOPBACK);
  const off = await door.fetch(`http://127.0.0.1:${server.port}/`, { maxRedirects: 0 });
  assert.equal(off.status, 302);
  assert.equal(off.body.toString(), 'moved');
  assert.equal(off.hops[0]?.location, 'http://169.254.169.254/');
  assert.equal((await door.fetch(`http://127.0.0.1:${server.port}/nowhere`)).status, 302);
});

test('loops and long chains end', async (t) => {
  const server = await serveHttp(t, (_request, response) => response.writeHead(302, { location: '/' }).end());
  const { door } = await openDoor(t, LOOPBACK);
  const error = await refusal(door.fetch(`http://127.0.0.1:${server.port}/`, { maxRedirects: 3 }));
  assert.equal(error.reason, 'too_many_redirects');
  assert.equal(error.hops.length, 4);
  assert.equal(server.connections(), 4);
});

test('two Locations are none', async (t) => {
  const server = await serveTcp(t, (socket) => {
    socket.end('HTTP/1.1 302 Found\r\nlocation: /a\r\nlocation: /b\r\ncontent-length: 0\r\n\r\n');
  });
  const { door } = await openDoor(t, LOOPBACK);
  assert.equal((await refusal(door.fetch(`http://127.0.0.1:${server.port}/`))).reason, 'bad_response');
});

test('method and body change on redirects as the Fetch standard says', async (t) => {
  const seen: string[] = [];
  const server = await serveHttp(t, async (request, response) => {
    const { 'content-type': type = '-' } = request.headers;
    seen.push(`${request.method} ${type} ${await buffer(request)}`);
    if (request.url === '/end') return response.end();
    response.writeHead(Number(request.url?.slice(1)), { location: '/end' }).end();
  });
  const { door } = await openDoor(t, LOOPBACK);
  const after = async (method: 'POST' | 'PUT' | 'HEAD', status: number) => {
    const body = method === 'HEAD' ? {} : { body: 'hi' };
    const headers = { 'content-type': 'text/plain' };
    await door.fetch(`http://127.0.0.1:${server.port}/${status}`, { method, headers, ...body });
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

test('another origin sees no header that could be a secret, the same origin sees all', async (t) => {
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
  const { door } = await openDoor(t, LOOPBACK);
  const secrets = { Authorization: 'Bearer x', Cookie: 'a=b', 'X-Api-Key': 'k', 'X-Signature': 's' };
  const headers = { ...secrets, Accept: 'text/html', 'Accept-Language': 'nl' };
  await door.fetch(`http://127.0.0.1:${server.port}/same`, { headers });
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

test('a connection is used again for the same origin, and asked for again when the server has closed it', async (t) => {
  const server = await serveHttp(t, (request, response) => {
    response.end('ok');
    if (request.url === '/last') response.once('close', () => request.socket.destroy());
  });
  const { door } = await openDoor(t, LOOPBACK);
  const url = `http://127.0.0.1:${server.port}`;
  for (let i = 0; i < 3; i += 1) await door.fetch(`${url}/`);
  assert.equal(server.connections(), 1);
  await door.fetch(`${url}/last`);
  assert.equal((await door.fetch(`${url}/`)).status, 200);
  assert.equal(server.connections(), 2);
});

test('a waiting connection is left alone once its name has moved to another address', async (t) => {
  const one = await serveHttp(t, (_request, response) => response.end('one'), '127.0.0.1');
  await serveHttp(t, (_request, response) => response.end('two'), '127.0.0.2', one.port);
  const zone = { 'moving.test': [{ A: ['127.0.0.1'] }, { A: ['127.0.0.2'] }] };
  const { door } = await openDoor(t, { allow: ['127.0.0.0/30'], zone });
  assert.equal((await door.fetch(`http://moving.test:${one.port}/`)).body.toString(), 'one');
  assert.equal((await door.fetch(`http://moving.test:${one.port}/`)).body.toString(), 'two');
});

test('a POST never rides on a used connection, where it might have to be sent twice', async (t) => {
  const server = await serveHttp(t, (_request, response) => response.end('ok'));
  const { door } = await openDoor(t, LOOPBACK);
  const url = `http://127.0.0.1:${server.port}/`;
  await door.fetch(url);
  await door.fetch(url, { method: 'POST', body: 'x' });
  assert.equal(server.connections(), 2);
});

test('an address that does not answer gives way to the next', async (t) => {
  const server = await serveHttp(t, (_request, response) => response.end('ok'), '127.0.0.2');
  const zone = { 'both.test': { A: ['127.0.0.1', '127.0.0.2'] } };
  const { door } = await openDoor(t, { allow: ['127.0.0.1/32', '127.0.0.2/32'], zone });
  const answer = await door.fetch(`http://both.test:${server.port}/`);
  assert.equal(answer.address, '127.0.0.2');
  const error = await refusal(door.fetch(`http://127.0.0.1:${server.port}/`));
  assert.equal(error.reason, 'connect_failed');
  assert.match(error.message, /ECONNREFUSED/);
});

test('a name with a crowd of addresses does not make kith knock at every door', async (t) => {
  const gone = await serveHttp(t, () => {}, '127.0.0.2');
  const crowd = Array.from({ length: 20 }, (_, i) => `127.0.0.${i + 10}`);
  const { door } = await openDoor(t, { allow: ['127.0.0.0/24'], zone: { 'crowd.test': { A: crowd } } });
  const dials = countDials(t);
  assert.equal((await refusal(door.fetch(`http://crowd.test:${gone.port}/`))).reason, 'connect_failed');
  assert.equal(dials(), 6);
});

test('localhost is what it says when the operator opened it, without asking DNS', async (t) => {
  const server = await serveHttp(t, (_request, response) => response.end('ok'));
  const { door, dnsServer } = await openDoor(t, LOOPBACK);
  assert.equal((await door.fetch(`http://localhost:${server.port}/`)).address, '127.0.0.1');
  assert.equal((await door.fetch(`http://app.localhost:${server.port}/`)).address, '127.0.0.1');
  assert.equal(dnsServer.asked.length, 0);
});

test('a host gets six requests at once; the others wait their turn, and waiting counts', async (t) => {
  let open = 0;
  let most = 0;
  const waiting: (() => void)[] = [];
  const server = await serveHttp(t, (_request, response) => {
    open += 1;
    most = Math.max(most, open);
    waiting.push(() => {
      open -= 1;
      response.end('ok');
    });
  });
  const { door } = await openDoor(t, LOOPBACK);
  const url = `http://127.0.0.1:${server.port}/`;
  const late = Array.from({ length: 6 }, () => door.fetch(url));
  while (waiting.length < 6) await new Promise(setImmediate);
  assert.equal((await refusal(door.fetch(url, { timeoutMs: 50 }))).reason, 'timeout');
  const more = Array.from({ length: 6 }, () => door.fetch(url));
  const all = Promise.all([...late, ...more]);
  const pump = setInterval(() => waiting.shift()?.(), 1);
  await all.finally(() => clearInterval(pump));
  assert.equal(most, 6);
  assert.equal(server.connections(), 6);
});

test('a host that everybody wants at once is refused before the queue grows without end', async (t) => {
  const server = await serveHttp(t, () => {});
  const { door } = await openDoor(t, LOOPBACK);
  const calls = Array.from({ length: 80 }, () => refusal(door.fetch(`http://127.0.0.1:${server.port}/`)));
  const refused = await Promise.race(calls);
  assert.equal(refused.reason, 'overloaded');
  door.close();
  const reasons = (await Promise.all(calls)).map(({ reason }) => reason);
  assert.equal(reasons.filter((reason) => reason === 'overloaded').length, 10);
  assert.equal(reasons.filter((reason) => reason === 'aborted').length, 70);
});

test('the caller can call it off before and during', async (t) => {
  const server = await serveHttp(t, () => {});
  const { door } = await openDoor(t, LOOPBACK);
  const url = `http://127.0.0.1:${server.port}/`;
  assert.equal((await refusal(door.fetch(url, { signal: AbortSignal.abort() }))).reason, 'aborted');
  assert.equal(server.connections(), 0);
  const controller = new AbortController();
  const call = refusal(door.fetch(url, { signal: controller.signal }));
  while (server.connections() === 0) await new Promise(setImmediate);
  controller.abort();
  assert.equal((await call).reason, 'aborted');
});

test('a header that cannot be sent is a mistake of the calling code, not of the server', async (t) => {
  const server = await serveHttp(t, (_request, response) => response.end());
  const { door } = await openDoor(t, LOOPBACK);
  const call = door.fetch(`http://127.0.0.1:${server.port}/`, { headers: { 'x-split': 'a\r\nhost: evil' } });
  await assert.rejects(call, { code: 'UND_ERR_INVALID_ARG' });
});

test('closing the door leaves no connection behind', async (t) => {
  const closed: Promise<unknown>[] = [];
  const server = await serveHttp(t, (request, response) => {
    closed.push(once(request.socket, 'close'));
    response.end('ok');
  });
  const { door } = await openDoor(t, LOOPBACK);
  await door.fetch(`http://127.0.0.1:${server.port}/`);
  door.close();
  await Promise.all(closed);
});
