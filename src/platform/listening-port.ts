import type { Server } from 'node:net';

/** The port of a server that listens on one, which differs from the requested one if that was 0. */
export function listeningPort(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('the server does not listen on a port');
  return address.port;
}
