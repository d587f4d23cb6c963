import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from '../../platform/http/errors.ts';
import { toNetwork } from '../../platform/http/incoming-request.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { defaultScopes, resourceMetadata, resourceMetadataPath, signedInMcpPath } from './metadata.ts';

interface ProtectedMcpDependencies {
  readonly service: 'city' | 'utility';
  readonly urls: Readonly<Record<'city' | 'utility', string>>;
  readonly ownerOf: (headers: Record<string, string>, network: string) => Promise<unknown>;
}

/** `/mcp/me` is served as `/mcp`; the hook below requires a key first. */
export const withoutSignedInPath = (url: string): string =>
  isSignedIn(url) ? `/mcp${url.slice(signedInMcpPath.length)}` : url;

const isSignedIn = (url: string): boolean =>
  url.startsWith(signedInMcpPath) && url.split('?', 1)[0]?.replace(/\/$/, '') === signedInMcpPath;

/** MCP for clients that sign in: the metadata (RFC 9728), and the 401 that points to it. */
export function serveProtectedMcp(
  app: FastifyInstance,
  { service, urls, ownerOf }: ProtectedMcpDependencies,
): void {
  for (const path of ['', '/mcp', signedInMcpPath])
    app.get(`${resourceMetadataPath}${path}`, async (_request, reply: FastifyReply) => {
      const resource = `${urls[service]}${path === '' ? '/mcp' : path}`;
      return reply.header('cache-control', 'public, max-age=300').send(resourceMetadata(resource, urls.city));
    });

  const requireKey = async (request: FastifyRequest) => {
    const metadata = `resource_metadata="${urls[service]}${resourceMetadataPath}${signedInMcpPath}", scope="${defaultScopes.join(' ')}"`;
    const { authorization, 'x-ally-key': allyKey } = request.headers;
    const sent = {
      ...(authorization !== undefined && { authorization }),
      ...(allyKey !== undefined && { 'x-ally-key': String(allyKey) }),
    };
    const owner = await ownerOf(sent, toNetwork(request.ip)).catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.kind.status !== 401) throw error;
      throw new Refusal(error.kind, error.message, error.hint, {
        'www-authenticate': `Bearer error="invalid_token", ${metadata}`,
      });
    });
    if (owner === undefined)
      throw new Refusal(errors.noKey, 'this MCP endpoint needs a sign-in', signInHint, {
        'www-authenticate': `Bearer ${metadata}`,
      });
  };
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.method !== 'POST' || !isSignedIn(request.originalUrl)) return done();
    requireKey(request).then(() => done(), done);
  });
}

const signInHint =
  'Clients that support OAuth sign in by themselves; others send "Authorization: Bearer kith_sk_…", or use /mcp, which also serves callers without a key.';
