import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Zone } from '../../../counterparts/dns-server.ts';
import { serveHttp } from '../../../counterparts/servers.ts';
import type { Site } from '../../../fixtures/utility/site.ts';
import { Receiver } from '../../../fixtures/utility/watches/receiver.ts';
import { startWorld } from '../../../fixtures/utility/world.ts';
import type { Answer } from '../../../harness/client.ts';
import { until } from '../../../harness/until.ts';

const everywhere = { A: ['127.0.0.1'] };

/** A world with a site to watch and a webhook receiver; its watches are checked every few seconds. */
export async function startWatchedSite(
  t: TestContext,
  options: { env?: Record<string, string>; zone?: Zone } = {},
) {
  const site: Site = {};
  const { port } = await serveHttp(t, (request, response) => {
    const found = site[request.url ?? ''];
    if (typeof found === 'function') return found(request, response);
    response.statusCode = found === undefined ? 404 : 200;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(found ?? '');
  });
  const receiver = await Receiver.start(t);
  const world = await startWorld(t, {
    zone: { '*.test': everywhere, ...options.zone },
    env: { KITH_WATCH_INTERVAL_S: '2', KITH_OUTBOUND_ALLOW: '127.0.0.1/32', ...options.env },
  });
  const { utility, ally } = world;
  const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
    utility.call(method, path, { ally, ...(body !== undefined && { body }) });
  return {
    ...world,
    site,
    receiver,
    at: (path: string) => `http://site.test:${port}${path}`,
    call,
    make: async (body: object) => {
      const answer = await call('POST', '/watch', body);
      assert.equal(answer.status, 200, answer.text);
      return answer.json as { watch_id: string; secret: string; baseline: Record<string, unknown> };
    },
    show: async (id: string) => (await call('GET', `/watch/${id}`)).json,
    /** The watch, once it was checked this many more times. */
    waitForChecks: async (id: string, count: number) => {
      const { checks } = (await call('GET', `/watch/${id}`)).json;
      return until(async () => {
        const watch = (await call('GET', `/watch/${id}`)).json;
        return watch.checks >= checks + count && watch;
      });
    },
    changed: (id: string, count = 1) =>
      until(async () => {
        const watch = (await call('GET', `/watch/${id}`)).json;
        return watch.changes.length >= count && watch;
      }),
  };
}
