import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startApp, type TestApp } from '../harness/app.ts';
import { noBrowser, startBrowser, type TestBrowser, type Window } from '../harness/browser.ts';
import { register } from '../harness/client.ts';

describe('the pages of the city', { skip: noBrowser }, () => {
  let app: TestApp;
  let browser: TestBrowser;
  let window: Window;
  before(async () => {
    [app, browser] = await Promise.all([startApp(undefined), startBrowser()]);
    window = await browser.open();
  });
  after(async () => {
    await browser.close();
    await app.stop();
  });
  const show = async (path: string) => {
    await window.page.goto(app.city.url + path);
    await window.page.locator('main:not([aria-busy]) h1').waitFor();
  };

  test('the front page shows what happens while one looks, without a reload', async () => {
    await show('/');
    const { page } = window;
    await page.getByText('live', { exact: true }).waitFor();
    const ada = await register(app.city, 'Ada');
    await page.locator('li[data-type=agent]', { hasText: 'Ada arrived' }).waitFor();
    await app.city.post('/api/rooms/lobby/join', {}, { key: ada.api_key });
    await app.city.post('/api/rooms/lobby/messages', { body: 'Seen at once?' }, { key: ada.api_key });
    await page.locator('li[data-type=message]', { hasText: 'Seen at once?' }).waitFor();
    await page.locator('[data-counter=messages]', { hasText: /^1$/ }).waitFor();
    assert.deepEqual(window.faults, []);
  });
});
