import { createHmac, hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, compress, isCompressible } from './compression.ts';
import { matchesEtag } from './conditional-requests.ts';
import type { BoundRoute } from './route.ts';

/**
 * HTTP conventions that are the same for all routes: an ETag and 304 for reads, `Prefer: return=minimal` for
 * writes, and compression of large responses. The ETag of a response with a secret is a keyed hash, which
 * reveals nothing in a log, and such a response is not compressed, because its length would leak.
 */
export function addResponseConventions(app: FastifyInstance, etagKey: Buffer): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return done(null, payload);
    const { route } = routeConfigOf(request);
    if (route && wantsMinimal(request, reply, route)) return done(null, removeContent(reply));
    const etag = computeEtag(request, reply, payload, route, etagKey);
    if (etag !== undefined && reply.statusCode === 200 && matchesEtag(request.headers, etag)) {
      reply.code(304).removeHeader('content-type').removeHeader('content-length');
      return done(null, null);
    }
    if (
      route?.secret ||
      !isCompressible(payload, reply.getHeader('content-type')) ||
      reply.hasHeader('content-encoding')
    )
      return done(null, payload);
    addVary(reply, 'accept-encoding');
    const coding = chooseEncoding(request.headers['accept-encoding']);
    if (!coding) return done(null, payload);
    compress(payload, coding, etag).then((body) => {
      reply.header('content-encoding', coding).removeHeader('content-length');
      // The same content in another encoding has the weak form of its ETag.
      if (etag !== undefined && !etag.startsWith('W/')) reply.header('etag', `W/${etag}`);
      done(null, body);
    }, done);
  });
}

/** The response's own ETag or, for reads, a hash of its content. */
function computeEtag(
  { method }: FastifyRequest,
  reply: FastifyReply,
  payload: string | Buffer,
  route: BoundRoute | undefined,
  key: Buffer,
): string | undefined {
  const own = reply.getHeader('etag');
  if (typeof own === 'string') return own;
  const isRead = (method === 'GET' || method === 'HEAD') && route?.effect === 'read';
  if (!isRead || reply.statusCode !== 200 || payload.length === 0) return undefined;
  const etag = `"${route?.secret ? keyedHash(payload, key) : hash('sha1', payload, 'base64url')}"`;
  reply.header('etag', etag);
  return etag;
}

const keyedHash = (payload: string | Buffer, key: Buffer): string =>
  createHmac('sha256', key).update(payload).digest('base64url').slice(0, 27);

/**
 * A write whose caller wants no representation back (RFC 7240). Protocols with their own body format are
 * exempt.
 */
function wantsMinimal({ method, headers }: FastifyRequest, reply: FastifyReply, route: BoundRoute): boolean {
  return (
    method !== 'GET' &&
    headers.prefer !== undefined &&
    /(?:^|[,;\s])return=minimal(?:$|[,;\s])/i.test(String(headers.prefer)) &&
    canBeMinimal(route) &&
    (reply.statusCode === 200 || reply.statusCode === 201)
  );
}

export const canBeMinimal = ({ method, stream, secret, area }: BoundRoute): boolean =>
  method !== 'GET' && !stream && !secret && area !== 'mcp';

function removeContent(reply: FastifyReply): null {
  if (reply.statusCode === 200) reply.code(204);
  reply
    .header('preference-applied', 'return=minimal')
    .removeHeader('content-type')
    .removeHeader('content-length');
  return null;
}

function addVary(reply: FastifyReply, name: string): void {
  const vary = String(reply.getHeader('vary') ?? '');
  if (vary.includes(name)) return;
  reply.header('vary', vary === '' ? name : `${vary}, ${name}`);
}

type RouteConfig = FastifyRequest['routeOptions']['config'];

declare module 'fastify' {
  interface FastifyRequest {
    routeConfig: RouteConfig | null;
  }
}

export function keepRouteConfigs(app: FastifyInstance): void {
  app.decorateRequest('routeConfig', null);
}

/** Cached per request, because the framework merges all options of the route on every access. */
export function routeConfigOf(request: FastifyRequest): RouteConfig {
  request.routeConfig ??= request.routeOptions.config;
  return request.routeConfig;
}

/** Headers of a deprecated route: since when, until when, and its replacement. */
export function deprecationHeaders({
  since,
  sunset,
  instead,
}: NonNullable<BoundRoute['deprecated']>): Record<string, string> {
  return {
    deprecation: `@${Math.floor(Date.parse(since) / 1_000)}`,
    sunset: new Date(sunset).toUTCString(),
    link: `<${instead}>; rel="successor-version"`,
  };
}
