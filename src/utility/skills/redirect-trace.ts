import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { OutboundError } from '../../platform/outbound/error.ts';
import type { Outbound, OutboundResponse } from '../../platform/outbound/outbound.ts';
import { readUrl, urlParam } from '../catalogue/params.ts';
import { skill } from '../catalogue/skill.ts';
import type { Workers } from '../workers/workers.ts';

interface Tools {
  readonly outbound: Outbound;
  readonly workers: Workers;
}

const maxHops = 20;
const totalMs = 25_000;
const hopMs = 8_000;
/** Enough of a page to see whether it sends its visitors on. */
const maxBytes = 64 * 1_024;

export const redirectTrace = skill<Tools>()({
  id: 'redirect-trace',
  priceUsd: '0.002',
  does: 'Every redirect on the way from an address to its destination, with status; loops and downgrades are told.',
  params: Type.Object({ url: urlParam }),
  value: 'url',
  example: { url: 'http://example.com/' },
  output: Type.Object({
    url: Type.String(),
    hops: Type.Array(
      Type.Object({
        url: Type.String(),
        status: Type.Integer(),
        location: Type.String({ description: 'As the server sent it; the next hop shows what it came to.' }),
      }),
      { description: 'The redirects in order; empty where the address answers itself.' },
    ),
    count: Type.Integer({ description: 'How many redirects.' }),
    final_url: Type.String(),
    final_status: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Null where the last address gave no answer; the notes say why.',
    }),
    loop: Type.Boolean(),
    notes: Type.Array(Type.String(), {
      description: 'Downgrades to http, a meta refresh on the last page, why the trace ended early.',
    }),
  }),
  run: async ({ url }, { outbound, workers }, { signal }) => {
    const asked = readUrl(url);
    const endsAt = performance.now() + totalMs;
    const hops: { url: string; status: number; location: string }[] = [];
    const notes: string[] = [];
    const seen = new Set<string>();
    let at = asked;
    const told = (final_status: number | null, loop = false) => ({
      url: asked.href,
      hops,
      count: hops.length,
      final_url: at.href,
      final_status,
      loop,
      notes,
    });
    for (;;) {
      seen.add(withoutFragment(at));
      const timeoutMs = Math.max(1, Math.min(hopMs, endsAt - performance.now()));
      const answer = await ask(outbound, at, { signal, timeoutMs }).catch((error: unknown) => {
        // A trace that ends at a dead host, or at an address that is not public, keeps its hops.
        const dead = error instanceof OutboundError && hops.length > 0;
        if (!dead || signal.aborted) throw error;
        notes.push(`The last address gave no answer: ${error.message}`);
        return null;
      });
      if (answer === null) return told(null);
      const location = answer.hops[0]?.location ?? null;
      if (location === null) {
        const refresh = await metaRefresh(answer, workers, signal);
        if (refresh) notes.push(`The last page sends its visitors on by meta refresh: ${refresh}`);
        return told(answer.status);
      }
      hops.push({ url: at.href, status: answer.status, location });
      const next = URL.parse(location, at.href);
      if (!next || (next.protocol !== 'http:' && next.protocol !== 'https:')) {
        notes.push(`The last redirect leads to no web address: ${location}`);
        return told(answer.status);
      }
      if (next.hash === '') next.hash = at.hash;
      if (at.protocol === 'https:' && next.protocol === 'http:')
        notes.push(`Downgrade to http: ${at.href} → ${next.href}`);
      if (seen.has(withoutFragment(next))) {
        at = next;
        return told(answer.status, true);
      }
      if (hops.length >= maxHops) {
        notes.push(`The trace ended after ${maxHops} redirects.`);
        at = next;
        return told(null);
      }
      at = next;
    }
  },
});

/** Asked as a browser asks: some servers redirect a HEAD elsewhere or not at all. */
function ask(outbound: Outbound, url: URL, options: { signal: AbortSignal; timeoutMs: number }) {
  const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  return outbound.fetch(url, { ...options, headers, maxRedirects: 0, maxBytes, onOversize: 'truncate' });
}

function withoutFragment(url: URL): string {
  return url.hash === '' ? url.href : url.href.slice(0, -url.hash.length);
}

/** Read by a worker, and only where the page has the word at all. */
async function metaRefresh(
  answer: OutboundResponse,
  workers: Workers,
  signal: AbortSignal,
): Promise<string | null> {
  const { body: bytes, url } = answer;
  const contentType = String(answer.headers['content-type'] ?? '');
  if (!/html/i.test(contentType) || !bytes.toString('latin1').toLowerCase().includes('refresh')) return null;
  const hash = createHash('sha256').update(bytes).digest('base64url');
  const page = { bytes, contentType, url, hash };
  const found = await workers.run('page-refresh', { page }, { signal }).catch(() => ({ url: null }));
  signal.throwIfAborted();
  return found.url;
}
