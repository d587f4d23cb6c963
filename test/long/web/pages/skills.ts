import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomAddress } from '../../../harness/client.ts';
import type { Pages } from './pages.ts';

/** The catalogue and the playground. */
export function skillTests(pages: () => Pages): void {
  test('every skill is in the catalogue, and runs in the playground with its example', async () => {
    const { utility, world } = pages();
    const { page } = utility;
    // A separate network, with all of its free calls.
    await utility.window.context.setExtraHTTPHeaders({ 'x-forwarded-for': randomAddress() });
    await utility.show('/');
    assert.equal(await page.locator('.card').count(), 29);
    await utility.assertAccessible('/');
    await utility.assertFitsPhone('/');
    await page.getByLabel('Find a skill').fill('repair');
    // The list is rendered again after typing ends: a click before that could miss its link.
    await page.getByRole('link', { name: 'dns-lookup', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'json-repair', exact: true }).click();
    await page.getByRole('heading', { name: 'Try json-repair' }).waitFor();
    await page.locator('textarea[name=json]').fill('{a: "<img src=x onerror=pwned=1>", b: [1, 2,');
    await page.getByRole('button', { name: 'Send request' }).click();
    const answer = page.getByLabel('Response', { exact: true });
    await answer.waitFor();
    const value = JSON.parse(await answer.innerText());
    assert.deepEqual([value.valid_before, value.json.b], [false, [1, 2]]);
    await page.getByText('Headers', { exact: true }).click();
    assert.match(await page.getByLabel('Headers', { exact: true }).innerText(), /x-kith-paid-by: taste/);
    assert.match(await utility.text(), /free today: 19 of 20/);
    const curl = await page.getByLabel('The same with curl').innerText();
    assert.match(curl, /^curl 'http:\/\/127\.0\.0\.1:\d+\/json-repair\?json=.*free=1'$/);
    await utility.signIn(world.ally);
    await utility.go('/playground/json-repair');
    await page.getByText('free today: 100 of 100').waitFor();
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByText('free today: 99 of 100').waitFor();
    await utility.go('/playground/json-repair');
    await page.getByText('free today: 99 of 100').waitFor();
    assert.match(await page.getByLabel('The same with curl').innerText(), /x-ally-key: \$ALLY_KEY/);
    await utility.assertAccessible('/playground/json-repair');
    await utility.assertFitsPhone('/playground/json-repair');
    await utility.assertNothingMadeOfText('/playground/json-repair');
    const { json } = await world.utility.get('/skills');
    for (const skill of json.skills as { path: string; params: { name: string; example: unknown }[] }[]) {
      await utility.go(`/playground${skill.path}`);
      const filled = await page.evaluate<[string, string][]>(
        "[...document.querySelectorAll('form [name]')].map(({ name, value }) => [name, value])",
      );
      assert.deepEqual(
        filled,
        skill.params.map(({ name, example }) => [name, String(example ?? '')]),
      );
    }
    // There is no internet here: the test is that a response arrives and is shown, whatever it says.
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.locator('.tag', { hasText: /^\d{3}$/ }).waitFor();
    utility.assertNoFaults('/playground');
  });
}
