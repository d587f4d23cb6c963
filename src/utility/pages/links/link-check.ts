import { OutboundError } from '../../../platform/outbound/error.ts';
import type { Outbound, OutboundResponse } from '../../../platform/outbound/outbound.ts';
import type { Method } from '../../../platform/outbound/request.ts';
import { KeyedSlots, Slots } from '../../../platform/outbound/slots.ts';
import { FetchedResponse } from '../fetched-response.ts';
import { blockedBy, missingReason } from '../walls/judge.ts';
import { type PageLink, partsOf } from './links.ts';

export interface CheckedLink extends PageLink {
  verdict: 'ok' | 'broken' | 'unverified';
  status: number | null;
  reason: string;
  /** A success status with a page that says nothing was found. */
  soft404: boolean;
  /** Parts of the page that are linked to and that it does not contain; empty if it was not read to its end. */
  missingParts: string[];
}

const linkMs = 6_000;
const atOnce = 12;
const perHost = 3;
const maxWaiting = 1_000;
const maxRedirects = 10;
/** Enough of a page to read its title and first heading. */
const readBytes = 64 * 1_024;

/** Statuses of servers that keep out strangers or bots, which say nothing about the link. */
const refusing = new Set([401, 402, 403, 407, 429, 451, 999]);
/** Statuses for HEAD that a GET may not return. */
const needsGet = (status: number): boolean => status >= 400 && status !== 410;

/** Requests every link, limited in total and per host. Links not reached before the deadline are left out. */
export async function checkLinks<Link extends PageLink>(
  links: readonly Link[],
  outbound: Outbound,
  { signal, totalMs }: { signal: AbortSignal; totalMs: number },
): Promise<(Link & CheckedLink)[]> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(Math.max(1, Math.ceil(totalMs)))]);
  const all = new Slots(atOnce, maxWaiting);
  const hosts = new KeyedSlots(perHost, maxWaiting);
  const checked = await Promise.all(
    links.map(async (link) => {
      try {
        const leaveHost = await hosts.take(new URL(link.url).host, deadline);
        try {
          const leave = await all.take(deadline);
          try {
            return { ...link, ...(await checkLink(link, outbound, deadline)) };
          } finally {
            leave();
          }
        } finally {
          leaveHost();
        }
      } catch (error) {
        if (deadline.aborted) return null;
        throw error;
      }
    }),
  );
  signal.throwIfAborted();
  return checked.filter((each) => each !== null);
}

type LinkVerdict = Pick<CheckedLink, 'verdict' | 'status' | 'reason' | 'soft404' | 'missingParts'>;

async function checkLink(link: PageLink, outbound: Outbound, signal: AbortSignal): Promise<LinkVerdict> {
  const ask = (method: Method): Promise<OutboundResponse> =>
    outbound.fetch(link.url, {
      method,
      signal,
      timeoutMs: linkMs,
      maxRedirects,
      maxBytes: readBytes,
      onOversize: 'truncate',
      keepCookies: true,
    });
  try {
    const head = await ask('HEAD').catch((error: unknown) => {
      // Some servers close the connection on HEAD, or send a body.
      if (error instanceof OutboundError && ['bad_response', 'timeout'].includes(error.reason)) return null;
      throw error;
    });
    if (head && !needsGet(head.status) && !(link.kind === 'link' && isHtml(head)))
      return judgeResponse(link, head, false);
    return judgeResponse(link, await ask('GET'), true);
  } catch (error) {
    if (!(error instanceof OutboundError) || signal.aborted) throw error;
    const verdict = brokenReasons.has(error.reason) ? 'broken' : 'unverified';
    return { verdict, status: null, reason: error.message, soft404: false, missingParts: [] };
  }
}

const brokenReasons = new Set([
  'name_not_found',
  'connect_failed',
  'tls_failed',
  'bad_url',
  'too_many_redirects',
  'bad_response',
]);

const isHtml = ({ headers }: OutboundResponse): boolean =>
  /html/i.test(String(headers['content-type'] ?? ''));

const result = (
  verdict: LinkVerdict['verdict'],
  status: number,
  reason: string,
  soft404 = false,
  missingParts: string[] = [],
): LinkVerdict => ({ verdict, status, reason, soft404, missingParts });

function judgeResponse(link: PageLink, response: OutboundResponse, hasBody: boolean): LinkVerdict {
  const { status } = response;
  if (refusing.has(status))
    return result(
      'unverified',
      status,
      'The server blocks automated requests; the link may work in a browser.',
    );
  const answer = new FetchedResponse(response, 0);
  const blocked = hasBody ? blockedBy(answer, link.url) : null;
  if (blocked?.kind === 'challenge')
    return result(
      'unverified',
      status,
      'The server returns a challenge page; the link may work in a browser.',
    );
  if (status < 400) {
    const soft = hasBody && link.kind === 'link' ? missingReason(answer, new URL(link.url)) : null;
    if (soft) return result('broken', status, soft, true);
    if (link.kind !== 'link' && link.kind !== 'frame' && isPageInsteadOfFile(link, response))
      return result('broken', status, `It returns a page, not a file (${link.kind}).`, true);
    return result('ok', status, '', false, hasBody ? findMissingParts(link, response) : []);
  }
  const isMissing = status === 404 || status === 410;
  const reason = isMissing
    ? 'There is no page at this address.'
    : status >= 500
      ? 'The server returns an error.'
      : 'The server refuses the request.';
  return result('broken', status, reason);
}

function findMissingParts({ fragments = [] }: PageLink, response: OutboundResponse): string[] {
  if (fragments.length === 0 || response.truncated || !isHtml(response)) return [];
  const hasPart = partsOf(response.body.toString('utf8'));
  return fragments.filter((each) => !hasPart(each));
}

/** Sites that serve their front page for every URL do so for missing images and scripts too. */
const isPageInsteadOfFile = ({ kind }: PageLink, response: OutboundResponse): boolean =>
  (kind === 'image' || kind === 'script' || kind === 'stylesheet' || kind === 'icon') &&
  response.status < 300 &&
  /^\s*text\/html\b/i.test(String(response.headers['content-type'] ?? ''));
