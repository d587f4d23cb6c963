import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostile, type Pages } from './pages.ts';

/** Watches, created and read in the browser. */
export function watchTests(pages: () => Pages): void {
  test('a watch is created and viewed with a key that no storage keeps', async () => {
    const { utility, world } = pages();
    const { page } = utility;
    await utility.signOut();
    await utility.show('/watches');
    await utility.giveKey('kith_ally_wrong');
    await page
      .locator('.fault')
      .getByText(/not an ally key/)
      .waitFor();
    await utility.giveKey(world.ally);
    await page.getByLabel('What to watch').waitFor();
    assert.equal(await page.getByLabel('Chain').isVisible(), false, 'a page watch has no chain');
    await page.getByLabel('What to watch').selectOption('wallet');
    assert.equal(await page.getByLabel('Chain').isVisible(), true);
    await page.getByLabel('What to watch').selectOption('dns');
    await page.getByLabel('Target').fill('watched.test');
    const creating = page.getByRole('button', { name: 'Create watch' });
    await utility.whenNotBusy(() => creating.click(), page.getByLabel('Webhook secret'));
    await utility.assertAccessible('/watches');
    await utility.assertFitsPhone('/watches');
    await page.getByRole('link', { name: 'watched.test' }).click();
    await page.getByText('Nothing has changed since the baseline.').waitFor();
    assert.match(await utility.text(), /127\.0\.0\.1/);
    assert.ok(!(await utility.remembered()).includes(world.ally));
    const path = new URL(page.url()).pathname.replace('watches', 'watch');
    const statusOf = async () => (await world.utility.get(path, { ally: world.ally })).json.status;
    await page.getByRole('button', { name: 'Pause watch' }).click();
    await page.getByRole('button', { name: 'Resume watch' }).waitFor();
    assert.equal(await statusOf(), 'paused');
    await page.locator('.tag', { hasText: /^paused$/ }).waitFor();
    await utility.assertAccessible('/watches/{id}, paused');
    await page.getByRole('button', { name: 'Resume watch' }).click();
    await page.getByRole('button', { name: 'Pause watch' }).waitFor();
    assert.equal(await statusOf(), 'active');
    utility.assertNoFaults('/watches');
  });

  test('changes of a watched page are shown as plain text', async () => {
    const { utility, world, written } = pages();
    const { page } = utility;
    const line = hostile('change');
    const escaped = line.replaceAll('<', '&lt;');
    world.site.html = `<title>${escaped}</title><p>Something ${escaped} has happened here at last.</p>`;
    await utility.signIn(written.ally);
    await utility.show(`/watches/${written.watchId}`);
    await page.getByRole('button', { name: 'Check now' }).click();
    const path = `/watches/${written.watchId}`;
    for (;;) {
      const { json } = await world.utility.get(path.replace('watches', 'watch'), { ally: written.ally });
      if (json.changes.length > 0) break;
      await page.waitForTimeout(100);
    }
    await utility.go(path);
    await page.getByText('Before and after').click();
    const addressOf = (field: string) => new URL(written.texts.get(`POST /watch ${field}`)!).href;
    const quoted = JSON.stringify(line).slice(1, -1);
    const addressed = ['target', 'notify'].map(addressOf);
    const selectors = ['selector', 'ignore'].map((field) => written.texts.get(`POST /watch ${field}`)!);
    await utility.shows(path, `the title is now "${line}`, quoted, ...addressed, ...selectors);
    await utility.assertNothingMadeOfText(path);
    await utility.assertAccessible(path);
    await utility.assertFitsPhone(path);
    utility.assertNoFaults(path);
  });
}
