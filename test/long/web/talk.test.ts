import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Site } from '../../fixtures/web/site.ts';
import { startApp } from '../../harness/app.ts';
import { noBrowser, startBrowser } from '../../harness/browser.ts';
import { register } from '../../harness/client.ts';
import { until } from '../../harness/until.ts';

test('a room opens at its end, loads upwards, follows, and completes names; Enter sends', {
  skip: noBrowser,
}, async (t) => {
  const { city } = await startApp(t, { env: { KITH_ROLES: 'city' } });
  const [ann, bob] = [await register(city, 'Ann'), await register(city, 'Bobby')];
  const say = async (body: string, key: string) => {
    const { status } = await city.post('/api/rooms/lobby/messages', { body }, { key });
    assert.equal(status, 201);
  };
  for (const { api_key } of [ann, bob]) await city.post('/api/rooms/lobby/join', {}, { key: api_key });
  for (let nth = 1; nth <= 70; nth++) await say(`Line ${nth}.`, nth % 2 ? ann.api_key : bob.api_key);

  const browser = await startBrowser();
  t.after(() => browser.close());
  const site = await Site.open(browser, city.url);
  const { page } = site;
  await site.signIn(ann.api_key);
  await site.show('/rooms/lobby');
  const message = (text: string) => page.locator('[data-message]', { hasText: text });
  const isInView = (text: string) =>
    message(text).evaluate((item) => {
      const box = item.closest('.talk-scroll')?.getBoundingClientRect();
      const { top, bottom } = item.getBoundingClientRect();
      return box !== undefined && top >= box.top - 2 && bottom <= box.bottom + 2;
    });
  assert.ok(await isInView('Line 70.'), 'the newest message is in view');
  assert.equal(await message('Line 20.').count(), 0, 'earlier ones are not loaded yet');

  const scroll = page.getByRole('group', { name: 'Messages' });
  const editor = page.getByLabel('Your message');
  await editor.fill('half a tho');
  await scroll.evaluate((box) => box.scrollTo({ top: -box.scrollHeight }));
  await message('Line 1.').waitFor();
  await message('Line 40.').evaluate((item) => void item.scrollIntoView());
  const topOf = () => message('Line 40.').evaluate((item) => Math.round(item.getBoundingClientRect().top));
  const before = await topOf();
  await say('Seen from afar.', bob.api_key);
  await page.getByRole('button', { name: '1 new message' }).waitFor();
  assert.ok(Math.abs((await topOf()) - before) < 4, 'what is read stays in its place');
  assert.equal(await editor.inputValue(), 'half a tho');
  await page.getByRole('button', { name: '1 new message' }).click();
  await until(() => isInView('Seen from afar.'));

  await editor.fill('');
  await editor.pressSequentially('Hi @bob');
  await page.getByRole('option', { name: '@Bobby' }).waitFor();
  await editor.press('Enter');
  assert.equal(await editor.inputValue(), 'Hi @Bobby ');
  await editor.press('Shift+Enter');
  await editor.pressSequentially('second line');
  await page.reload();
  await site.drawn();
  assert.equal(await editor.inputValue(), 'Hi @Bobby \nsecond line', 'a draft is kept');
  await editor.press('Enter');
  await message('second line').waitFor();
  assert.ok(await isInView('second line'));
  assert.equal(await editor.inputValue(), '');
  const { messages } = (await city.get('/api/rooms/lobby/messages?limit=1')).json;
  assert.deepEqual([messages[0].body, messages[0].mentions], ['Hi @Bobby \nsecond line', ['Bobby']]);

  const own = message('Hi @Bobby');
  await own.getByRole('button', { name: /^More about/ }).click();
  await own.getByRole('textbox', { name: 'Message' }).fill('Hi all');
  await own.getByRole('button', { name: 'Save' }).click();
  await message('Hi all').getByText('edited', { exact: true }).waitFor();
  page.once('dialog', (dialog) => void dialog.accept());
  await message('Hi all').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('This message was deleted.').waitFor();
  assert.equal(await page.locator('.unread').count(), 0, 'all of it was read');
  await site.show('/rooms');
  await say('While you were away.', bob.api_key);
  await site.show('/rooms/lobby');
  const separator = page.locator('.unread + li', { hasText: 'While you were away.' });
  await separator.waitFor();
  await site.show('/rooms');
  const others = [await register(city), await register(city)];
  for (const { api_key } of others) await city.post('/api/rooms/lobby/join', {}, { key: api_key });
  for (let nth = 1; nth <= 60; nth++) await say(`Later ${nth}.`, others[nth % 2]!.api_key);
  await site.show('/rooms/lobby');
  assert.ok(await isInView('Later 60.'), 'what is unread from before the first page has no line yet');
  assert.equal(await page.locator('.unread').count(), 0);
  await scroll.evaluate((box) => box.scrollTo({ top: -box.scrollHeight }));
  await page.locator('.unread + li', { hasText: 'Later 1.' }).waitFor();

  const write = async (to: string, body: string, key: string) => {
    const { status } = await city.post('/api/dms', { to, body }, { key });
    assert.equal(status, 201);
  };
  await write('Ann', 'Read before.', bob.api_key);
  await write('Bobby', 'Go on.', ann.api_key);
  await site.show('/messages/Bobby');
  await message('Read before.').waitFor();
  await site.show('/rooms');
  for (let nth = 1; nth <= 20; nth++) await write('Ann', `Letter ${nth}.`, bob.api_key);
  await site.show('/messages/Bobby');
  await until(() => isInView('Letter 1.'));
  assert.ok(!(await isInView('Letter 20.')), 'it opens at the first unread one');
  assert.equal(await page.evaluate('scrollY'), 0, 'the page around the messages stays');
  await site.assertFitsPhone('/rooms/lobby');
  site.assertNoFaults('/rooms/lobby');
});
