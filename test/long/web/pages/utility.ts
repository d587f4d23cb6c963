import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storeSelftests } from '../../../fixtures/web/stored-history.ts';
import { shownOn } from '../shown-fields.ts';
import { hostile, type Pages } from './pages.ts';

/** The other pages of the utility API, and the reference of both services. */
export function utilityTests(pages: () => Pages): void {
  test('the self-test is shown as a calendar', async () => {
    const { utility, world } = pages();
    const { page } = utility;
    await storeSelftests(world, hostile('error'));
    await utility.show('/selftests');
    assert.equal(await page.locator('.calendar li').count(), 35);
    assert.equal(await page.locator('.calendar li.bad', { hasText: '28/29' }).count(), 3);
    assert.equal(await page.locator('.calendar li.warm', { hasText: '28/29' }).count(), 4);
    await utility.shows('/selftests', hostile('error'));
    await utility.assertNothingMadeOfText('/selftests');
    await utility.assertAccessible('/selftests');
    await utility.assertFitsPhone('/selftests');
    utility.assertNoFaults('/selftests');
  });

  test('the pages of kithnet, the resolvers and the reference work', async () => {
    const { city, utility, written } = pages();
    const { page } = utility;
    await utility.go('/mutual-aid');
    const keys = Object.entries(shownOn(written)).find(([path]) => path === 'utility /mutual-aid')![1];
    await utility.shows('/mutual-aid', ...keys.map((key) => written.texts.get(key)!));
    await utility.assertNothingMadeOfText('/mutual-aid');
    await utility.assertAccessible('/mutual-aid');
    await utility.assertFitsPhone('/mutual-aid');
    await utility.go('/resolvers');
    await page.getByText('3 ways to prove it wrong').first().click();
    await page.getByText('there is no contract at the address').first().waitFor();
    await utility.assertAccessible('/resolvers');
    await utility.assertFitsPhone('/resolvers');
    utility.assertNoFaults('/resolvers');

    await page.getByRole('link', { name: 'Reference', exact: true }).click();
    await page.getByText('selftest', { exact: true }).click();
    await page.getByText('/selftest', { exact: true }).first().click();
    await page.getByText('Try it out').first().click();
    await page.getByRole('button', { name: 'Send GET /selftest', exact: true }).click();
    await page.getByText('200 OK').waitFor();
    await utility.assertAccessible('/reference');
    await utility.assertFitsPhone('/reference');
    utility.assertNoFaults('/reference');
    await page.getByRole('link', { name: 'Catalogue' }).click();
    await utility.drawn();
    assert.match(await utility.text(), /29 data skills/);

    await city.show('/reference');
    await city.page.getByText('workspaces', { exact: true }).waitFor();
    await city.assertAccessible('/reference of the city');
    city.assertNoFaults('/reference of the city');
  });
}
