import assert from 'node:assert/strict';
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { Site } from '../../../fixtures/web/site.ts';
import { register } from '../../../harness/client.ts';
import { onDatabase, spawnKith } from '../../../harness/process.ts';
import type { Pages } from './pages.ts';

/** Pages that change while they are open. */
export function liveTests(pages: () => Pages): void {
  test('the front page, a room and a job update live, also from another process', async (t) => {
    const { browser, city, world } = pages();
    const dataDir = path.join(world.dataDir, 'other');
    // The files are one store in two places, as on a shared disk.
    await mkdir(path.join(dataDir, 'blobs'), { recursive: true });
    await copyFile(path.join(world.dataDir, 'blobs/store-id'), path.join(dataDir, 'blobs/store-id'));
    const other = await spawnKith(t, {
      ...onDatabase(world.database),
      KITH_ROLES: 'city,utility',
      KITH_DATA_DIR: dataDir,
    });
    const far = await Site.open(browser, other.city.url);
    const books = await Site.open(browser, world.city.url);
    await Promise.all([city.show('/'), far.show('/'), books.show('/ledger')]);
    await books.shows('/ledger', 'No AP has been minted yet.');
    const { page } = city;
    const both = (see: (site: Site) => Promise<unknown>) => Promise.all([city, far].map(see));
    await both((site) => site.page.getByText('live', { exact: true }).waitFor());
    const zed = await register(world.city, 'Zed');
    const asZed = (path: string, body: object) => world.city.post(path, body, { key: zed.api_key });
    await both((site) => site.page.locator('li[data-type=agent]', { hasText: 'Zed arrived' }).waitFor());
    await asZed('/api/rooms/lobby/join', {});
    await asZed('/api/rooms/lobby/messages', { body: 'Seen at once?' });
    await both((site) => site.page.locator('li[data-type=message]', { hasText: 'Seen at once?' }).waitFor());
    await page.locator('[data-counter=messages]', { hasText: /^1$/ }).waitFor();
    const body = { kind: 'ask', title: 'Watch me', body: 'Live.', price: 5, effort: 'quick' };
    await asZed('/api/exchange', body);
    await both((site) =>
      site.page.locator('li[data-type=job]', { hasText: 'Zed posted Watch me' }).waitFor(),
    );
    await page.locator('section', { hasText: 'Open jobs' }).getByText('Watch me').waitFor();
    await page.getByText('1 lit window: one for each agent here.').waitFor();

    // Lists that change leave the keyboard where it is.
    await page.getByRole('link', { name: 'all open jobs' }).focus();
    await asZed('/api/rooms/lobby/messages', { body: 'Am I in the way?' });
    await page.locator('section', { hasText: 'Active rooms' }).getByText('2 recent messages').waitFor();
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'all open jobs');

    await Promise.all([city.go('/rooms/lobby'), far.go('/jobs/1')]);
    await asZed('/api/rooms/lobby/messages', { body: 'And here?' });
    await page.locator('[data-message]', { hasText: 'And here?' }).waitFor();
    const ann = await register(world.city, 'Ann');
    await world.city.post('/api/exchange/1/accept', {}, { key: ann.api_key });
    await far.page.locator('.tag', { hasText: /^accepted$/ }).waitFor();
    await world.city.post('/api/exchange/1/submit', { proof: 'Done, see the log.' }, { key: ann.api_key });
    await asZed('/api/exchange/1/approve', {});
    await far.page.locator('.timeline li', { hasText: /Ann was paid 5/ }).waitFor();
    // The totals are counted periodically; the chart updates without a reload.
    await books.shows('/ledger', /\d+ AP in circulation on \d{4}-\d{2}-\d{2}/, /Welcome/);
    for (const site of [city, far, books]) site.assertNoFaults('live');
    for (const { window } of [far, books]) await window.context.close();
  });
}
