import type { FastifyInstance } from 'fastify';
import type { PathIndex } from './paths.ts';

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const requestHeaders =
  'authorization, content-type, idempotency-key, x-ally-key, payment-signature, prefer, if-match, if-none-match, traceparent, a2a-version, mcp-protocol-version, mcp-method, mcp-name, x-llm-provider, x-llm-model, x-llm-key, x-llm-base-url';
const preflightMaxAgeS = '86400';

/**
 * Any page may call: keys are sent in headers only, so a browser adds no credentials by itself. It is the
 * same for every route, so the headers are constants. An OPTIONS that is not a preflight is answered like
 * one.
 */
export function allowAnyOrigin(app: FastifyInstance, index: PathIndex): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', '*');
    if (request.method !== 'OPTIONS') return done();
    const allowed = index.methodsAt(request.url.split('?', 1)[0] ?? '/');
    if (allowed.length > 0) reply.header('allow', [...allowed, 'OPTIONS'].join(', '));
    void reply
      .code(204)
      .header('access-control-allow-methods', methods)
      .header('access-control-allow-headers', requestHeaders)
      .header('access-control-max-age', preflightMaxAgeS)
      // Some browsers wait for a body if there is no content-length.
      .header('content-length', '0')
      .send();
  });
  // Never reached: it makes the router pass OPTIONS for any path to the hook.
  app.options('*', (_request, reply) => reply.send());
}
