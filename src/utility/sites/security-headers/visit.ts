import { getDomain } from 'tldts';
import { OutboundError, type OutboundReason } from '../../../platform/outbound/error.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import type { TlsFacts } from '../../../platform/outbound/tls.ts';
import type { NotRead, SkillCall } from '../../catalogue/call.ts';
import type { PageAccess } from '../../catalogue/params.ts';
import type { FetchedResponse } from '../../pages/fetched-response.ts';
import type { Fetcher } from '../../pages/fetcher.ts';
import { requirePage } from '../../pages/walls/judge.ts';
import type { Workers } from '../../workers/workers.ts';
import type { PageSafety, SeenResponse, Visit } from './seen-response.ts';
import { headerValues } from './seen-response.ts';

export interface VisitTools {
  readonly fetcher: Fetcher;
  readonly outbound: Outbound;
  readonly workers: Workers;
}

const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const maxRedirects = 10;
/** An origin that no site knows: a site that echoes it allows every origin. */
const corsOrigin = 'https://stranger.invalid';
const preloadUrl = 'https://hstspreload.org/api/v2/status?domain=';
/** Top-level domains preloaded as https-only. */
const preloadedTlds = new Set(
  'android app bank boo channel chrome dad day dev eat esq fly foo gle gmail google hangout how ing insurance meet meme mov new nexus page phd play prof rsvp search youtube zip'.split(
    ' ',
  ),
);

interface RedirectChain {
  readonly seen: SeenResponse[];
  readonly last: FetchedResponse | null;
  /** Why the chain did not complete. */
  readonly failure: OutboundError | null;
}

/** The responses of a site, and the fields that could not be read. */
export interface Visited {
  readonly access: PageAccess;
  readonly visit: Visit;
  /** Hosts of which it is not known whether browsers preload them. */
  readonly unknown: string[];
  readonly tls: TlsFacts | null;
  readonly tlsError: string | null;
  /** Keyed by the field names of the response. */
  readonly notRead: NotRead;
}

/**
 * Sends all requests the tests need: over http and https, for the page, a file, a preflight and the preload
 * list.
 */
export async function visitSite(url: URL, tools: VisitTools, call: SkillCall): Promise<Visited> {
  const [http, https] = await Promise.all([
    followRedirects(withScheme(url, 'http:'), tools.fetcher, call),
    followRedirects(withScheme(url, 'https:'), tools.fetcher, call),
  ]);
  const way = https.last ? https : http;
  if (!way.last) throw (url.protocol === 'http:' ? http : https).failure ?? https.failure;
  const access = requirePage(way.last, url);
  const main = way.seen.at(-1)!;
  const hosts = new Set([url.hostname, ...http.seen.map((each) => each.url.hostname)]);
  const [page, cors, robots, preloads] = await Promise.all([
    assessPageSafety(way.last, tools.workers, call),
    preflight(main.url, tools.outbound, call),
    followRedirects(new URL('/robots.txt', main.url), tools.fetcher, call),
    Promise.all(
      [...hosts].map(async (host) => [host, await isPreloaded(host, tools.fetcher, call)] as const),
    ),
  ]);
  const preloaded = new Map(preloads);
  return {
    access,
    visit: {
      host: url.hostname,
      http: http.last ? http.seen : null,
      httpUntrusted: http.failure?.reason === 'tls_failed' && http.seen.length > 0,
      https: https.last ? https.seen : null,
      httpsUntrusted: https.failure?.reason === 'tls_failed' && isCertificate(https.failure),
      main,
      page,
      cookies: [...way.seen, ...robots.seen].flatMap((each) =>
        headerValues(each, 'set-cookie').map((header) => ({ from: each.url.hostname, header })),
      ),
      cors: 'answer' in cors ? cors.answer : null,
      corsOrigin,
      preloaded: (host) => preloaded.get(host) ?? false,
    },
    unknown: preloads.filter(([, answer]) => answer === null).map(([host]) => host),
    tls: way.last.response.tls,
    tlsError: https.last ? null : (https.failure?.message ?? null),
    notRead: {
      ...('reason' in cors && { 'tests.cross-origin-resource-sharing': cors.reason }),
      ...noteUndecided('tests.redirection', http),
      ...noteUndecided('tests.strict-transport-security', https),
      ...(robots.failure && { 'tests.cookies': `robots.txt: ${robots.failure.message}` }),
    },
  };
}

/** Failures that say nothing about whether the site answers over a scheme. */
const undecided = new Set<OutboundReason>([
  'timeout',
  'dns_failure',
  'overloaded',
  'bad_response',
  'bad_encoding',
]);

const noteUndecided = (test: string, { failure }: RedirectChain): NotRead =>
  failure && undecided.has(failure.reason) ? { [test]: failure.message } : {};

/** A site on a non-default port is requested over both schemes there. */
function withScheme(url: URL, protocol: 'http:' | 'https:'): URL {
  const copy = new URL(url.href);
  copy.protocol = protocol;
  return copy;
}

async function followRedirects(start: URL, fetcher: Fetcher, call: SkillCall): Promise<RedirectChain> {
  const seen: SeenResponse[] = [];
  let at: URL | null = start;
  let last: FetchedResponse | null = null;
  try {
    while (at && seen.length <= maxRedirects) {
      const answer: FetchedResponse = await fetcher.get(at, call, {
        accept,
        maxRedirects: 0,
        onOversize: 'truncate',
        timeoutMs: call.fetchingMs,
      });
      const responseUrl: URL = new URL(answer.url);
      seen.push({ url: responseUrl, status: answer.status, headers: answer.response.headers });
      const location: string = [301, 302, 303, 307, 308].includes(answer.status)
        ? answer.header('location')
        : '';
      at = location ? URL.parse(location, responseUrl.href) : null;
      if (!at) last = answer;
    }
    return {
      seen,
      last,
      failure: last ? null : new OutboundError('too_many_redirects', `More than ${maxRedirects} redirects.`),
    };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { seen, last: null, failure: error };
  }
}

/** A server that does not speak TLS is not a certificate failure. */
const isCertificate = (failure: OutboundError): boolean =>
  /CERT|ALTNAME|ISSUER|SELF_SIGNED|UNABLE_TO/.test(failure.message);

async function assessPageSafety(
  answer: FetchedResponse,
  workers: Workers,
  { signal, readingMs: timeoutMs }: SkillCall,
): Promise<PageSafety | null> {
  const { body, contentType, mediaType, url } = answer;
  if (!['', 'text/html', 'application/xhtml+xml'].includes(mediaType) || body.length === 0) return null;
  const hash = await answer.hash();
  const page = { bytes: body, contentType, url, hash };
  return await workers.run('page-safety', { page }, { signal, timeoutMs, bytes: body.length, about: hash });
}

async function preflight(
  url: URL,
  outbound: Outbound,
  { signal, readingMs }: SkillCall,
): Promise<{ readonly answer: SeenResponse } | { readonly reason: string }> {
  const headers = { origin: corsOrigin, 'access-control-request-method': 'GET' };
  try {
    const answer = await outbound.fetch(url, {
      method: 'OPTIONS',
      headers,
      maxRedirects: 0,
      onOversize: 'truncate',
      maxBytes: 4_096,
      timeoutMs: Math.min(5_000, readingMs),
      signal,
    });
    return { answer: { url, status: answer.status, headers: answer.headers } };
  } catch (error) {
    if (error instanceof OutboundError) return { reason: error.message };
    throw error;
  }
}

/** Null if the list could not be queried. */
async function isPreloaded(host: string, fetcher: Fetcher, call: SkillCall): Promise<boolean | null> {
  if (preloadedTlds.has(host.slice(host.lastIndexOf('.') + 1))) return true;
  const domain = getDomain(host);
  if (!domain) return false;
  const names = [...new Set([host, domain])];
  const options = { timeoutMs: Math.min(3_000, call.readingMs), maxBytes: 16_384 };
  try {
    const answers = await Promise.all(names.map((name) => fetcher.get(preloadUrl + name, call, options)));
    const states = answers.map(({ status, body }) =>
      status === 200 ? /"status"\s*:\s*"(\w+)"/.exec(body.toString('utf8'))?.[1] : undefined,
    );
    return states.includes('preloaded') || (states.includes(undefined) ? null : false);
  } catch (error) {
    if (error instanceof OutboundError) return null;
    throw error;
  }
}
