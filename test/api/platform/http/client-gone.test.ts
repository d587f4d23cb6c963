import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { disconnectSignal } from '../../../../src/platform/http/incoming-request.ts';
import { sharedApp } from '../../../harness/shared-app.ts';

test('a client that left before anybody checked is noticed', async (t) => {
  const server = createServer();
  t.after(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const requested = once(server, 'request');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () =>
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'),
  );
  const [, response] = (await requested) as [unknown, ServerResponse];
  const closed = once(response, 'close');
  assert.equal(disconnectSignal(response).aborted, false);
  socket.destroy();
  await closed;
  assert.equal(disconnectSignal(response).aborted, true);
});

test('a refused WebSocket upgrade closes its socket, even if the client keeps its side open', async (t) => {
  const { city } = await sharedApp();
  const { hostname, port } = new URL(city.url);
  const sockets = Array.from({ length: 20 }, () => {
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () =>
      socket.write(
        'GET /api/me HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      ),
    );
    let answered = '';
    socket.on('data', (chunk) => {
      answered += chunk;
    });
    // After the server destroys its side, a write is answered with a reset.
    const reset = new Promise<string>((resolve) => {
      const probe = setInterval(() => socket.write('x'), 50);
      socket.on('error', () => {
        clearInterval(probe);
        resolve(answered);
      });
    });
    t.after(() => socket.destroy());
    return reset;
  });
  for (const answered of await Promise.all(sockets)) assert.match(answered, /^HTTP\/1.1 401 /);
});
