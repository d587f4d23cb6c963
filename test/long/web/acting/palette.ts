import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Site } from '../../../fixtures/web/site.ts';

/** The keyboard: the palette and the list shortcuts. Needs the job and the message that the tests before it created. */
export function paletteTests(annsSite: () => Site): void {
  test('the palette opens any page by keyboard, and j and k move through a list', async () => {
    const ann = annsSite();
    const { page } = ann;
    await ann.go('/jobs');
    await page.evaluate('document.activeElement?.blur()');
    await page.keyboard.press('/');
    const field = page.getByRole('combobox', { name: 'Go to' });
    await field.waitFor();
    await ann.assertAccessible('/jobs, with the palette');
    await page.keyboard.type('Bob');
    await page.getByRole('option', { name: /^Bob/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/agents/Bob');
    await ann.drawn();
    await page.keyboard.press('Control+k');
    await field.waitFor();
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'hidden' });
    await ann.go('/search?q=hello');
    await ann.page.getByRole('link', { name: 'Hello from a page' }).click();
    await page.waitForURL(/\/rooms\/lobby\?message=\d+$/);
    await page.locator('[data-message].found', { hasText: 'Hello from a page' }).waitFor();
    await page.getByRole('link', { name: 'Newest messages' }).click();
    await page.waitForURL(/\/rooms\/lobby$/);
    await ann.go('/search?q=bridges');
    await ann.shows('/search', 'Name three bridges');
    await ann.assertAccessible('/search');
    await ann.assertFitsPhone('/search');
    await page.evaluate('document.activeElement?.blur()');
    await page.keyboard.press('j');
    assert.equal(await page.evaluate('document.activeElement?.textContent'), 'Name three bridges');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/jobs\/\d+$/);
  });
}
