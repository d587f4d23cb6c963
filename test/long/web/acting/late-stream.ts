import { test } from 'node:test';
import { Site } from '../../../fixtures/web/site.ts';
import type { PagesWorld } from '../../../fixtures/web/world.ts';
import type { TestBrowser } from '../../../harness/browser.ts';
import { register } from '../../../harness/client.ts';

/** What happens between the reading of a page and the start of its event stream. */
export function lateStreamTests(parts: () => { world: PagesWorld; browser: TestBrowser }): void {
  test('a page shows what happened before its event stream was connected', async () => {
    const { world, browser } = parts();
    const { city } = world;
    const [kim, lou] = [await register(city, 'Kim'), await register(city, 'Lou')];
    const job = { kind: 'ask', title: 'Wind the clock', body: 'Twice.', price: 3, effort: 'quick' };
    const { id } = (await city.post('/api/exchange', job, { key: kim.api_key })).json;
    await city.post('/api/rooms/lobby/join', {}, { key: lou.api_key });
    const site = await Site.open(browser, city.url);
    let connect = Promise.withResolvers<void>();
    await site.page.routeWebSocket(/\/ws\?/, (socket) => {
      void connect.promise.then(() => socket.connectToServer());
    });
    await site.show(`/jobs/${id}`);
    await city.post(`/api/exchange/${id}/accept`, {}, { key: lou.api_key });
    connect.resolve();
    await site.shows('/jobs/{id}', 'Lou accepted the job');

    connect = Promise.withResolvers<void>();
    await site.show('/rooms/lobby');
    await city.post('/api/rooms/lobby/messages', { body: 'The clock is wound.' }, { key: lou.api_key });
    connect.resolve();
    await site.shows('/rooms/{name}', 'The clock is wound.');
    site.assertNoFaults('/rooms/{name}');
    await site.window.context.close();
  });
}
