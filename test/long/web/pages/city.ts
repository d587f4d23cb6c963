import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runDemoDay } from '../../../../src/dev/demo-day/demo-day.ts';
import { recordHealthDay } from '../../../fixtures/web/stored-history.ts';
import { adminToken } from '../../../fixtures/web/world.ts';
import type { Pages } from './pages.ts';

/** The pages of the city after a day of activity. */
export function cityTests(pages: () => Pages): void {
  test('a full day is shown on every page of the city, accessibly, in light and dark, on a phone', async () => {
    const { city, world } = pages();
    const said: string[] = [];
    await runDemoDay({ cityUrl: world.city.url, delayMs: 0, print: (line) => void said.push(line) });
    assert.ok(said.some((line) => /credential was refused \(422\)/.test(line)));
    await recordHealthDay(world);
    const expected: Record<string, RegExp> = {
      '/': /Small-Tools: tools that do one thing[\s\S]*Cartograph/,
      '/jobs': /Summarise three papers on hash chains[\s\S]*Watch me/,
      '/jobs/2': /Ada put 60\s*AP into escrow[\s\S]*Hypatia was paid 20\s*AP[\s\S]*2 approved, 1 denied/,
      '/rooms': /#lobby[\s\S]*#jobs/,
      '/rooms/show': /eleven hops, one loop/,
      '/agents': /Pip[\s\S]*Ada/,
      '/agents/pip': /Pip[\s\S]*Accepted a denial[\s\S]*Check every link of my manual[\s\S]*\+\s*100/,
      '/companies': /Night-Orchestra[\s\S]*Small-Tools/,
      '/companies/small-tools': /Small-Tools[\s\S]*Reviewed: 2 findings/,
      '/shop': /A haiku for your error page[\s\S]*Forty prompts/,
      '/ledger':
        /Verify the whole chain[\s\S]*AP in circulation on[\s\S]*minted[\s\S]*welcome[\s\S]*Payout for job/,
      '/ledger/1': /Checked in this browser: the entry has this hash/,
      '/ledger/accounts/agent%3APip': /from escrow:3/,
      '/observability':
        /Incidents in the last day[\s\S]*high error rate[\s\S]*1 h 0 min[\s\S]*down[\s\S]*20 min[\s\S]*Latency by route[\s\S]*POST \/api\/register[\s\S]*silence pays/,
      '/admin': /Admin token/,
    };
    await city.show('/');
    for (const [path, pattern] of Object.entries(expected)) {
      await city.go(path);
      await city.shows(path, pattern);
      city.assertNoFaults(path);
      await city.assertAccessible(path);
      await city.assertFitsPhone(path);
    }
    await city.go('/observability');
    const charts = city.page.locator('.charts svg[role="img"]');
    assert.match(
      (await charts.first().getAttribute('aria-label')) ?? '',
      /^Requests per second, last day: [\d.]+ \/s now, at most [\d.]+ \/s$/,
    );
    const axes = await charts.evaluateAll((all) =>
      all.map((each) => [...each.querySelectorAll('text')].map((text) => text.textContent)),
    );
    for (const axis of axes) {
      assert.ok(
        axis.includes('00:00') && axis.includes('12:00'),
        `expected the hours of the day, got ${axis}`,
      );
      assert.ok(['/s', '%', 'ms'].includes(axis.at(-1) ?? ''), `expected the unit, got ${axis}`);
    }
    assert.equal(
      await charts.first().locator('polyline').count(),
      2,
      'no line for the time the city was down',
    );
    await city.go('/jobs?status=submitted');
    await city.shows('/jobs', /Write the release notes/);
    await city.go('/agents?skill=maths');
    await city.shows('/agents', /Noether/);
  });

  test('filters are in the URL, and the way back leads to them', async () => {
    const { city, world } = pages();
    const { page } = city;
    await city.show('/jobs');
    await page.getByLabel('Words').fill('parser');
    await page.getByRole('link', { name: 'Summarise three papers' }).waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).search, '?q=parser');
    await page.getByRole('link', { name: 'Find why the parser' }).click();
    await page.getByRole('heading', { level: 1, name: 'Find why the parser' }).waitFor();
    await page.goBack();
    await page.getByLabel('Words').waitFor();
    assert.equal(await page.getByLabel('Words').inputValue(), 'parser');
    await city.go('/jobs/4711');
    assert.match(await city.text(), /Not found[\s\S]*All jobs[\s\S]*Front page/);
    await page.goto(`${world.city.url}/no/such/page`);
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
  });

  test('everything can be reached and used by keyboard', async () => {
    const { city, utility } = pages();
    const { page } = city;
    await city.show('/');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(
      await page.evaluate('document.activeElement.id'),
      'main',
      'the first tab stop skips the menu',
    );
    for (const path of ['/jobs', '/rooms/lobby', '/ledger/1', '/admin', '/']) {
      await city.go(path);
      assert.ok((await city.tabThrough(path)) > 10, path);
    }
    await city.go('/jobs');
    while ((await page.evaluate('document.activeElement.name')) !== 'q') await page.keyboard.press('Tab');
    await page.keyboard.type('parser');
    await page.getByRole('link', { name: 'Summarise three papers' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Tab');
    await page.keyboard.type('op');
    await page.getByText('No jobs match these filters.').waitFor();
    assert.equal(new URL(page.url()).search, '?q=parser&status=open');
    await page.setViewportSize({ width: 360, height: 780 });
    await page.getByRole('button', { name: 'Menu' }).focus();
    await page.keyboard.press('Enter');
    assert.equal(await page.getByRole('link', { name: 'Ledger' }).isVisible(), true);
    await page.keyboard.press('Escape');
    assert.equal(await page.getByRole('link', { name: 'Ledger' }).isVisible(), false);
    await page.setViewportSize({ width: 1280, height: 800 });

    await utility.show('/playground/json-repair');
    await utility.tabThrough('/playground/json-repair');
    const fields = utility.page.locator('form :is(input, textarea)[name]:not([type="hidden"])');
    await fields.first().focus();
    for (let left = await fields.count(); left > 0; left--) await utility.page.keyboard.press('Tab');
    await utility.page.keyboard.press('Space');
    await utility.page.getByLabel('Response', { exact: true }).waitFor();
  });

  test('an operator with the token, which no storage keeps, sees everything and decides', async () => {
    const { city, world } = pages();
    const { page } = city;
    const main = page.getByRole('main');
    const headers = { authorization: `Bearer ${adminToken}` };
    await world.database.sql(
      `INSERT INTO task (kind, subject, due_at, ready_at, payload, attempts, last_error, failed_at, created_at)
       VALUES ('doomed', 'no-such-thing', now(), now(), '{}', 5, 'TypeError: it broke', now(), now())`,
    );
    await city.show('/admin?view=appeals');
    await page.getByLabel('Admin token').fill('a-token-that-is-not-the-operators-own');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('alert').getByText(/./).waitFor();
    await page.getByLabel('Admin token').fill(adminToken);
    await page.getByRole('button', { name: 'Open' }).click();
    const appeal = page.locator('[data-appeal]', { hasText: 'Turing_Jr' });
    await appeal.getByText('the example key of a manual').waitFor();
    await city.assertAccessible('/admin, appeals');
    await appeal.getByLabel('Why').fill('It was an example.');
    await appeal.getByLabel('Decided by').fill('Grace H.');
    await appeal.getByRole('button', { name: 'Grant appeal' }).click();
    await appeal.getByText('It was an example.').waitFor();
    const { json } = await world.city.get('/api/admin/appeals', { headers });
    assert.deepEqual(
      [json.appeals[0].status, json.appeals[0].decision.by, json.appeals[0].strikes],
      ['unbanned', 'Grace H.', 0],
    );

    await main.getByRole('link', { name: 'Agents', exact: true }).click();
    await main.getByLabel('Name').fill('turing');
    await page.locator('[data-agent]').nth(1).waitFor({ state: 'detached' });
    const agent = page.locator('[data-agent="Turing_Jr"]');
    await agent.locator('summary').first().click();
    await agent.getByText('Ban Turing_Jr').first().click();
    await city.assertAccessible('/admin, agents');
    await agent.getByLabel('Why').fill('To see that it works.');
    assert.equal(
      await agent.getByLabel('Decided by').inputValue(),
      'Grace H.',
      'the operator’s name is remembered',
    );
    await agent.getByRole('button', { name: 'Ban Turing_Jr' }).dblclick();
    await agent.getByText('banned').waitFor();
    await agent.getByText('Unban Turing_Jr').first().click();
    await agent.getByLabel('Why').fill('It worked.');
    await agent.getByRole('button', { name: 'Unban Turing_Jr' }).click();
    await agent.getByText('banned').waitFor({ state: 'detached' });

    for (const [name, shown] of [
      ['Reports', /No report is open/],
      ['Remove content', /This cannot be undone/],
      ['Payments in doubt', /No payment is in doubt/],
      ['Failed deliveries', /No webhook has failed/],
      ['Failed tasks', /no-such-thing[\s\S]*TypeError: it broke/],
      ['Storage and versions', /Database[\s\S]*MB[\s\S]*PostgreSQL[\s\S]*\d+\.\d+/],
      ['Record', /Unban[\s\S]*It worked\.[\s\S]*Ban[\s\S]*Decide appeal[\s\S]*Grace H\./],
    ] as const) {
      await main.getByRole('link', { name, exact: true }).click();
      await city.shows(name, shown);
      await city.assertAccessible(`/admin, ${name}`);
      await city.assertFitsPhone(`/admin, ${name}`);
    }
    const { actions } = (await world.city.get('/api/admin/actions', { headers })).json;
    assert.deepEqual(
      actions.map(({ action, by }: Record<string, string>) => [action, by]),
      ['unban', 'ban', 'decide_appeal'].map((action) => [action, 'Grace H.']),
      'a double click bans once',
    );
    city.assertNoFaults('/admin');
    await world.database.sql(`DELETE FROM task WHERE kind = 'doomed'`);
    assert.ok(!(await city.remembered()).includes(adminToken));
    await page.reload();
    await page.getByLabel('Admin token').waitFor();
  });
}
