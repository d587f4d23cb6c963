import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { test } from 'node:test';
import { fillLedger } from '../../../fixtures/ledger/long-ledger.ts';
import { startApp } from '../../../harness/app.ts';
import { assertRefused } from '../../../harness/refused.ts';

const perNetwork = 32;

test('stalled readers are limited per network, and are disconnected', async (t) => {
  const { city, database } = await startApp(t, { env: { KITH_TRUST_PROXY: '127.0.0.1' } });
  // More than the sockets between a server and a stalled reader can buffer.
  await fillLedger(database, 45_000, []);
  const { hostname, port } = new URL(city.url);
  const sockets: net.Socket[] = [];
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  /** Reads the head of the response, and nothing after it. */
  const stall = async (network: string): Promise<net.Socket> => {
    const socket = net.connect(Number(port), hostname);
    sockets.push(socket);
    socket.on('error', () => {});
    socket.write(`GET /api/ledger/export HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${network}\r\n\r\n`);
    const [head] = await once(socket, 'data');
    socket.pause();
    assert.match(String(head), /^HTTP\/1\.1 200 /);
    return socket;
  };
  const stalled = await Promise.all(Array.from({ length: perNetwork }, () => stall('203.0.113.5')));
  const from = (network: string) => ({ headers: { 'x-forwarded-for': network } });
  assertRefused(await city.get('/api/ledger/export', from('203.0.113.5')), 429, 'over_limit');
  assert.equal(
    (await city.get('/api/ledger?limit=1', from('203.0.113.5'))).status,
    200,
    'other calls still work',
  );
  const whole = await city.get('/api/ledger/export', from('203.0.113.6'));
  assert.equal(whole.text.trim().split('\n').length, 45_000, 'another network reads all of it');
  // The server ends them; only then are slots free again.
  let again = await city.get('/api/ledger/export', from('203.0.113.5'));
  while (again.status === 429) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    again = await city.get('/api/ledger/export', from('203.0.113.5'));
  }
  assert.equal(again.status, 200);
  for (const socket of stalled) {
    let taken = 0;
    socket.on('data', (chunk) => {
      taken += chunk.length;
    });
    await Promise.all([socket.closed || once(socket, 'close'), socket.resume()]);
    assert.ok(taken < whole.text.length, 'it was cut off before its end');
  }
});
