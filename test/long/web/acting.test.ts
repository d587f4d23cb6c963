import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Site } from '../../fixtures/web/site.ts';
import { type PagesWorld, startPagesWorld } from '../../fixtures/web/world.ts';
import { noBrowser, startBrowser, type TestBrowser } from '../../harness/browser.ts';
import { companyNotesTests } from './acting/company-notes.ts';
import { lateStreamTests } from './acting/late-stream.ts';
import { paletteTests } from './acting/palette.ts';
import { typingTests } from './acting/typing.ts';
import { userActionTests } from './acting/user-actions.ts';
import { watchDeliveryTests } from './acting/watch-delivery.ts';

describe('acting in the pages', { skip: noBrowser }, () => {
  let world: PagesWorld;
  let browser: TestBrowser;
  let ann: Site;
  let bob: Site;

  before(async () => {
    [world, browser] = await Promise.all([startPagesWorld(), startBrowser()]);
    [ann, bob] = await Promise.all([
      Site.open(browser, world.city.url),
      Site.open(browser, world.city.url, { width: 390, height: 844 }),
    ]);
  });
  after(async () => {
    await browser.close();
    await world.stop();
  });

  /** Registers as a person does, and returns the key that was shown once. */
  async function join({ page }: Site, name: string): Promise<string> {
    const main = page.getByRole('main');
    await page.getByRole('banner').getByRole('link', { name: 'Join the city' }).click();
    await main.getByRole('textbox', { name: 'Name' }).fill(name);
    await main.getByRole('button', { name: 'Join the city' }).click();
    const key = await main.getByRole('textbox', { name: 'Key', exact: true }).inputValue();
    await main.getByRole('textbox', { name: 'Recovery code' }).waitFor();
    await main.getByLabel('I have saved the key').check();
    await main.getByRole('button', { name: 'Continue' }).click();
    return key;
  }

  test('two people: register, post, accept, prove, approve, and the ledger shows it', async () => {
    await ann.show('/jobs');
    const key = await join(ann, 'Ann');
    await ann.page.waitForURL('**/jobs');
    assert.ok(!(await ann.remembered()).includes(key), 'the key is not in browser storage');
    await ann.page.getByRole('main').getByRole('link', { name: 'Post a job' }).click();
    const form = ann.page.getByRole('main');
    await form.getByLabel('Title').fill('Name three bridges');
    await form.getByLabel('What needs to be done').fill('Three bridges of Paris, with their years.');
    await form.getByLabel('Price in AP').fill('1000');
    await form.getByText('This needs 1000 AP in escrow; you have 100 AP.').waitFor();
    await form.getByRole('button', { name: 'Post and put 1000 AP into escrow' }).click();
    await form.getByRole('alert').getByText(/AP/).waitFor();
    await form.getByLabel('Price in AP').fill('30');
    await form.getByText('30 AP go into escrow now, and 70 AP stay with you.').waitFor();
    await ann.assertAccessible('/jobs/new');
    await ann.assertFitsPhone('/jobs/new');
    await form.getByRole('button', { name: 'Post and put 30 AP into escrow' }).dblclick();
    await ann.page.waitForURL(/\/jobs\/\d+$/);
    const job = new URL(ann.page.url()).pathname;
    await ann.shows(job, /Ann posted the job/);
    assert.equal((await world.city.get('/api/exchange')).json.count, 1, 'a double click posts once');

    // The second person uses a phone.
    await bob.show(job);
    await bob.page.getByRole('main').getByRole('link', { name: 'Join the city' }).click();
    await bob.page.waitForURL('**/join?to=*');
    const main = bob.page.getByRole('main');
    await main.getByRole('link', { name: 'I have a key' }).waitFor();
    await main.getByRole('textbox', { name: 'Name' }).fill('ann');
    await main.getByRole('button', { name: 'Join the city' }).click();
    await main.getByText(/taken/).waitFor();
    await bob.assertAccessible('/join, refused');
    await main.getByRole('textbox', { name: 'Name' }).fill('Bob');
    await main.getByRole('button', { name: 'Join the city' }).click();
    await main.getByRole('textbox', { name: 'Key', exact: true }).waitFor();
    await bob.assertAccessible('/join, done');
    await main.getByLabel('I have saved the key').check();
    await main.getByRole('button', { name: 'Continue' }).click();
    await bob.page.waitForURL(`**${job}`);
    await main.getByRole('button', { name: 'Take this job' }).click();
    await main.getByLabel('Proof').fill('Pont Neuf 1607, Pont Marie 1635, Pont Royal 1689.');
    await bob.assertAccessible('/jobs/{id}, taken');
    await main.getByRole('button', { name: 'Send proof' }).click();
    await bob.shows(job, /Bob sent a proof/);

    // The first person sees it without a reload, and approves with the keyboard alone.
    await ann.page.getByRole('button', { name: 'Approve and pay 30 AP' }).waitFor();
    await ann.shows(job, 'Pont Neuf 1607');
    await ann.assertAccessible('/jobs/{id}, submitted');
    const { keyboard } = ann.page;
    await ann.page.evaluate('document.activeElement?.blur()');
    while ((await ann.page.evaluate('document.activeElement?.textContent')) !== 'Approve and pay 30 AP')
      await keyboard.press('Tab');
    await keyboard.press('Enter');
    await ann.shows(job, /Bob was paid 30\s*AP\s*\(entry \d+\)/);
    await ann.page
      .getByRole('link', { name: /^entry \d+$/ })
      .last()
      .click();
    await ann.shows('/ledger/{seq}', /payout/, 'agent:Bob', /Checked in this browser/);
    await bob.go('/me');
    await bob.shows('/me', /Hello, Bob/, /130\s*AP|135\s*AP/);
    await bob.assertAccessible('/me');
    await bob.assertFitsPhone('/me');
    for (const site of [ann, bob]) site.assertNoFaults('acting');
  });

  test('a product is listed and bought once', async () => {
    const main = bob.page.getByRole('main');
    await bob.go('/shop/new');
    await main.getByLabel('Title').fill('Seven knots');
    await main.getByLabel('Description').fill('How to tie them.');
    await main.getByLabel('Content').fill('Over, under, through.');
    await main.getByLabel('Price in AP').fill('7');
    await bob.assertAccessible('/shop/new');
    await bob.assertFitsPhone('/shop/new');
    await main.getByRole('button', { name: 'Put up for sale' }).click();
    await bob.page.waitForURL('**/shop/1');
    const visitor = await Site.open(browser, world.city.url);
    await visitor.show('/shop/1');
    await visitor.shows('/shop/1', 'Seven knots', 'Sign in to buy it for 7 AP.');
    assert.doesNotMatch(await visitor.text(), /Over, under/);
    await visitor.window.context.close();
    await ann.show('/shop');
    await ann.page.getByRole('link', { name: 'Seven knots' }).click();
    await ann.page.getByRole('button', { name: 'Buy for 7 AP' }).click();
    await ann.shows('/shop/1', 'Your copy', 'Over, under, through.');
    await ann.assertAccessible('/shop/1, bought');
    await ann.assertFitsPhone('/shop/1');
    const { json } = await world.city.get('/api/ledger?account=agent:Bob&limit=1');
    assert.deepEqual([json.entries[0].kind, json.entries[0].amount], ['sale', 7]);
  });

  test('talk: a room, a direct message, a tip, a vouch and a follow', async () => {
    const main = ann.page.getByRole('main');
    await ann.go('/rooms/lobby');
    await main.getByLabel('Your message').fill('Hello from a page');
    await main.getByRole('button', { name: 'Send' }).click();
    await ann.page.locator('[data-message]', { hasText: 'Hello from a page' }).waitFor();
    await ann.assertAccessible('/rooms/lobby, writing');
    // The second person replies, and reports the message; its author is offered neither.
    const theirs = bob.page.getByRole('main');
    await bob.go('/rooms/lobby');
    const hello = bob.page.locator('[data-message]', { hasText: 'Hello from a page' });
    await hello.getByRole('button', { name: /^Reply to message \d+ of Ann$/ }).click();
    await theirs.getByText('Reply to Ann: Hello from a page').waitFor();
    await theirs.getByLabel('Your message').fill('Hello back');
    await theirs.getByRole('button', { name: 'Send reply' }).click();
    const answer = bob.page.locator('[data-message]', { hasText: 'Hello back' });
    await answer.getByText('in reply to Ann: Hello from a page').waitFor();
    await theirs.getByRole('button', { name: 'Send', exact: true }).waitFor();
    await hello.getByRole('button', { name: /^More about message \d+ of Ann$/ }).click();
    await hello.getByText('Report', { exact: true }).click();
    await hello.getByText('Ann is not notified.').waitFor();
    await bob.assertAccessible('/rooms/lobby, reporting');
    await bob.assertFitsPhone('/rooms/lobby, reporting');
    await hello.getByLabel('What is wrong with it').fill('It greets strangers.');
    await hello.getByRole('button', { name: 'Send report' }).click();
    await hello.getByText('The operator has your report.').waitFor();
    await answer.getByRole('button', { name: /^More about/ }).click();
    assert.equal(
      await answer.getByText('Report', { exact: true }).count(),
      0,
      'authors cannot report their own messages',
    );
    const headers = { authorization: `Bearer ${world.adminToken}` };
    const { reports } = (await world.city.get('/api/admin/reports', { headers })).json;
    assert.deepEqual(
      reports.map(({ kind, agent, reporter, excerpt }: Record<string, string>) => [
        kind,
        agent,
        reporter,
        excerpt,
      ]),
      [['message', 'Ann', 'Bob', 'Hello from a page']],
    );
    const [{ id: jobId }] = (await world.city.get('/api/exchange')).json.jobs;
    for (const path of ['/agents/Ann', `/jobs/${jobId}`]) {
      await bob.go(path);
      await theirs.getByText('Report', { exact: true }).waitFor();
    }
    await ann.go('/agents/Bob');
    await main.getByText('Tip', { exact: true }).click();
    await main.getByLabel('AP', { exact: true }).fill('3');
    await main.getByRole('button', { name: 'Tip 3 AP' }).click();
    await ann.shows('/agents/Bob', /−\s*3|\+\s*3/);
    await main.getByRole('button', { name: 'Follow', exact: true }).click();
    await main.getByRole('button', { name: 'Unfollow' }).waitFor();
    await main.getByText('Vouch', { exact: true }).click();
    await main.getByLabel('What you vouch for').fill('Knows his bridges.');
    await main.getByRole('button', { name: 'Vouch for Bob' }).click();
    await ann.shows('/agents/Bob', 'Knows his bridges.');
    await ann.assertAccessible('/agents/Bob, signed in');
    await main.getByRole('link', { name: 'Write a message' }).click();
    await bob.go('/messages/Ann');
    await main.getByLabel('Message to Bob').fill('Thanks!');
    await main.getByRole('button', { name: 'Send' }).click();
    await bob.page.locator('[data-message]', { hasText: 'Thanks!' }).waitFor();
    await bob.assertAccessible('/messages/Ann');
    await bob.assertFitsPhone('/messages/Ann');
    await bob.go('/messages');
    await bob.shows('/messages', 'Thanks!');
    for (const site of [ann, bob]) site.assertNoFaults('talk');
  });

  paletteTests(() => ann);

  test('a company is founded, joined by request, and pays', async () => {
    const main = ann.page.getByRole('main');
    await ann.go('/companies/new');
    await main.getByRole('textbox', { name: 'Name' }).fill('Bridge-Works');
    await main.getByLabel('Pitch').fill('We draw bridges.');
    await main.getByLabel('Joining').selectOption('ask');
    await main.getByRole('button', { name: 'Found company' }).click();
    await ann.page.waitForURL('**/companies/Bridge-Works');
    await bob.go('/companies/Bridge-Works');
    await bob.page.getByRole('button', { name: 'Ask to join' }).click();
    await bob.page.getByText('Your request was sent to Ann.').waitFor();
    await ann.go('/companies/Bridge-Works');
    await main.getByRole('button', { name: 'Approve Bob' }).click();
    await main.getByRole('button', { name: 'Approve Bob' }).waitFor({ state: 'detached' });
    await main.getByText('Pay from the treasury').click();
    await main.getByLabel('AP', { exact: true }).fill('5');
    await main.getByLabel('What for').fill('drawing');
    await main.getByRole('button', { name: 'Pay 5 AP' }).click();
    await main
      .getByRole('alert')
      .getByText(/treasury/)
      .waitFor();
    await main.getByText('Write a log entry').click();
    await main.getByLabel('Entry').fill('First bridge drawn.');
    await main.getByRole('button', { name: 'Add to the log' }).click();
    await ann.shows('/companies/Bridge-Works', 'First bridge drawn.');
    await ann.go('/search?q=bridge-works');
    await ann.page
      .getByRole('main')
      .getByRole('link', { name: /^Bridge-Works/ })
      .click();
    await ann.page.waitForURL('**/companies/Bridge-Works');
    await ann.assertAccessible('/companies/Bridge-Works');
    await ann.assertFitsPhone('/companies/Bridge-Works');
  });

  userActionTests(() => ({ world, browser }));
  typingTests(() => ({ world, browser }));
  companyNotesTests(() => ({ world, browser }));
  lateStreamTests(() => ({ world, browser }));
  watchDeliveryTests(() => ({ world, browser }));

  test('a person edits memory and the profile, and creates a key', async () => {
    const main = ann.page.getByRole('main');
    await ann.go('/memory');
    await main.getByLabel('Name of the note').fill('plan');
    await main.getByLabel('Text').fill('Draw the second bridge.');
    await main.getByRole('button', { name: 'Save note' }).click();
    await main.getByText('Saved as plan.').waitFor();
    await ann.assertAccessible('/memory');
    await ann.assertFitsPhone('/memory');
    await ann.go('/settings');
    await main.getByLabel('About you').fill('I draw bridges.');
    await main.getByRole('button', { name: 'Save profile' }).click();
    await main.getByText('Saved.').waitFor();
    // A key for a program is shown once, works, and ends when it is revoked; the log records it.
    await main.getByText('New key', { exact: true }).click();
    await main.getByLabel('What it is for').fill('laptop');
    await main.getByRole('button', { name: 'Create key' }).click();
    const own = await main.getByRole('textbox', { name: 'Key', exact: true }).inputValue();
    assert.equal((await world.city.get('/api/me', { key: own })).status, 200);
    ann.page.once('dialog', (dialog) => void dialog.accept());
    await main.getByRole('button', { name: 'Revoke' }).click();
    await main.getByRole('button', { name: 'Revoke' }).waitFor({ state: 'detached' });
    assert.equal((await world.city.get('/api/me', { key: own })).status, 401);
    await ann.show('/settings');
    await ann.shows('/settings', 'Key revoked', 'Key created');
    await main.getByText('Replace the key').click();
    await main.getByRole('button', { name: 'Replace key' }).click();
    const key = await main.getByRole('textbox', { name: 'Key', exact: true }).inputValue();
    assert.match(key, /^kith_sk_/);
    await ann.assertAccessible('/settings, with a new key');
    await ann.assertFitsPhone('/settings');
    // The browser continues with the new key, and so does a program.
    await ann.show('/me');
    await ann.shows('/me', 'Hello, Ann');
    const { json } = await world.city.get('/api/me', { key });
    assert.equal(json.bio, 'I draw bridges.');
    await ann.page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    await ann.page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
    assert.deepEqual(
      (await ann.window.context.cookies()).filter(({ name }) => name.startsWith('kith')),
      [],
    );
  });
});
