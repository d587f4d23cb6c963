import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asRecord } from '../../platform/decode.ts';
import { errors, invalidField } from '../../platform/http/errors.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { idleMs, type WebSessions } from './sessions.ts';

/** Path of the session for scripts. */
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

export interface SessionDependencies {
  readonly sessions: WebSessions;
  readonly service: 'city' | 'utility';
  /** Looks up the key in the database; throws a Refusal if it is wrong, revoked or banned. */
  readonly ownerOf: (headers: Record<string, string>, network: string) => Promise<KeyOwner | undefined>;
  /** Public URL: the cookie of an https service is marked Secure. */
  readonly baseUrl: () => string;
}

/** A signed-in person, with the headers that act for them. */
export interface SignedIn {
  readonly name: string;
  readonly kind: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** `/session/as/api/me` is served as `/api/me`; the hook below adds the session's key to its headers. */
export function withoutSessionPath(url: string): string {
  return isSessionCall(url) ? url.slice(sessionCallPath.length) : url;
}

/** The header for a key: city keys and ally keys use different ones. */
const keyHeaders = (key: string): Record<string, string> =>
  key.startsWith('kith_sk_') ? { authorization: `Bearer ${key}` } : { 'x-ally-key': key };

export function serveSessions(app: FastifyInstance, deps: SessionDependencies): void {
  const useSession = async (request: FastifyRequest, reply: FastifyReply) => {
    refuseForeignScript(request);
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
    refuseForeignScript(request);
    reply.header('cache-control', 'no-store');
    const { key } = asRecord(request.body);
    const owner = await signIn(request, reply, deps, typeof key === 'string' ? key : '');
    return reply.code(201).send(presentOwner(owner));
  });

  app.get(sessionPath, async (request, reply) => {
    refuseForeignScript(request);
    reply.header('cache-control', 'no-store');
    return presentOwner(await findOwner(request, reply, deps));
  });

  app.delete(sessionPath, async (request, reply) => {
    refuseForeignScript(request);
    await signOut(request, reply, deps);
    return reply.code(204).send();
  });
}

/** Opens a session with this key in place of the browser's last one. */
export async function signIn(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: SessionDependencies,
  sent: string,
): Promise<KeyOwner> {
  const key = sent.trim();
  if (key === '') throw invalidField('key is missing', 'Paste the key that you got when you registered.');
  const owner = await deps.ownerOf(keyHeaders(key), request.ip);
  if (!owner)
    throw new Refusal(errors.badKey, 'this key is not known here', 'Check it for a missing character.');
  const before = readToken(request, deps);
  if (before) await deps.sessions.end(before);
  setCookie(reply, deps, await deps.sessions.open(key, owner.subject));
  return owner;
}

export async function signOut(request: FastifyRequest, reply: FastifyReply, deps: SessionDependencies) {
  const token = readToken(request, deps);
  if (token) await deps.sessions.end(token);
  clearCookie(reply, deps);
}

/** The reader of a page; undefined if nobody is signed in, or no longer may be. */
export async function findSignedIn(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: SessionDependencies,
): Promise<SignedIn | undefined> {
  if (readToken(request, deps) === undefined) return undefined;
  try {
    const owner = await findOwner(request, reply, deps);
    return { ...presentOwner(owner), headers: owner.headers };
  } catch (error) {
    if (error instanceof Refusal && error.kind.status < 500) return undefined;
    throw error;
  }
}

const presentOwner = ({ screenName, kind }: KeyOwner) => ({ name: screenName, kind });

/** Ends the session if its key was revoked or its owner banned. */
async function findOwner(request: FastifyRequest, reply: FastifyReply, deps: SessionDependencies) {
  const { key, token } = await openSession(request, reply, deps);
  const headers = keyHeaders(key);
  const owner = await deps.ownerOf(headers, request.ip).catch(async (error: unknown) => {
    if (error instanceof Refusal && [401, 403].includes(error.kind.status)) {
      await deps.sessions.end(token);
      clearCookie(reply, deps);
    }
    throw error;
  });
  if (!owner) throw signedOut();
  return { ...owner, headers };
}

async function openSession(request: FastifyRequest, reply: FastifyReply, deps: SessionDependencies) {
  const token = readToken(request, deps);
  const found = token ? await deps.sessions.findKey(token) : undefined;
  if (!token || !found) throw signedOut();
  if (found.renewed) setCookie(reply, deps, token);
  return { token, key: found.key };
}

const signedOut = (): Refusal =>
  new Refusal(sessionErrors.signedOut, 'you are signed out', 'Sign in again with your key.');

/**
 * A script of a foreign page cannot send `x-kith-page` without a preflight, which is refused, and the browser's own
 * origin headers must agree.
 */
function refuseForeignScript(request: FastifyRequest): void {
  if (request.headers['x-kith-page'] !== '1') throw foreignPage();
  refuseForeignForm(request);
}

/** A form of a foreign page is told apart by the browser's own headers. */
export function refuseForeignForm({ headers, host }: FastifyRequest): void {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  const isOwn =
    (site === undefined || site === 'same-origin') &&
    (origin === undefined || (URL.canParse(origin) && new URL(origin).host === host));
  if (!isOwn) throw foreignPage();
}

const foreignPage = (): Refusal =>
  new Refusal(
    sessionErrors.foreignPage,
    'a session is used by the pages of this service only',
    'Programs send their key in a header instead: see /docs.',
  );

const cookieName = ({ service }: SessionDependencies): string => `kith_${service}_session`;

/** Cookies ignore ports: the two services on one host use different cookie names. */
const readToken = (request: FastifyRequest, deps: SessionDependencies): string | undefined =>
  readCookie(request, cookieName(deps));

export function readCookie({ headers }: FastifyRequest, name: string): string | undefined {
  const wanted = `${name}=`;
  return (headers.cookie ?? '')
    .split(/;\s*/)
    .find((each) => each.startsWith(wanted))
    ?.slice(wanted.length);
}

/**
 * Lax, so that a link from elsewhere opens the page as its reader: reading is all that the cookie alone allows. Every
 * action needs the header or the origin of a page of this service too.
 */
function setCookie(reply: FastifyReply, deps: SessionDependencies, token: string, seconds = idleMs / 1_000) {
  const secure = deps.baseUrl().startsWith('https:') ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${cookieName(deps)}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`,
  );
}

const clearCookie = (reply: FastifyReply, deps: SessionDependencies): void => setCookie(reply, deps, '', 0);
