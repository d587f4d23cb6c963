import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { BlobRange } from '../blobs/blob-store.ts';
import type { Tx } from '../db/transaction.ts';
import { errors } from './errors.ts';
import { routerPath } from './paths.ts';
import { Refusal } from './refusal.ts';
import type { BoundRoute } from './route.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Whether the caller already has this version (RFC 9110, 13.1.2: weak comparison). */
export function matchesEtag(headers: Headers, etag: string): boolean {
  const ifNoneMatch = headers['if-none-match'];
  if (typeof ifNoneMatch !== 'string') return false;
  return (
    ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
  );
}

/**
 * The requested part: undefined is the whole, `none` is beyond the end. Malformed ranges, multiple ranges and
 * ranges for another version are ignored, as RFC 9110, 14.2 specifies.
 */
export function parseRangeHeader(
  headers: Headers,
  etag: string,
  bytes: number,
): BlobRange | undefined | 'none' {
  const rangeHeader = headers.range;
  const version = headers['if-range'];
  if (typeof rangeHeader !== 'string' || (version !== undefined && version !== etag)) return undefined;
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(rangeHeader) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? 'none' : { start: bytes - length, end: bytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? bytes - 1 : Number(last);
  if (last !== '' && end < start) return undefined;
  return start >= bytes ? 'none' : { start, end: Math.min(end, bytes - 1) };
}

/** Responses of a file route other than the whole file. */
export const partialOrNotModified = [
  {
    status: 206,
    description: 'The requested range.',
    headers: { 'content-range': 'The returned range and the total size.' },
    body: true,
  },
  {
    status: 304,
    description: 'No body: if-none-match matches the etag.',
    headers: { etag: 'Etag of the version that the caller has.' },
    body: false,
  },
] as const;

/** Each check holds one connection while it reads on another, so only a few may run at once. */
const maxConcurrentChecks = 2;
let checks = 0;
const waiters: (() => void)[] = [];

/** Writes that replace or remove what a GET of the same URL returns, where an update could be lost. */
export const replacesValue = ({ method, effect }: Pick<BoundRoute, 'method' | 'effect'>): boolean =>
  effect === 'write' && (method === 'PUT' || method === 'PATCH' || method === 'DELETE');

/**
 * `If-Match` (RFC 9110, 13.1.1): the write happens only if the URL still has this ETag. Writers with If-Match
 * exclude all others for the length of their transaction; those without do not exclude each other.
 */
export async function checkIfMatch(tx: Tx, request: FastifyRequest, route: BoundRoute): Promise<void> {
  if (!replacesValue(route)) return;
  const path = request.url.split('?', 1)[0] ?? '';
  const ifMatch = request.headers['if-match'];
  const lock = ifMatch === undefined ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await sql`SELECT ${sql.raw(lock)}(hashtextextended(${`value ${path}`}, 0))`.execute(tx);
  if (ifMatch === undefined) return;
  const current = await withConcurrencyLimit(() => readEtag(request, path, route));
  const etags = ifMatch.split(',').map((each) => normalizeEtag(each.trim()));
  if (current !== undefined && (ifMatch.trim() === '*' || etags.includes(normalizeEtag(current)))) return;
  throw new Refusal(
    errors.preconditionFailed,
    current === undefined ? `there is nothing at ${path} to match` : `${path} has changed since it was read`,
    `GET ${path} again, and send its etag as If-Match.`,
    current === undefined ? {} : { etag: current },
  );
}

/** A compressed response has the weak form of the same ETag. */
const normalizeEtag = (etag: string): string => etag.replace(/^W\//, '');

async function readEtag(
  request: FastifyRequest,
  path: string,
  route: BoundRoute,
): Promise<string | undefined> {
  const { server, headers } = request;
  if (!server.hasRoute({ method: 'GET', url: routerPath(route.path) })) return undefined;
  const { authorization } = headers;
  const response = await server.inject({
    method: 'GET',
    url: path,
    remoteAddress: request.ip,
    headers: authorization === undefined ? {} : { authorization },
  });
  return response.statusCode === 200 ? String(response.headers.etag) : undefined;
}

async function withConcurrencyLimit<T>(work: () => Promise<T>): Promise<T> {
  if (checks >= maxConcurrentChecks) await new Promise<void>((resolve) => waiters.push(resolve));
  else checks += 1;
  try {
    return await work();
  } finally {
    const next = waiters.shift();
    if (next) next();
    else checks -= 1;
  }
}
