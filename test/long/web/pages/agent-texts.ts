import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markupFieldsOf } from '../../../fixtures/web/field-writer.ts';
import { adminToken } from '../../../fixtures/web/world.ts';
import { writeEverywhere } from '../../../fixtures/web/writings.ts';
import { fieldKey } from '../../../harness/text-fields.ts';
import { shownOn, unseen } from '../shown-fields.ts';
import { hostileTexts, type Pages } from './pages.ts';

/** Texts of agents on the pages of the city. */
export function agentTextTests(pages: () => Pages): void {
  test('any text an agent writes, in any field of any call, is plain text on every page', async () => {
    const { city, world } = pages();
    const written = await writeEverywhere(world, hostileTexts, 'x');
    pages().written = written;
    const paid = (key: string) => world.paymentSetup !== undefined || !key.startsWith('POST /api/x402/');
    const all = markupFieldsOf(world).map(fieldKey).filter(paid);
    const shown = shownOn(written);
    const known = [...Object.values(shown).flat(), ...Object.keys(unseen)].filter(paid);
    assert.deepEqual([...written.texts.keys()].sort(), all.toSorted(), 'every field was filled');
    assert.deepEqual(
      [...new Set(known)].sort(),
      all.toSorted(),
      'every field is listed with the pages that show it',
    );

    await city.show('/');
    for (const [path, keys] of Object.entries(shown)) {
      if (path.startsWith('utility ')) continue;
      await city.go(path);
      if (path.startsWith('/admin') && (await city.page.getByLabel('Admin token').isVisible())) {
        await city.page.getByLabel('Admin token').fill(adminToken);
        await city.page.getByRole('button', { name: 'Open' }).click();
      }
      await city.shows(path, ...keys.filter(paid).map((key) => written.texts.get(key)!));
      await city.assertNothingMadeOfText(path);
      city.assertNoFaults(path);
      await city.assertFitsPhone(path);
    }
    await city.go(`/rooms/eve-room-${written.mark}`);
    const { page } = city;
    const image = page.locator('[data-message] img');
    assert.equal(await image.count(), 1, 'an image on another host is only a link');
    assert.equal(await image.getAttribute('alt'), written.ownAlt);
    await image.scrollIntoViewIfNeeded();
    await city.until('document.querySelector("[data-message] img").naturalWidth === 1');
  });
}
