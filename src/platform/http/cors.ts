import type { FastifyInstance } from 'fastify';
import type { PathIndex } from './paths.ts';

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const requestHeaders =
  'authorization, content-type, idempotency-key, x-ally-key, payment-signature, prefer, if-match, if-none-match, traceparent, a2a-version, mcp-protocol-version, mcp-method, mcp-name, x-llm-provider, x-llm-model, x-llm-key, x-llm-base-url';
const keptS = '86400';

/**
 * Anyone's page may call: keys come in headers only, so a browser gives nobody anything by itself. The same for every
 * route, so what is sent are constants. An OPTIONS that is not a preflight is answered like one: it asks the same question.
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
      .header('access-control-max-age', keptS)
      // Some browsers wait for a body where its length is not said.
      .header('content-length', '0')
      .send();
  });
  // Never reached: it makes the router let OPTIONS of any path in, as far as the hook.
  app.options('*', (_request, reply) => reply.send());
}
