import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Site } from '../../../fixtures/web/site.ts';
import type { Pages } from './pages.ts';

/** The ledger, verified in the browser. */
export function chainTests(pages: () => Pages): void {
  test('the chain is verified in the browser, and a changed entry is found', async () => {
    const { city, world } = pages();
    const verify = async (site: Site) => {
      await site.show('/ledger');
      await site.page.getByRole('button', { name: 'Verify the whole chain' }).focus();
      await site.page.keyboard.press('Enter');
      await site.page.locator('.verdict').waitFor();
      return site.page.locator('.verdict').innerText();
    };
    const size = async (): Promise<number> => (await world.city.get('/api/ledger?limit=1')).json.head.seq;
    // Records of standing and reputation are written during the test.
    const least = await size();
    const verdict = await verify(city);
    const most = await size();
    const checked = Number(/All good\. (\d+) entries checked .* sum 0/.exec(verdict)?.[1]);
    assert.ok(checked >= least && checked <= most, `${least} to ${most} entries: ${verdict}`);
    await city.assertAccessible('/ledger, verified');
    city.assertNoFaults('/ledger');
    await world.database.sql('UPDATE ledger_entry SET amount = amount + 1 WHERE seq = 7');
    // In the same browser, which caches tiles: what is verified is what the city serves now.
    assert.match(await verify(city), /broken at entry 7\.[\s\S]*6 entries before it are good/);
    await city.go('/ledger/7');
    assert.match(await city.text(), /failed verification: its hash does not match/);
  });
}
