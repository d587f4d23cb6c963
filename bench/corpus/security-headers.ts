import { gradeVisit } from '../../src/utility/sites/security-headers/grade.ts';
import { pageSafety } from '../../src/utility/sites/security-headers/page-safety.ts';
import type { SeenResponse, Visit } from '../../src/utility/sites/security-headers/seen-response.ts';
import type { Cookie, ObservedRequests } from './peers/observatory.ts';
import { type MeasureOptions, type Score, Tally } from './score.ts';

const peerName = 'Observatory 1.4.8 (its own tests)';

/** Our test for each analyser of the peer. */
const testOf: Readonly<Record<string, string>> = {
  contentSecurityPolicyTest: 'content-security-policy',
  cookiesTest: 'cookies',
  crossOriginResourcePolicyTest: 'cross-origin-resource-policy',
  crossOriginResourceSharingTest: 'cross-origin-resource-sharing',
  redirectionTest: 'redirection',
  referrerPolicyTest: 'referrer-policy',
  strictTransportSecurityTest: 'strict-transport-security',
  subresourceIntegrityTest: 'subresource-integrity',
  xContentTypeOptionsTest: 'x-content-type-options',
  xFrameOptionsTest: 'x-frame-options',
};

/** The tests that Mozilla's HTTP Observatory is published with: the result of each, by its name. */
export async function measure(_corpora: string, { peers }: MeasureOptions): Promise<Score[]> {
  // The set comes with the peer.
  if (!peers) return [];
  const { observe } = await import('./peers/observatory.ts');
  const tally = new Tally();
  await observe(({ analyser, requests, result }) => {
    const visit = toVisit(requests);
    const name = testOf[analyser];
    const ours = visit && gradeVisit(visit).tests.find((each) => each.name === name)?.result;
    return () => {
      tally.case(ours === result, () => `${analyser}: ${JSON.stringify({ ours, wanted: result, visit })}`);
      tally.peer(peerName, true);
    };
  });
  return [tally.score('results by the tests of HTTP Observatory', 0.95)];
}

/** What the peer recorded of a site, as ours records it; null if nothing came. */
function toVisit({ hostname, resources, responses, session }: ObservedRequests): Visit | null {
  const { auto, cors, http, https, httpRedirects } = responses;
  if (!auto || !session) return null;
  const seen = (
    url: URL,
    { status, headers }: Pick<NonNullable<typeof auto>, 'status' | 'headers'>,
  ): SeenResponse => ({
    url,
    status,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  });
  const main = seen(session.url, auto);
  const page = resources.path
    ? pageSafety({
        page: {
          bytes: Buffer.from(resources.path),
          contentType: 'text/html; charset=utf-8',
          url: session.url.href,
          hash: resources.path,
        },
      })
    : null;
  const equivalents = (name: string) => [...(auto.httpEquiv?.get(name) ?? [])];
  const sent = [main.headers['set-cookie'] ?? []].flat();
  return {
    host: hostname,
    http: http && httpRedirects.map(({ url, status }) => seen(url, { status, headers: {} })),
    httpUntrusted: http?.verified === false,
    https: https && [seen(session.url, https)],
    httpsUntrusted: https?.verified === false,
    main,
    page: /html/.test(String(main.headers['content-type']))
      ? {
          policies: equivalents('content-security-policy'),
          referrer: equivalents('referrer-policy').join(', ') || null,
          scripts: page?.scripts ?? [],
        }
      : null,
    cookies: [...sent, ...session.jar.serializeSync().cookies.map(toHeader)].map((header) => ({
      from: session.url.hostname,
      header,
    })),
    cors: cors && seen(session.url, cors),
    corsOrigin: String(cors?.request?.headers.origin ?? ''),
    preloaded: () => false,
  };
}

const toHeader = ({ key, value, domain, secure, httpOnly, sameSite }: Cookie): string =>
  [
    `${key}=${value}`,
    domain && `Domain=${domain}`,
    secure && 'Secure',
    httpOnly && 'HttpOnly',
    sameSite && `SameSite=${sameSite}`,
  ]
    .filter(Boolean)
    .join('; ');
