import assert from 'node:assert/strict';
import net from 'node:net';
import { test } from 'node:test';
import { startApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { assertRefused } from '../../../harness/refused.ts';

const most = 500;

test('waiting calls are limited per network, and other networks wait undisturbed', async (t) => {
  const { city } = await startApp(t, { env: { KITH_TRUST_PROXY: '127.0.0.1' } });
  const { api_key: key } = await register(city, 'Ada');
  const { hostname, port } = new URL(city.url);
  const from = (network: string) => ({ headers: { 'x-forwarded-for': network } });
  const ask = (socket: net.Socket, path: string) =>
    socket.write(
      `GET ${path} HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: 203.0.113.5\r\nauthorization: Bearer ${key}\r\n\r\n`,
    );
  // Nobody vouches here; that the key is used from a new network is an event too.
  const paths = ['/api/rooms/lobby/messages?since_id=0&wait=25', '/api/events?since_id=0&kind=vouch&wait=25'];
  const sockets = Array.from({ length: most }, () => net.connect(Number(port), hostname));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (const [i, socket] of sockets.entries()) {
    socket.on('error', () => {});
    ask(socket, paths[i % paths.length] ?? '');
  }
  // The attacker's next call is refused once all others wait.
  const hostile = () => city.get('/api/rooms/lobby/messages?since_id=0&wait=0.01', from('203.0.113.5'));
  let refused = await hostile();
  while (refused.status !== 429) refused = await hostile();
  assertRefused(refused, 429, 'over_limit');
  for (const path of ['/api/events?since_id=0&kind=vouch&wait=0.01', '/api/dms?with=Ada&wait=0.01'])
    assertRefused(await city.get(path, { key, ...from('203.0.113.5') }), 429, 'over_limit');
  const plain = await city.get('/api/rooms/lobby/messages', from('203.0.113.5'));
  assert.equal(plain.status, 200, 'reads without waiting still work');
  const other = await city.get('/api/rooms/lobby/messages?since_id=0&wait=0.01', from('203.0.113.6'));
  assert.equal(other.status, 200);
  for (const socket of sockets) socket.destroy();
  let again = await hostile();
  while (again.status === 429) again = await hostile();
  assert.equal(again.status, 200, 'ended waits are no longer counted');
});
