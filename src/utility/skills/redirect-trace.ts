import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { nullable } from '../../platform/http/schema.ts';
import { CookieJar } from '../../platform/outbound/cookie-jar.ts';
import { OutboundError } from '../../platform/outbound/error.ts';
import type { Outbound, OutboundResponse } from '../../platform/outbound/outbound.ts';
import { type NotRead, notReadField } from '../catalogue/call.ts';
import { readUrl, urlParam } from '../catalogue/params.ts';
import { skill } from '../catalogue/skill.ts';
import { FetchedResponse } from '../pages/fetched-response.ts';
import { refreshTarget } from '../pages/metadata/refresh.ts';
import { type Judgement, judgePage } from '../pages/walls/judge.ts';
import { TaskFailure } from '../workers/failure.ts';
import type { Workers } from '../workers/workers.ts';
import type { SkillTools } from './tools.ts';

const maxHops = 20;
const totalMs = 25_000;
const hopMs = 8_000;
/** Enough of a page to see whether it redirects. */
const maxBytes = 64 * 1_024;

interface Hop {
  url: string;
  status: number;
  location: string;
  kind: 'http' | 'header' | 'meta' | 'script';
  ms: number;
  first_byte_ms: number;
}

const milliseconds = Type.Integer({ description: 'Time from the request to the end of the response.' });

export const redirectTrace = skill<Pick<SkillTools, 'outbound' | 'workers'>>()({
  id: 'redirect-trace',
  priceUsd: '0.002',
  does: 'Every redirect from a URL to its destination, with status and time: by HTTP, meta refresh and script. Loops and downgrades to http are reported.',
  params: Type.Object({ url: urlParam }),
  value: 'url',
  example: { url: 'http://example.com/' },
  output: Type.Object({
    url: Type.String(),
    hops: Type.Array(
      Type.Object({
        url: Type.String(),
        status: Type.Integer(),
        location: Type.String({ description: 'As the server sent it; the next hop has the resolved URL.' }),
        kind: Type.Unsafe<Hop['kind']>({
          type: 'string',
          enum: ['http', 'header', 'meta', 'script'],
          description:
            'http: a 3xx status. header: Refresh. meta: a meta refresh of at most 10 seconds. script: a fixed address that a script of a page with few words goes to at once.',
        }),
        ms: milliseconds,
        first_byte_ms: Type.Integer({
          description: 'Time to the first byte, including DNS, connection and TLS.',
        }),
      }),
      { description: 'The redirects in order; empty if there are none.' },
    ),
    count: Type.Integer({ description: 'Number of redirects.' }),
    final_url: Type.String(),
    final_status: nullable(
      Type.Integer({ description: 'Null if the last URL did not respond; the notes say why.' }),
    ),
    access: Type.String({
      enum: ['open', 'uncertain', 'blocked', 'missing', 'unreachable'],
      description:
        'Of the final URL. uncertain: what came may be a wall or an error page; nothing was charged. blocked: a challenge, a wall or an error page came in place of the page, which may redirect its visitors further. missing: status 404 or 410. unreachable: no page came, as it did not respond, redirects in a loop, or redirects to no http URL.',
    }),
    final_ms: nullable(Type.Integer({ description: 'Time of the last response.' })),
    total_ms: Type.Integer({ description: 'Total time of all responses.' }),
    loop: Type.Boolean(),
    notes: Type.Array(Type.String(), {
      description: 'Downgrades to http, delays of a refresh, why the trace ended early.',
    }),
    not_read: notReadField,
  }),
  run: async ({ url }, { outbound, workers }, { signal }) => {
    const requested = readUrl(url);
    const startedAt = performance.now();
    const endsAt = startedAt + totalMs;
    const hops: Hop[] = [];
    const notes: string[] = [];
    const notRead: NotRead = {};
    const seen = new Set<string>();
    const jar = new CookieJar();
    let at = requested;
    /** Includes cookies: a site may set one and redirect to the same URL. */
    const loopKey = (place: URL) => `${withoutFragment(place)} ${jar.headerFor(place)}`;
    const outcome = (answer: OutboundResponse | null, final_status: number | null, loop = false) => ({
      url: requested.href,
      hops,
      count: hops.length,
      final_url: at.href,
      final_status,
      access: loop ? 'unreachable' : accessOf(answer, requested),
      final_ms: answer && Math.round(answer.timings.totalMs),
      total_ms: Math.round(performance.now() - startedAt),
      loop,
      notes,
      not_read: notRead,
    });
    for (;;) {
      seen.add(loopKey(at));
      const timeoutMs = Math.max(1, Math.min(hopMs, endsAt - performance.now()));
      const cookie = jar.headerFor(at);
      const answer = await ask(outbound, at, { signal, timeoutMs, cookie }).catch((error: unknown) => {
        // A trace that ends at a dead host or a non-public address keeps its hops.
        const dead = error instanceof OutboundError && hops.length > 0;
        if (!dead || signal.aborted) throw error;
        notes.push(`The last URL did not respond: ${error.message}`);
        notRead.final_status = error.message;
        return null;
      });
      if (answer === null) return outcome(null, null);
      jar.take(at, answer.headers['set-cookie']);
      const { status, timings } = answer;
      const onward = await nextHopFrom(answer, workers, signal, (reason) => {
        notes.push(reason);
        notRead.hops = reason;
      });
      if (onward === null) {
        const wall = wallOf(answer, requested);
        if (wall) notRead.hops = `Whether ${at.href} redirects further is unknown: ${wall}.`;
        if (status >= 300 && status < 400)
          notes.push(`${at.href} answered ${status} without an address to go to.`);
        return outcome(answer, status);
      }
      const { location, kind, delayS } = onward;
      hops.push({
        url: at.href,
        status,
        location,
        kind,
        ms: Math.round(timings.totalMs),
        first_byte_ms: Math.round(timings.ttfbMs),
      });
      const next = URL.parse(location, at.href);
      if (!next || (next.protocol !== 'http:' && next.protocol !== 'https:')) {
        notes.push(`The last redirect does not lead to an http or https URL: ${location}`);
        return outcome(answer, status);
      }
      if (delayS > 0 && withoutFragment(next) !== withoutFragment(at))
        notes.push(`${at.href} redirects after ${delayS} s.`);
      if (next.hash === '' && kind === 'http') next.hash = at.hash;
      if (at.protocol === 'https:' && next.protocol === 'http:')
        notes.push(`Downgrade to http: ${at.href} → ${next.href}`);
      const isKnown = seen.has(loopKey(next));
      // A page that sets a cookie and loads itself again sends another page then.
      if (isKnown && kind !== 'http' && withoutFragment(next) === withoutFragment(at)) {
        hops.pop();
        notes.push(`${at.href} loads itself again after ${delayS} s.`);
        return outcome(answer, status, delayS === 0);
      }
      if (isKnown) {
        at = next;
        return outcome(answer, status, true);
      }
      if (hops.length >= maxHops) {
        notes.push(`The trace ended after ${maxHops} redirects.`);
        notRead.final_status = `the trace ended after ${maxHops} redirects`;
        at = next;
        return outcome(null, null);
      }
      at = next;
    }
  },
});

/** GET, as a browser sends: some servers redirect a HEAD differently or not at all. */
function ask(
  outbound: Outbound,
  url: URL,
  { cookie, ...options }: { signal: AbortSignal; timeoutMs: number; cookie: string },
) {
  const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...(cookie && { cookie }) };
  return outbound.fetch(url, { ...options, headers, maxRedirects: 0, maxBytes, onOversize: 'truncate' });
}

/** What was judged of a response; a page that was cut is longer than any wall. */
function judge(answer: OutboundResponse, requested: URL): Judgement | null {
  if (answer.status < 400 && (answer.truncated || answer.status >= 300)) return null;
  return judgePage(new FetchedResponse(answer, Date.now()), requested);
}

/** What came in place of the page; null if it is a page. */
function wallOf(answer: OutboundResponse, requested: URL): string | null {
  const judgement = judge(answer, requested);
  if (judgement?.access !== 'blocked') return null;
  return `a ${judgement.kind} page with status ${answer.status} came in its place`;
}

function accessOf(answer: OutboundResponse | null, requested: URL) {
  if (!answer) return 'unreachable';
  if (answer.status === 404 || answer.status === 410) return 'missing';
  if (answer.status >= 300 && answer.status <= 399) return 'unreachable';
  const access = judge(answer, requested)?.access ?? 'open';
  return access === 'rendered_only' ? 'open' : access;
}

function withoutFragment(url: URL): string {
  return url.hash === '' ? url.href : url.href.slice(0, -url.hash.length);
}

interface NextHop {
  readonly location: string;
  readonly kind: Hop['kind'];
  readonly delayS: number;
}

/**
 * Where a response redirects its visitors; a worker parses the page, and only if it contains one of the
 * keywords.
 */
async function nextHopFrom(
  answer: OutboundResponse,
  workers: Workers,
  signal: AbortSignal,
  miss: (reason: string) => void,
): Promise<NextHop | null> {
  const location = answer.hops[0]?.location ?? null;
  if (location !== null) return { location, kind: 'http', delayS: 0 };
  const { body: bytes, url, headers, status } = answer;
  if (status >= 300) return null;
  const refresh = refreshTarget(String(headers.refresh ?? ''), new URL(url));
  if (refresh) return { location: refresh.url, kind: 'header', delayS: refresh.delayS };
  const contentType = String(headers['content-type'] ?? '');
  if (!/html/i.test(contentType) || !/refresh|location/i.test(bytes.toString('latin1'))) return null;
  const hash = createHash('sha256').update(bytes).digest('base64url');
  const page = { bytes, contentType, url, hash };
  const found = await workers.run('page-refresh', { page }, { signal }).catch((error: unknown) => {
    if (!(error instanceof TaskFailure) || error.reason === 'broken') throw error;
    miss(`Whether ${url} redirects by meta refresh or script is unknown: ${error.message}`);
    return null;
  });
  signal.throwIfAborted();
  return found?.url ? { location: found.url, kind: found.kind, delayS: found.delayS } : null;
}
