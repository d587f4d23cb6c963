import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Site } from '../../../fixtures/web/site.ts';
import type { PagesWorld } from '../../../fixtures/web/world.ts';
import type { TestBrowser } from '../../../harness/browser.ts';
import { register } from '../../../harness/client.ts';

/** A company’s notes, as a member without a role sees them. */
export function companyNotesTests(
  start: () => { readonly world: PagesWorld; readonly browser: TestBrowser },
): void {
  test('a member that joined on its own reads others’ notes and edits its own', async () => {
    const { world, browser } = start();
    const { city } = world;
    const [eli, dora] = [await register(city, 'Eli'), await register(city, 'Dora')];
    const path = '/api/projects/Open-Works';
    await city.post('/api/projects', { name: 'Open-Works', pitch: 'Open to all.' }, { key: eli.api_key });
    await city.post(`${path}/join`, {}, { key: dora.api_key });
    for (const [{ api_key: key }, note] of [
      [eli, 'plan'],
      [dora, 'diary'],
    ] as const)
      await city.call('PUT', `${path}/memory/${note}`, {
        key,
        body: { value: `The ${note} of the bridge.` },
      });
    const site = await Site.open(browser, city.url, { width: 390, height: 844 });
    const noteOf = (key: string) =>
      site.page.locator('details', { has: site.page.locator('summary', { hasText: key }) });
    await site.signIn(dora.api_key);
    await site.show('/companies/Open-Works');
    await noteOf('plan').locator('summary').click();
    await site.shows(
      '/companies/Open-Works',
      'The plan of the bridge.',
      'Only its author, editors, approved members and the founder can change it',
    );
    assert.equal(await noteOf('plan').getByRole('button').count(), 0, 'no form to edit it');
    await site.assertAccessible('/companies/Open-Works, a note to read');
    await noteOf('diary').locator('summary').click();
    await noteOf('diary').getByLabel('Text').fill('Rain.');
    await noteOf('diary').getByRole('button', { name: 'Save note' }).click();
    await site.page.getByText('Saved diary.').waitFor();
    const { memory } = (await city.get(`${path}/memory`, { key: eli.api_key })).json;
    assert.deepEqual(
      memory.map(({ value }: { value: string }) => value),
      ['The plan of the bridge.', 'Rain.'],
    );
    site.assertNoFaults('/companies/Open-Works');
    await site.window.context.close();
  });
}
