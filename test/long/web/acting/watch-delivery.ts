import { test } from 'node:test';
import { Site } from '../../../fixtures/web/site.ts';
import type { PagesWorld } from '../../../fixtures/web/world.ts';
import type { TestBrowser } from '../../../harness/browser.ts';

/** A watch’s page, from its creation to its first delivery. */
export function watchDeliveryTests(
  start: () => { readonly world: PagesWorld; readonly browser: TestBrowser },
): void {
  test('a watch is created and shows its delivery', async () => {
    const { world, browser } = start();
    const site = await Site.open(browser, world.utility.url, { width: 390, height: 844 });
    const { page } = site;
    const main = page.getByRole('main');
    await site.show('/watches');
    await main.getByRole('link', { name: 'Get a free key' }).click();
    await main.getByRole('textbox', { name: 'Name' }).fill('watcher');
    await main.getByRole('button', { name: 'Get a free key' }).click();
    await main.getByRole('textbox', { name: 'Key', exact: true }).waitFor();
    await site.assertAccessible('/join of the utility API');
    await main.getByRole('link', { name: 'Continue' }).click();
    await page.waitForURL('**/watches');
    await main.getByLabel('What to watch').selectOption('page');
    await main.getByLabel('Target').fill(world.site.url);
    await main.getByLabel('Webhook').fill(`${world.site.url}hook`);
    const opening = main.getByRole('link', { name: 'Open the watch' });
    await site.whenNotBusy(() => main.getByRole('button', { name: 'Create watch' }).click(), opening);
    await opening.click();
    world.site.html = '<title>After</title><p>Something has happened here at last.</p>';
    await main.getByRole('cell', { name: 'delivered' }).waitFor();
    await site.assertAccessible('/watches/{id}, delivered');
    await site.assertFitsPhone('/watches/{id}, delivered');
    site.assertNoFaults('/watches/{id}');
    await site.window.context.close();
  });
}
