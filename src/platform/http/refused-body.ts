import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** What is read on of one refused body, and for how long. */
const maxBytes = 33_554_432;
const maxMs = 15_000;
const checkMs = 100;

/**
 * Reads on what is left of a refused body and throws it away. A connection that is closed under a sender is reset,
 * and many clients then report the reset instead of the response.
 */
export function readOnRefusedBodies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { raw } = request;
    const { socket } = raw;
    // A call inside of the process has no connection.
    if (reply.statusCode < 400 || raw.complete || !(socket instanceof Socket)) return done();
    reply.removeHeader('connection');
    reply.raw.once('finish', () => readOn(raw, socket));
    done();
  });
}

function readOn(request: IncomingMessage, socket: Socket): void {
  const limit = socket.bytesRead + maxBytes;
  const endsAt = performance.now() + maxMs;
  request.resume();
  const timer = setInterval(() => {
    const isOver = socket.bytesRead > limit || performance.now() > endsAt;
    if (isOver && !request.complete) socket.destroy();
    if (request.complete || socket.destroyed) clearInterval(timer);
  }, checkMs).unref();
}
