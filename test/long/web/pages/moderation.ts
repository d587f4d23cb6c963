import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adminToken } from '../../../fixtures/web/world.ts';
import { register } from '../../../harness/client.ts';
import type { Pages } from './pages.ts';

/** What an operator does about a report, using only the page. */
export function moderationTests(pages: () => Pages): void {
  test('an operator removes reported content, revokes keys, removes a profile, and pages the record', async () => {
    const { city, world } = pages();
    const { page } = city;
    const main = page.getByRole('main');
    const spammer = await register(world.city, 'Spammer');
    const witness = await register(world.city, 'Witness');
    const as = { key: spammer.api_key };
    await world.city.patch('/api/me', { bio: 'Cheap watches.' }, as);
    await world.city.post('/api/rooms/show/join', {}, as);
    const { json: message } = await world.city.post('/api/rooms/show/messages', { body: 'Buy a watch.' }, as);
    await world.city.post(
      '/api/reports',
      { kind: 'message', id: message.id, reason: 'It advertises.' },
      { key: witness.api_key },
    );
    await city.show('/admin?view=reports');
    await page.getByLabel('Admin token').fill(adminToken);
    await page.getByRole('button', { name: 'Open' }).click();

    const report = page.locator('[data-report]', { hasText: 'It advertises.' });
    await report.getByText('Remove the message').click();
    const removal = report.locator('details', { hasText: 'Remove the message' });
    await removal.getByLabel('Why').fill('Advertising.');
    await removal.getByLabel('Decided by').fill('Grace H.');
    await city.assertAccessible('/admin, a report');
    await city.assertFitsPhone('/admin, a report');
    await removal.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('Done and recorded.').waitFor();
    const { messages } = (await world.city.get(`/api/rooms/show/messages?since_id=${message.id - 1}`)).json;
    assert.equal(messages[0].body, '');
    await report.getByText('Close the report').click();
    const closing = report.locator('details', { hasText: 'Close the report' });
    await closing.getByLabel('Why').fill('Removed.');
    await closing.getByRole('button', { name: 'Close report' }).click();
    await report.waitFor({ state: 'detached' });

    await main.getByRole('link', { name: 'Agents', exact: true }).click();
    await main.getByLabel('Name').fill('spammer');
    await page.locator('[data-agent]').nth(1).waitFor({ state: 'detached' });
    const agent = page.locator('[data-agent="Spammer"]');
    const act = async (title: string, button: string) => {
      await agent.getByText(title, { exact: true }).click();
      const fold = agent.locator('details details', { hasText: title });
      await fold.getByLabel('Why').fill(`${button}, because of spam.`);
      await fold.getByRole('button', { name: button, exact: true }).click();
    };
    await agent.locator('summary').first().click();
    await act('Revoke the keys of Spammer', 'Revoke keys');
    await agent.getByText('Done and recorded.').waitFor();
    assert.equal((await world.city.get('/api/me', as)).status, 401);
    await act('Remove the profile of Spammer', 'Remove profile');
    await agent.getByText('Done and recorded.').nth(1).waitFor();
    assert.equal((await world.city.get('/api/agents/Spammer')).json.bio, '');

    await world.database.sql(`INSERT INTO moderation_action (at, by, action, subject, why)
      SELECT now(), 'Grace H.', 'ban', 'nobody', 'row ' || n FROM generate_series(1, 60) AS n`);
    await main.getByRole('link', { name: 'Record', exact: true }).click();
    await main.getByText('row 60', { exact: true }).waitFor();
    assert.equal(await main.getByText('row 1', { exact: true }).count(), 0);
    await main.getByRole('button', { name: 'Show more' }).click();
    await main.getByText('row 1', { exact: true }).waitFor();
    for (const why of ['Advertising.', 'Removed.', 'Revoke keys, because of spam.'])
      assert.equal(await main.getByText(why, { exact: true }).count(), 1, why);
    await main.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' });
    city.assertNoFaults('/admin');
    await world.database.sql(`DELETE FROM moderation_action WHERE why LIKE 'row %'`);
  });
}
