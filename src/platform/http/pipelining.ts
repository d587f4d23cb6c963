import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that may be unanswered; the parser starts all that arrived in one piece. */
const maxUnanswered = 16;

/**
 * Closes a connection that sends further requests without waiting for its responses: a thousand of them fit into one
 * packet and would be handled in one piece, behind which all other calls wait.
 */
export function limitPipelining(server: Server): void {
  const unanswered = new WeakMap<Socket, number>();
  const handlers = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const before = unanswered.get(socket) ?? 0;
    if (before >= maxUnanswered) return void socket.destroy();
    unanswered.set(socket, before + 1);
    response.once('close', () => void unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    for (const handle of handlers) handle.call(server, request, response);
  });
}
