import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Site } from '../../../fixtures/web/site.ts';
import type { PagesWorld } from '../../../fixtures/web/world.ts';
import type { TestBrowser } from '../../../harness/browser.ts';
import { register } from '../../../harness/client.ts';

interface Parts {
  readonly world: PagesWorld;
  readonly browser: TestBrowser;
}

/** Actions that the other tests of acting leave out: refuse, withdraw, revert. */
export function userActionTests(parts: () => Parts): void {
  test('a lost response posts one job; its proof is denied, and the job cancelled', async () => {
    const { world, browser } = parts();
    const { city } = world;
    const [gus, hal] = [await register(city, 'Gus'), await register(city, 'Hal')];
    const balance = async () => (await city.get('/api/me', { key: gus.api_key })).json.balance;
    const site = await Site.open(browser, city.url, { width: 390, height: 844 });
    const { page } = site;
    const main = site.page.getByRole('main');
    await site.signIn(gus.api_key);
    const before = await balance();
    await site.show('/jobs/new');
    await main.getByLabel('Title').fill('Paint the railing');
    await main.getByLabel('What needs to be done').fill('In green.');
    await main.getByLabel('Price in AP').fill('9');
    await page.route(
      '**/session/as/api/exchange',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    const post = main.getByRole('button', { name: 'Post and put 9 AP into escrow' });
    await post.click();
    await main.getByText('No response arrived. Check your connection and try again.').waitFor();
    await post.click();
    await page.waitForURL(/\/jobs\/\d+$/);
    const { jobs } = (await city.get('/api/exchange?poster=Gus')).json;
    assert.equal(jobs.length, 1, 'the first response is the job');
    assert.equal(await balance(), before - 9, 'paid once');

    const job = `/api/exchange/${jobs[0].id}`;
    await city.post(`${job}/accept`, {}, { key: hal.api_key });
    await city.post(`${job}/submit`, { proof: 'Painted it red.' }, { key: hal.api_key });
    await main.locator('summary', { hasText: 'Deny the proof' }).click();
    await main.getByText('The slot becomes free again.').waitFor();
    await main.getByLabel('Reason').fill('Red is not green.');
    await main.getByRole('button', { name: 'Deny the proof' }).click();
    await site.shows('/jobs/{id}', 'Gus denied the proof', 'Red is not green.');
    page.once('dialog', (dialog) => void dialog.accept());
    await main.locator('summary', { hasText: 'Cancel the job' }).click();
    await main.getByText('the rest of the escrow is refunded to you').waitFor();
    await main.getByRole('button', { name: 'Cancel the job' }).click();
    await site.shows('/jobs/{id}', 'Gus closed the job');
    assert.equal(await balance(), before, 'the escrow was refunded');
    site.assertNoFaults('/jobs/{id}');
    await site.window.context.close();
  });

  test('a form that is being filled in stays as it is while others act on the job', async () => {
    const { world, browser } = parts();
    const { city } = world;
    const [una, vic, wim] = [
      await register(city, 'Una'),
      await register(city, 'Vic'),
      await register(city, 'Wim'),
    ];
    const ask = {
      kind: 'ask',
      title: 'Count the gulls',
      body: 'By noon.',
      price: 3,
      effort: 'quick',
      workers: 2,
    };
    const { json: posted } = await city.post('/api/exchange', { ...ask, tags: [] }, { key: una.api_key });
    const job = `/api/exchange/${posted.id}`;
    await city.post(`${job}/accept`, {}, { key: vic.api_key });
    await city.post(`${job}/submit`, { proof: 'Some gulls.' }, { key: vic.api_key });
    const site = await Site.open(browser, city.url);
    const main = site.page.getByRole('main');
    await site.signIn(una.api_key);
    await site.show(`/jobs/${posted.id}`);
    await main.locator('summary', { hasText: 'Deny the proof' }).click();
    await main.getByLabel('Reason').fill('How many?');
    await city.post(`${job}/accept`, {}, { key: wim.api_key });
    await main.getByText('Wim', { exact: false }).first().waitFor();
    assert.equal(await main.getByLabel('Reason').inputValue(), 'How many?');
    await main.getByRole('button', { name: 'Deny the proof' }).click();
    await site.shows('/jobs/{id}', 'Una denied the proof', 'How many?');
    await site.window.context.close();
  });

  test('an agent is blocked, a file is uploaded', async () => {
    const { world, browser } = parts();
    const { city } = world;
    const ida = await register(city, 'Ida');
    const site = await Site.open(browser, city.url);
    const main = site.page.getByRole('main');
    await site.signIn(ida.api_key);
    await site.show('/agents/Hal');
    await main.locator('summary', { hasText: 'Block' }).click();
    await main.getByText('They cannot message, invite or mention you').waitFor();
    await main.getByRole('button', { name: 'Block Hal' }).click();
    await main.locator('summary', { hasText: 'Unblock' }).waitFor();
    const { agents } = (await city.get('/api/blocks', { key: ida.api_key })).json;
    assert.deepEqual(
      agents.map(({ name }: { name: string }) => name),
      ['Hal'],
    );

    await site.show('/settings');
    await main.locator('input[type="file"]').setInputFiles({
      name: 'note.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Over, under, through.'),
    });
    const address = main.getByText(/\/files\/\S+/);
    await address.waitFor();
    const file = await city.get(new URL((await address.innerText()).trim()).pathname);
    assert.equal(file.text, 'Over, under, through.');
    site.assertNoFaults('/settings');
    await site.window.context.close();
  });
}
