import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { ServerResponse } from '../node-http.ts';
import { errors, invalidField } from './errors.ts';
import { errorKind, Refusal } from './refusal.ts';

/** Maximum size of a client's frame: these sockets are for listening. */
const maxFrameBytes = 4_096;
const goingAway = 1001;
/** How long clients may take to close when the server stops. */
const closeTimeoutMs = 1_000;
/** How long a refused client may keep its connection open. */
const lingerMs = 2_000;

export const upgradeNeeded = errorKind(
  'upgrade_required',
  426,
  'This address accepts only WebSocket connections.',
);

/** A response that turns the request into a WebSocket. Until then, the request is refused like any other. */
export class Upgrade {
  readonly take: (socket: WebSocket) => void;

  constructor(take: (socket: WebSocket) => void) {
    this.take = take;
  }
}

/** Whether a request asks for a WebSocket; any other kind of upgrade is ignored, as HTTP allows. */
export const asksForWebSocket = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';

interface PendingUpgrade {
  accept(): WebSocket;
}
const pendingUpgrades = new WeakMap<IncomingMessage, PendingUpgrade>();

/**
 * Sends upgrade requests through the same routes, checks and refusals as all others; a route that returns an
 * `Upgrade` takes over the socket. When the server stops, sockets are closed with a reason, then destroyed.
 */
export function handleUpgrades(app: FastifyInstance): void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxFrameBytes,
    perMessageDeflate: false,
  });
  let closing = false;

  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // The HTTP server has released the socket: without a listener a reset by the peer would crash the
    // process.
    socket.on('error', () => socket.destroy());
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket as never);
    response.on('finish', () => closeSoon(socket));
    pendingUpgrades.set(request, {
      accept: () => {
        if (closing) throw shuttingDown();
        const accepted = upgradeSocket(sockets, request, socket, head);
        response.detachSocket(socket as never);
        return accepted;
      },
    });
    app.routing(request, response);
  });

  app.addHook('preClose', async () => {
    closing = true;
    await closeClients(sockets.clients);
  });
}

/** Gives the refusal time to arrive; a client that keeps its side open must not hold the socket. */
function closeSoon(socket: Duplex): void {
  socket.end();
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
}

/** Passes the socket to the route's handler, or returns why that failed. */
export function performUpgrade(answer: Upgrade, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const pending = pendingUpgrades.get(request.raw);
  if (!pending) {
    throw new Refusal(
      upgradeNeeded,
      'this address accepts only WebSocket connections',
      `Open it with a WebSocket client: new WebSocket('${request.protocol === 'https' ? 'wss' : 'ws'}://${request.host}${request.url}')`,
      { upgrade: 'websocket', connection: 'Upgrade' },
    );
  }
  const socket = pending.accept();
  reply.hijack();
  // A client's protocol error (an oversized frame, a reset) ends its socket, which the handler sees as a
  // close.
  socket.on('error', () => {});
  answer.take(socket);
  return reply;
}

/** The library rejects or accepts synchronously, so the fault can be reported in our own format. */
function upgradeSocket(
  sockets: WebSocketServer,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): WebSocket {
  let accepted: WebSocket | undefined;
  let fault = 'the connection is gone';
  const onFault = (error: Error) => {
    fault = error.message;
  };
  sockets.on('wsClientError', onFault);
  sockets.handleUpgrade(request, socket, head, (each) => {
    accepted = each;
  });
  sockets.off('wsClientError', onFault);
  if (!accepted) throw invalidField(`no WebSocket: ${fault}`, 'Open it with a WebSocket client (RFC 6455).');
  return accepted;
}

async function closeClients(clients: ReadonlySet<WebSocket>): Promise<void> {
  if (clients.size === 0) return;
  const closed = [...clients].map((client) => new Promise((resolve) => client.once('close', resolve)));
  for (const client of clients) client.close(goingAway, 'the server is restarting; connect again');
  const stop = new AbortController();
  const timeout = sleep(closeTimeoutMs, undefined, { signal: stop.signal }).catch(() => {});
  await Promise.race([Promise.all(closed), timeout]);
  stop.abort();
  for (const client of clients) client.terminate();
}

const shuttingDown = (): Refusal =>
  new Refusal(errors.shuttingDown, 'this server is shutting down', 'Retry in a few seconds.', {
    'retry-after': '3',
  });
