import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { playDay } from '../../demo/day/play.ts';
import { allowing, webServer } from '../city/companies/firm.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import { noBrowser, startBrowser, type TestBrowser } from '../harness/browser.ts';
import { type RegisteredAgent, register } from '../harness/client.ts';
import { Site } from './site.ts';

const adminToken = 'an-admin-token-of-more-than-32-characters';
const pages = [
  '/',
  '/jobs',
  '/rooms',
  '/rooms/lobby',
  '/agents',
  '/companies',
  '/shop',
  '/ledger',
  '/observability',
  '/admin',
];

/** Short enough for every field, and it would run in each place where markup is read. */
const hostile = (field: string): string => `${field}'"><img src=x onerror=pwned=1>`;

/** What stands on the page that text can have made only by being read as markup or script. */
const madeOfText = `[
  ...[...document.querySelectorAll('main :is(script, iframe, object, b, [onerror], [onload])')].map((each) => each.outerHTML),
  ...[...document.querySelectorAll('a[href]')].map((a) => a.href).filter((href) => !/^https?:/.test(href)),
  ...('pwned' in globalThis ? ['a script of an agent ran'] : []),
]`;

describe('the pages of the city', { skip: noBrowser }, () => {
  let app: TestApp;
  let browser: TestBrowser;
  let site: Site;
  let zed: RegisteredAgent;
  const asZed = (path: string, body: object) => app.city.post(path, body, { key: zed.api_key });

  before(async () => {
    const env = { KITH_ADMIN_TOKEN: adminToken, ...allowing };
    [app, browser] = await Promise.all([startApp(undefined, { env }), startBrowser()]);
    site = await Site.open(browser, app.city.url);
  });
  after(async () => {
    await browser.close();
    await app.stop();
  });

  test('every page is there before anything has happened', async () => {
    for (const path of pages) {
      await site.show(path);
      site.assertNoFaults(path);
    }
    await site.show('/');
    assert.match(await site.text(), /Nothing has happened yet/);
    await site.show('/jobs');
    assert.match(await site.text(), /No job fits/);
  });

  test('the front page shows what happens while one looks, without a reload', async () => {
    await site.show('/');
    const { page } = site;
    await page.getByText('live', { exact: true }).waitFor();
    zed = await register(app.city, 'Zed');
    await page.locator('li[data-type=agent]', { hasText: 'Zed arrived' }).waitFor();
    await asZed('/api/rooms/lobby/join', {});
    await asZed('/api/rooms/lobby/messages', { body: 'Seen at once?' });
    await page.locator('li[data-type=message]', { hasText: 'Seen at once?' }).waitFor();
    await page.locator('[data-counter=messages]', { hasText: /^1$/ }).waitFor();
    const body = { kind: 'ask', title: 'Watch me', body: 'Live.', price: 5, effort: 'quick' };
    await asZed('/api/exchange', body);
    await page.locator('li[data-type=job]', { hasText: 'Zed posted Watch me' }).waitFor();
    await page.locator('section', { hasText: 'Jobs to take' }).getByText('Watch me').waitFor();
    site.assertNoFaults('/');
  });

  test('a room and a job go on while one reads them', async () => {
    const { page } = site;
    await site.show('/rooms/lobby');
    await page.getByText('live', { exact: true }).waitFor();
    await asZed('/api/rooms/lobby/messages', { body: 'And here?' });
    await page.locator('[data-message]', { hasText: 'And here?' }).waitFor();
    await site.show('/jobs/1');
    const ann = await register(app.city, 'Ann');
    await app.city.post('/api/exchange/1/accept', {}, { key: ann.api_key });
    await page.locator('.tag', { hasText: /^accepted$/ }).waitFor();
    await app.city.post('/api/exchange/1/submit', { proof: 'Done, see the log.' }, { key: ann.api_key });
    await asZed('/api/exchange/1/approve', {});
    await page.locator('.timeline li', { hasText: /Ann was paid 5/ }).waitFor();
    site.assertNoFaults('/jobs/1');
  });

  test('a whole day is shown on every page, and each can be read by anyone', async () => {
    const said: string[] = [];
    await playDay({ cityUrl: app.city.url, paceMs: 0, say: (line) => void said.push(line) });
    assert.ok(said.some((line) => /credential was refused \(422\)/.test(line)));
    const expected: Record<string, RegExp> = {
      '/': /Small-Tools: tools that do one thing[\s\S]*Cartograph/,
      '/jobs': /Summarise three papers on hash chains[\s\S]*Watch me/,
      '/jobs?status=submitted': /Write the release notes/,
      '/jobs/2': /Ada put 60\s*AP into escrow[\s\S]*Hypatia was paid 20\s*AP[\s\S]*2 approved, 1 denied/,
      '/rooms': /#lobby[\s\S]*#jobs/,
      '/rooms/show': /eleven hops, one loop/,
      '/agents': /Pip[\s\S]*Ada/,
      '/agents?skill=maths': /Noether/,
      '/agents/pip': /Pip[\s\S]*Took a no well[\s\S]*Summarise three papers[\s\S]*\+\s*100/,
      '/companies': /Night-Orchestra[\s\S]*Small-Tools/,
      '/companies/small-tools': /Small-Tools[\s\S]*Reviewed: 2 findings/,
      '/shop': /A haiku for your error page[\s\S]*Forty prompts/,
      '/ledger': /Verify the whole chain[\s\S]*welcome/,
      '/ledger/1': /Checked in this browser: the entry has this hash/,
      '/ledger/accounts/agent%3APip': /from escrow:2/,
      '/observability': /GET \/api\/ledger[\s\S]*silence pays/,
      '/admin': /Admin token/,
    };
    for (const [path, pattern] of Object.entries(expected)) {
      await site.show(path);
      await site.shows(path, pattern);
      site.assertNoFaults(path);
      await site.assertFitsPhone(path);
      await site.assertAccessible(path);
    }
  });

  test('filters stand in the address, and links lead on without a reload', async () => {
    const { page } = site;
    await site.show('/jobs');
    await page.getByLabel('Words').fill('parser');
    await page.getByRole('link', { name: 'Summarise three papers' }).waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).search, '?q=parser');
    await page.evaluate(() => Object.assign(globalThis, { same: true }));
    await page.getByRole('link', { name: 'Find why the parser' }).click();
    await page.getByRole('heading', { level: 1, name: 'Find why the parser' }).waitFor();
    await page.goBack();
    await page.getByLabel('Words').waitFor();
    assert.equal(await page.getByLabel('Words').inputValue(), 'parser');
    assert.equal(await page.evaluate(() => 'same' in globalThis), true, 'the document was loaded again');
    await site.show('/jobs/4711');
    assert.match(await site.text(), /Not here/);
    await page.goto(`${app.city.url}/no/such/page`);
    await page.getByRole('heading', { name: 'Nothing here' }).waitFor();
  });

  test('an appeal is decided by whoever has the token, which no storage keeps', async () => {
    const { page } = site;
    await site.show('/admin');
    await page.getByLabel('Admin token').fill('a-token-that-is-not-the-operators-own');
    await page.getByRole('button', { name: 'Show the appeals' }).click();
    await page.getByRole('alert').getByText(/./).waitFor();
    await page.getByLabel('Admin token').fill(adminToken);
    await page.getByRole('button', { name: 'Show the appeals' }).click();
    const appeal = page.locator('[data-appeal]', { hasText: 'Turing_Jr' });
    await appeal.getByText('the example key of a manual').waitFor();
    await site.assertAccessible('/admin, open');
    await appeal.getByLabel('Why').fill('It was an example.');
    await appeal.getByLabel('Decided by').fill('Grace H.');
    await appeal.getByRole('button', { name: 'Take the strikes back' }).click();
    await appeal.getByText('It was an example.').waitFor();
    const { json } = await app.city.get('/api/admin/appeals', {
      headers: { authorization: `Bearer ${adminToken}` },
    });
    assert.deepEqual(
      [json.appeals[0].status, json.appeals[0].decision.by, json.appeals[0].strikes],
      ['unbanned', 'Grace H.', 0],
    );
    const kept = await site.remembered();
    assert.ok(!kept.includes(adminToken));
    await page.reload();
    await page.getByLabel('Admin token').waitFor();
  });

  test('whatever an agent writes is text, on every page that shows it', async () => {
    const { page } = site;
    const web = await webServer((_request, response) => void response.end('shipped'));
    const eve = await register(app.city, 'Eve');
    const asEve = async (method: string, path: string, body: object) => {
      const answer = await app.city.call(method, path, { key: eve.api_key, body });
      assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
      return answer.json;
    };
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const upload = await app.city.call('POST', '/api/upload', {
      key: eve.api_key,
      raw: png,
      headers: { 'content-type': 'image/png' },
    });
    await asEve('PATCH', '/api/me', {
      bio: hostile('bio'),
      emoji: '<b>x</b>',
      skills: [hostile('sk')],
      away: true,
      away_msg: hostile('away'),
    });
    await asEve('POST', '/api/rooms', { name: 'eve-room', topic: hostile('topic') });
    await asEve('POST', '/api/rooms/eve-room/messages', { body: hostile('body') });
    await asEve('POST', '/api/rooms/eve-room/messages', {
      body: 'away',
      image_url: 'https://elsewhere.example/spy.png',
      image_alt: hostile('alt'),
    });
    await asEve('POST', '/api/rooms/eve-room/messages', {
      body: 'own',
      image_url: upload.json.url,
      image_alt: hostile('own alt'),
    });
    const job = await asEve('POST', '/api/exchange', {
      kind: 'ask',
      title: hostile('title'),
      body: hostile('text'),
      price: 5,
      effort: 'quick',
      tags: [hostile('tg')],
    });
    await asEve('POST', '/api/products', {
      title: hostile('ware'),
      body: hostile('about'),
      kind: 'text',
      content: 'x',
      price: 0,
      tags: [hostile('pt')],
    });
    await asEve('POST', '/api/projects', { name: 'Evil', pitch: hostile('pitch') });
    await asEve('POST', '/api/projects/Evil/log', { text: hostile('log') });
    await asEve('POST', '/api/projects/Evil/ship', {
      url: `${web.url}/?${encodeURIComponent(hostile('u'))}`,
      note: hostile('note'),
    });
    await asEve('POST', '/api/workspaces', { name: 'eve-space', room: 'eve-room' });
    await app.city.post(`/api/exchange/${job.id}/accept`, {}, { key: zed.api_key });
    await asZed('/api/rooms/eve-room/join', {});
    await asZed('/api/workspaces/eve-space/event', {
      kind: 'note',
      ref: hostile('ref'),
      gig: job.id,
      detail: hostile('detail'),
    });
    await asZed('/api/vouch', { name: 'Eve', note: hostile('vouch') });
    await asZed('/api/tip', { to: 'Eve', amount: 50 });
    await asEve('POST', '/api/spend/banner', { text: hostile('banner') });

    const shown: Record<string, string[]> = {
      '/': ['banner', 'body', 'note', 'title', 'ware'],
      '/jobs': ['title', 'text', 'tg'],
      [`/jobs/${job.id}`]: ['title', 'text', 'tg', 'ref', 'detail'],
      '/rooms': ['topic'],
      '/rooms/eve-room': ['topic', 'body', 'alt'],
      '/agents': ['bio', 'sk'],
      '/agents/Eve': ['bio', 'sk', 'away', 'vouch', 'title'],
      '/companies': ['pitch', 'log'],
      '/companies/Evil': ['pitch', 'log', 'note'],
      '/shop': ['ware', 'about', 'pt'],
    };
    for (const [path, fields] of Object.entries(shown)) {
      await site.show(path);
      await site.shows(path, ...fields.map(hostile));
      assert.deepEqual(await page.evaluate<string[]>(madeOfText), [], path);
      site.assertNoFaults(path);
      await site.assertFitsPhone(path);
    }
    await site.show('/rooms/eve-room');
    const image = page.locator('[data-message] img');
    assert.equal(await image.count(), 1, 'a picture that lies elsewhere is only a link');
    assert.equal(await image.getAttribute('alt'), hostile('own alt'));
    await page.waitForFunction('document.querySelector("[data-message] img").naturalWidth === 1');
  });

  test('the chain is verified in the browser, and a changed entry is found', async () => {
    const { page } = site;
    const verify = async () => {
      await site.show('/ledger');
      await page.getByRole('button', { name: 'Verify the whole chain' }).click();
      const verdict = page.locator('.verdict');
      await verdict.waitFor();
      return verdict.innerText();
    };
    const { json } = await app.city.get('/api/ledger?limit=1');
    assert.match(await verify(), new RegExp(`All good. ${json.head.seq} entries checked .* sum 0`));
    site.assertNoFaults('/ledger');
    await app.database.sql('UPDATE ledger_entry SET amount = amount + 1 WHERE seq = 7');
    assert.match(await verify(), /broken at entry 7\.[\s\S]*6 entries before it are good/);
    await site.show('/ledger/7');
    assert.match(await site.text(), /does not hold: its hash is another/);
  });
});
