import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { sharedApp } from '../../../harness/shared-app.ts';

/** Sends raw bytes and returns everything received. */
function exchange(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let answered = '';
    socket.on('data', (chunk) => {
      answered += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answered));
  });
}

test('a request that is not HTTP still gets an error in the usual form', async () => {
  const { city } = await sharedApp();
  const big = 'x'.repeat(40_000);
  for (const [bytes, status] of [
    ['hello\r\n\r\n', 400],
    ['GET /healthz HTTP/1.1\r\nhost: localhost\r\ncontent-length: minus\r\n\r\n', 400],
    [`GET /healthz HTTP/1.1\r\nhost: localhost\r\nx-big: ${big}\r\n\r\n`, 431],
    [
      'POST /api/register HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
      400,
    ],
  ] as const) {
    const answered = await exchange(city.url, bytes);
    const [head = '', body = ''] = answered.split('\r\n\r\n');
    assert.match(head, new RegExp(`^HTTP/1.1 ${status} `));
    assert.match(head, /\r\nx-error-code: [a-z_]+/i);
    assert.match(head, /\r\nx-request-id: [0-9a-f]{12}-/i);
    const { error, hint, ...more } = JSON.parse(body);
    assert.ok(error && hint);
    assert.deepEqual(more, {});
  }
  assert.equal((await city.get('/healthz')).status, 200);
});
