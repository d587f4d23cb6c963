import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { serveHttp } from '../../../counterparts/servers.ts';
import { countDials, LOOPBACK, openOutbound, refusal } from './outbound-fixture.ts';

test('a connection is reused for the same origin, and replaced when the server closed it', async (t) => {
  const server = await serveHttp(t, (request, response) => {
    response.end('ok');
    if (request.url === '/last') response.once('close', () => request.socket.destroy());
  });
  const { outbound } = await openOutbound(t, LOOPBACK);
  const url = `http://127.0.0.1:${server.port}`;
  for (let i = 0; i < 3; i += 1) await outbound.fetch(`${url}/`);
  assert.equal(server.connections(), 1);
  await outbound.fetch(`${url}/last`);
  assert.equal((await outbound.fetch(`${url}/`)).status, 200);
  assert.equal(server.connections(), 2);
});

test('an idle connection is not reused once its name has moved to another address', async (t) => {
  const one = await serveHttp(t, (_request, response) => response.end('one'), '127.0.0.1');
  await serveHttp(t, (_request, response) => response.end('two'), '127.0.0.2', one.port);
  const zone = { 'moving.test': [{ A: ['127.0.0.1'] }, { A: ['127.0.0.2'] }] };
  const { outbound } = await openOutbound(t, { allow: ['127.0.0.0/30'], zone });
  assert.equal((await outbound.fetch(`http://moving.test:${one.port}/`)).body.toString(), 'one');
  assert.equal((await outbound.fetch(`http://moving.test:${one.port}/`)).body.toString(), 'two');
});

test('a POST never uses an idle connection, where it might have to be sent twice', async (t) => {
  const server = await serveHttp(t, (_request, response) => response.end('ok'));
  const { outbound } = await openOutbound(t, LOOPBACK);
  const url = `http://127.0.0.1:${server.port}/`;
  await outbound.fetch(url);
  await outbound.fetch(url, { method: 'POST', body: 'x' });
  assert.equal(server.connections(), 2);
});

test('an address that does not respond is followed by the next one', async (t) => {
  const server = await serveHttp(t, (_request, response) => response.end('ok'), '127.0.0.2');
  const zone = { 'both.test': { A: ['127.0.0.1', '127.0.0.2'] } };
  const { outbound } = await openOutbound(t, { allow: ['127.0.0.1/32', '127.0.0.2/32'], zone });
  const answer = await outbound.fetch(`http://both.test:${server.port}/`);
  assert.equal(answer.address, '127.0.0.2');
  const error = await refusal(outbound.fetch(`http://127.0.0.1:${server.port}/`));
  assert.equal(error.reason, 'connect_failed');
  assert.match(error.message, /ECONNREFUSED/);
});

test('of a name with many addresses only a few are tried', async (t) => {
  const gone = await serveHttp(t, () => {}, '127.0.0.2');
  const crowd = Array.from({ length: 20 }, (_, i) => `127.0.0.${i + 10}`);
  const { outbound } = await openOutbound(t, {
    allow: ['127.0.0.0/24'],
    zone: { 'crowd.test': { A: crowd } },
  });
  const dials = countDials(t);
  assert.equal((await refusal(outbound.fetch(`http://crowd.test:${gone.port}/`))).reason, 'connect_failed');
  assert.equal(dials(), 6);
});

test('localhost needs no DNS when the operator allows it', async (t) => {
  const server = await serveHttp(t, (_request, response) => response.end('ok'));
  const { outbound, dnsServer } = await openOutbound(t, LOOPBACK);
  assert.equal((await outbound.fetch(`http://localhost:${server.port}/`)).address, '127.0.0.1');
  assert.equal((await outbound.fetch(`http://app.localhost:${server.port}/`)).address, '127.0.0.1');
  assert.equal(dnsServer.asked.length, 0);
});

test('a host gets six concurrent requests; the others wait, and the wait is not blamed on the host', async (t) => {
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
  const { outbound } = await openOutbound(t, LOOPBACK);
  const url = `http://127.0.0.1:${server.port}/`;
  const late = Array.from({ length: 6 }, () => outbound.fetch(url));
  while (waiting.length < 6) await new Promise(setImmediate);
  assert.equal((await refusal(outbound.fetch(url, { timeoutMs: 50 }))).reason, 'overloaded');
  const more = Array.from({ length: 6 }, () => outbound.fetch(url));
  const all = Promise.all([...late, ...more]);
  const pump = setInterval(() => waiting.shift()?.(), 1);
  await all.finally(() => clearInterval(pump));
  assert.equal(most, 6);
  assert.equal(server.connections(), 6);
});

test('requests to an overloaded host are refused before the queue grows without bound', async (t) => {
  const server = await serveHttp(t, () => {});
  const { outbound } = await openOutbound(t, LOOPBACK);
  const calls = Array.from({ length: 80 }, () => refusal(outbound.fetch(`http://127.0.0.1:${server.port}/`)));
  const refused = await Promise.race(calls);
  assert.equal(refused.reason, 'overloaded');
  outbound.close();
  const reasons = (await Promise.all(calls)).map(({ reason }) => reason);
  assert.equal(reasons.filter((reason) => reason === 'overloaded').length, 10);
  assert.equal(reasons.filter((reason) => reason === 'aborted').length, 70);
});

test('closing leaves no connection behind', async (t) => {
  const closed: Promise<unknown>[] = [];
  const server = await serveHttp(t, (request, response) => {
    closed.push(once(request.socket, 'close'));
    response.end('ok');
  });
  const { outbound } = await openOutbound(t, LOOPBACK);
  await outbound.fetch(`http://127.0.0.1:${server.port}/`);
  outbound.close();
  await Promise.all(closed);
});
