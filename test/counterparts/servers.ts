import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import type { SecureContextOptions } from 'node:tls';
import type { Certificate } from './certificate.ts';

export interface Counterpart {
  readonly port: number;
  /** Connections accepted so far. */
  readonly connections: () => number;
}

export function serveHttp(t: TestContext, listener: RequestListener, host = '127.0.0.1', port = 0) {
  return listen(t, createServer(listener), host, port);
}

export function serveHttps(
  t: TestContext,
  certificate: Certificate & Pick<SecureContextOptions, 'minVersion' | 'maxVersion' | 'ciphers'>,
  listener: RequestListener,
  host = '127.0.0.1',
  port = 0,
) {
  return listen(t, createSecureServer(certificate, listener), host, port);
}

/** For responses that no HTTP library would send. */
export function serveTcp(t: TestContext, listener: (socket: Socket) => void, host = '127.0.0.1', port = 0) {
  return listen(t, createTcpServer(listener), host, port);
}

async function listen(t: TestContext, server: Server, host: string, port: number): Promise<Counterpart> {
  let accepted = 0;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(port, host);
  await once(server, 'listening');
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return { port: (server.address() as AddressInfo).port, connections: () => accepted };
}
