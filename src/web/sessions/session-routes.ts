import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asRecord } from '../../platform/decode.ts';
import { errors, invalidField } from '../../platform/http/errors.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { idleMs, type WebSessions } from './sessions.ts';

/** Path of the session, and the only path that its cookie is sent to. */
const sessionPath = '/session';
/** API calls below this path use the key of the session. */
const sessionCallPath = `${sessionPath}/as`;
const isSessionCall = (url: string): boolean => url.startsWith('/session/as/');

const sessionErrors = {
  signedOut: errorKind('signed_out', 401, 'The page is not signed in, or its session has ended.'),
  foreignPage: errorKind('foreign_page', 403, 'Sessions are for the pages of this service only.'),
};

/** The owner of a key, as displayed on the pages. */
export interface KeyOwner {
  readonly subject: string;
  readonly kind: string;
  readonly screenName: string;
}

interface SessionRouteDependencies {
  readonly sessions: WebSessions;
  readonly service: 'city' | 'utility';
  /** Looks up the key in the database; throws a Refusal if it is wrong, revoked or banned. */
  readonly ownerOf: (headers: Record<string, string>, network: string) => Promise<KeyOwner | undefined>;
  /** Public URL: the cookie of an https service is marked Secure. */
  readonly baseUrl: () => string;
}

/** `/session/as/api/me` is served as `/api/me`; the hook below adds the session's key to its headers. */
export function withoutSessionPath(url: string): string {
  return isSessionCall(url) ? url.slice(sessionCallPath.length) : url;
}

/** The header for a key: city keys and ally keys use different ones. */
const keyHeaders = (key: string): Record<string, string> =>
  key.startsWith('kith_sk_') ? { authorization: `Bearer ${key}` } : { 'x-ally-key': key };

export function serveSessions(app: FastifyInstance, deps: SessionRouteDependencies): void {
  const { sessions } = deps;

  const useSession = async (request: FastifyRequest, reply: FastifyReply) => {
    refuseForeignPage(request);
    reply.header('cache-control', 'no-store');
    const { key } = await openSession(request, reply, deps);
    // The caller is the signed-in person, whatever other credentials were sent.
    const { headers } = request.raw;
    delete headers.authorization;
    delete headers['x-ally-key'];
    delete headers.cookie;
    Object.assign(headers, keyHeaders(key));
  };
  app.addHook('onRequest', (request, reply, done) => {
    if (!isSessionCall(request.originalUrl)) return done();
    useSession(request, reply).then(() => done(), done);
  });

  app.post(sessionPath, async (request, reply) => {
    refuseForeignPage(request);
    reply.header('cache-control', 'no-store');
    const { key } = asRecord(request.body);
    if (typeof key !== 'string' || key === '')
      throw invalidField('key is missing', 'Paste the key that you got when you registered.');
    const owner = await deps.ownerOf(keyHeaders(key.trim()), request.ip);
    if (!owner)
      throw new Refusal(errors.badKey, 'this key is not known here', 'Check it for a missing character.');
    const before = readToken(request, deps);
    if (before) await sessions.end(before);
    setCookie(reply, deps, await sessions.open(key.trim(), owner.subject));
    return reply.code(201).send(presentOwner(owner));
  });

  app.get(sessionPath, async (request, reply) => {
    refuseForeignPage(request);
    reply.header('cache-control', 'no-store');
    const { key, token } = await openSession(request, reply, deps);
    const owner = await deps.ownerOf(keyHeaders(key), request.ip).catch(async (error: unknown) => {
      if (error instanceof Refusal && [401, 403].includes(error.kind.status)) {
        await sessions.end(token);
        clearCookie(reply, deps);
      }
      throw error;
    });
    return owner && presentOwner(owner);
  });

  app.delete(sessionPath, async (request, reply) => {
    refuseForeignPage(request);
    const token = readToken(request, deps);
    if (token) await sessions.end(token);
    clearCookie(reply, deps);
    return reply.code(204).send();
  });
}

const presentOwner = ({ screenName, kind }: KeyOwner) => ({ name: screenName, kind });

async function openSession(request: FastifyRequest, reply: FastifyReply, deps: SessionRouteDependencies) {
  const token = readToken(request, deps);
  const found = token ? await deps.sessions.findKey(token) : undefined;
  if (!token || !found)
    throw new Refusal(sessionErrors.signedOut, 'you are signed out', 'Sign in again with your key.');
  if (found.renewed) setCookie(reply, deps, token);
  return { token, key: found.key };
}

/**
 * A foreign page cannot send `x-kith-page` without a preflight, which is refused, and the browser's own
 * origin headers must agree. SameSite=Strict applies too, but not between ports of one host.
 */
function refuseForeignPage({ headers, host }: FastifyRequest): void {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  const isOwn =
    headers['x-kith-page'] === '1' &&
    (site === undefined || site === 'same-origin') &&
    (origin === undefined || (URL.canParse(origin) && new URL(origin).host === host));
  if (!isOwn)
    throw new Refusal(
      sessionErrors.foreignPage,
      'a session is used by the pages of this service only',
      'Programs send their key in a header instead: see /docs.',
    );
}

const cookieName = ({ service }: SessionRouteDependencies): string => `kith_${service}_session`;

/** Cookies ignore ports: the two services on one host use different cookie names. */
function readToken({ headers }: FastifyRequest, deps: SessionRouteDependencies): string | undefined {
  const wanted = `${cookieName(deps)}=`;
  return (headers.cookie ?? '')
    .split(/;\s*/)
    .find((each) => each.startsWith(wanted))
    ?.slice(wanted.length);
}

function setCookie(
  reply: FastifyReply,
  deps: SessionRouteDependencies,
  token: string,
  seconds = idleMs / 1_000,
) {
  const secure = deps.baseUrl().startsWith('https:') ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${cookieName(deps)}=${token}; Path=${sessionPath}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
  );
}

const clearCookie = (reply: FastifyReply, deps: SessionRouteDependencies): void =>
  setCookie(reply, deps, '', 0);
