import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { IncomingRequest } from './incoming-request.ts';
import type { BoundRoute } from './route.ts';

/** Headers that indicate a real call, which gets an error about its input. */
const callerHeaders = ['authorization', 'x-ally-key', 'payment-signature', 'x-payment'];

/**
 * Crawlers of paid APIs send a request without any input and list only what responds with 402. They get it
 * before validation, which would report missing fields.
 */
export function probeHooks({
  unpaid,
  method,
}: BoundRoute): Pick<RouteOptions, 'onRequest' | 'preValidation'> {
  if (!unpaid) return {};
  const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
    throw await unpaid(new IncomingRequest(request, reply));
  };
  return {
    onRequest: async (request, reply) => {
      if (isAnonymous(request) && hasNoInput(request)) await refuse(request, reply);
    },
    ...(method !== 'GET' && {
      preValidation: async (request: FastifyRequest, reply: FastifyReply) => {
        if (isAnonymous(request) && isEmpty(request.body)) await refuse(request, reply);
      },
    }),
  };
}

const isAnonymous = ({ headers }: FastifyRequest): boolean =>
  callerHeaders.every((name) => headers[name] === undefined);

function hasNoInput({ method, url, headers }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD') return !url.includes('?');
  return (headers['content-length'] ?? '0') === '0' && headers['transfer-encoding'] === undefined;
}

const isEmpty = (body: unknown): boolean =>
  body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0);

/** Some crawlers only send GET: a path that is bought by POST shows them its price too. */
export function routeProbedByGet(
  request: FastifyRequest,
  routes: readonly BoundRoute[],
): BoundRoute | undefined {
  if (request.method !== 'GET' || request.url.includes('?') || !isAnonymous(request)) return undefined;
  return routes.find(({ unpaid, path }) => unpaid !== undefined && path === request.url);
}
