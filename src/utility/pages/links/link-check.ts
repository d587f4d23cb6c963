import { OutboundError } from '../../../platform/outbound/error.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import type { Method } from '../../../platform/outbound/request.ts';
import { KeyedSlots, Slots } from '../../../platform/outbound/slots.ts';
import type { PageLink } from './links.ts';

export interface CheckedLink extends PageLink {
  verdict: 'ok' | 'broken' | 'unverified';
  status: number | null;
  reason: string;
}

const linkMs = 6_000;
const atOnce = 12;
const perHost = 3;
const maxWaiting = 1_000;
const maxRedirects = 10;

/** The server is there and keeps strangers or machines out: that says nothing of the link. */
const blocked = new Set([401, 402, 403, 407, 429, 451, 999]);
/** Answers to HEAD that a GET may well not give. */
const worthAsking = (status: number): boolean => status >= 400 && status !== 410;

/** Asks for every link, politely: so many at once, so many a host. Those not asked when time is up are left out. */
export async function checkLinks(
  links: readonly PageLink[],
  outbound: Outbound,
  { signal, totalMs }: { signal: AbortSignal; totalMs: number },
): Promise<CheckedLink[]> {
  const late = AbortSignal.any([signal, AbortSignal.timeout(totalMs)]);
  const all = new Slots(atOnce, maxWaiting);
  const hosts = new KeyedSlots(perHost, maxWaiting);
  const checked = await Promise.all(
    links.map(async (link) => {
      try {
        const leaveHost = await hosts.take(new URL(link.url).host, late);
        try {
          const leave = await all.take(late);
          try {
            return await checkLink(link, outbound, late);
          } finally {
            leave();
          }
        } finally {
          leaveHost();
        }
      } catch (error) {
        if (late.aborted) return null;
        throw error;
      }
    }),
  );
  signal.throwIfAborted();
  return checked.filter((each) => each !== null);
}

async function checkLink(link: PageLink, outbound: Outbound, signal: AbortSignal): Promise<CheckedLink> {
  const ask = async (method: Method) => {
    const options = {
      method,
      signal,
      timeoutMs: linkMs,
      maxRedirects,
      maxBytes: 16_384,
      onOversize: 'truncate',
    } as const;
    return (await outbound.fetch(link.url, options)).status;
  };
  try {
    const head = await ask('HEAD').catch((error: unknown) => {
      // Some servers hang up on HEAD, or answer it with a body.
      if (error instanceof OutboundError && ['bad_response', 'timeout'].includes(error.reason)) return 400;
      throw error;
    });
    return judged(link, worthAsking(head) ? await ask('GET') : head);
  } catch (error) {
    if (!(error instanceof OutboundError) || signal.aborted) throw error;
    const broken = [
      'name_not_found',
      'connect_failed',
      'tls_failed',
      'bad_url',
      'too_many_redirects',
      'bad_response',
    ];
    return {
      ...link,
      verdict: broken.includes(error.reason) ? 'broken' : 'unverified',
      status: null,
      reason: error.message,
    };
  }
}

function judged(link: PageLink, status: number): CheckedLink {
  if (status < 400) return { ...link, verdict: 'ok', status, reason: '' };
  if (blocked.has(status)) {
    return {
      ...link,
      verdict: 'unverified',
      status,
      reason: 'The server keeps us out; the link may well work.',
    };
  }
  const gone = status === 404 || status === 410;
  const reason = gone ? 'Nothing is there.' : status >= 500 ? 'The server fails.' : 'The server refuses.';
  return { ...link, verdict: 'broken', status, reason };
}
