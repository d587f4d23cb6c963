import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addresses } from '../../src/web/addresses.ts';
import { noBrowser, startBrowser, type TestBrowser } from '../harness/browser.ts';
import { startWorld, type World } from '../utility/world.ts';
import { Site } from './site.ts';

const hostile = (field: string): string => `${field}'"><img src=x onerror=pwned=1>`;

describe('the pages of the utility API', { skip: noBrowser }, () => {
  let world: World;
  let browser: TestBrowser;
  let site: Site;
  before(async () => {
    const zone = { 'watched.test': { A: ['127.0.0.1'] } };
    [world, browser] = await Promise.all([startWorld(undefined, { zone }), startBrowser()]);
    site = await Site.open(browser, world.utility.url);
  });
  after(async () => {
    await browser.close();
    await world.stop();
    await world.dns.close();
  });
  const giveKey = async () => {
    await site.page.getByLabel('Ally key or city key').fill(world.ally);
    await site.page.getByRole('button', { name: 'Use this key' }).click();
  };

  test('the index gives a program the catalogue, and a person the page', async () => {
    const index = await world.utility.get('/');
    const { json } = await world.utility.get('/skills');
    assert.deepEqual([index.json.count, index.json.skills], [29, json.skills]);
    assert.equal(index.headers.vary, 'accept');
    const page = await world.utility.get('/', { headers: { accept: 'text/html' } });
    assert.match(page.headers['content-type'] ?? '', /^text\/html/);
    const again = await world.utility.get('/', {
      headers: { accept: 'text/html', 'if-none-match': page.headers.etag! },
    });
    assert.deepEqual([again.status, again.text], [304, '']);
    const program = await world.utility.get('/playground/dns-lookup');
    assert.equal(program.status, 404);
    assert.match(program.json.hint, /\/dns-lookup is for programs/);
    const skill = await world.utility.get('/json-repair?json=%7B%7D&free=1', {
      headers: { accept: 'text/html' },
    });
    assert.match(
      skill.headers['content-type'] ?? '',
      /^application\/json/,
      'a call answers the same whoever asks',
    );
  });

  test('every address has a page, and every page an address', async () => {
    for (const [name, client] of [
      ['city', world.city],
      ['utility', world.utility],
    ] as const) {
      const shell = (await client.get('/', { headers: { accept: 'text/html' } })).text;
      const entry = /<script type="module" src="([^"]+)"/.exec(shell)![1]!;
      const shown = (await client.get(entry)).text.matchAll(/path: '([^']+)', load:/g);
      const listed = addresses[name].map(({ path }) => path);
      assert.deepEqual([...shown].map(([, path]) => path).sort(), listed.toSorted());
    }
  });

  test('what the first view loads is small, comes from here alone and may be kept', async () => {
    const { page } = site;
    const loaded: { url: string; bytes: number; kept: string | undefined }[] = [];
    page.on('response', async (response) => {
      if (!/\.(ts|css)$/.test(new URL(response.url()).pathname)) return;
      const { responseBodySize: bytes } = await response.request().sizes();
      loaded.push({ url: response.url(), bytes, kept: response.headers()['cache-control'] });
    });
    await site.show('/');
    await page.waitForLoadState('networkidle');
    const script = loaded.filter(({ url }) => url.endsWith('.ts'));
    assert.ok(script.length > 0);
    assert.ok(script.reduce((sum, { bytes }) => sum + bytes, 0) < 100_000, JSON.stringify(script));
    assert.ok(loaded.every(({ kept }) => kept?.includes('immutable')));
    const stale = await world.utility.get('/web/0000000000000000/utility.ts');
    assert.equal(stale.status, 404);
    const policy = (await world.utility.get('/', { headers: { accept: 'text/html' } })).headers[
      'content-security-policy'
    ];
    assert.doesNotMatch(policy ?? '', /unsafe|\*|https?:/);
    page.removeAllListeners('response');
  });

  test('every skill stands in the catalogue, and is called in the playground with its example', async () => {
    const { page } = site;
    await site.show('/');
    assert.equal(await page.locator('.card').count(), 29);
    await site.assertAccessible('/');
    await site.assertFitsPhone('/');
    await page.getByLabel('Find a skill').fill('repair');
    await page.getByRole('link', { name: 'json-repair' }).click();
    await page.getByRole('heading', { name: 'Try json-repair' }).waitFor();
    await page
      .getByLabel('json', { exact: false })
      .last()
      .fill('{a: "<img src=x onerror=pwned=1>", b: [1, 2,');
    await page.getByRole('button', { name: 'Call it' }).click();
    const answer = page.getByLabel('Answer', { exact: true });
    await answer.waitFor();
    const value = JSON.parse(await answer.innerText());
    assert.deepEqual([value.valid_before, value.json.b], [false, [1, 2]]);
    assert.match(await page.getByLabel('Headers').innerText(), /x-kith-paid-by: taste/);
    const curl = await page.getByLabel('The same with curl').innerText();
    assert.match(curl, /^curl 'http:\/\/127\.0\.0\.1:\d+\/json-repair\?json=.*free=1'$/);
    await page.getByText('Call with a key instead').click();
    await giveKey();
    await page.getByText('with your key', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Call it' }).click();
    await page.getByText('x-kith-paid-by: ally').waitFor();
    assert.match(await page.getByLabel('The same with curl').innerText(), /x-ally-key: \$ALLY_KEY/);
    await site.assertAccessible('/playground/json-repair');
    await site.show('/playground/verify-email');
    await page.getByRole('button', { name: 'Call it' }).click();
    await page.locator('.tag', { hasText: /^\d{3}$/ }).waitFor();
    site.assertNoFaults('/playground');
  });

  test('a watch is made and looked at with a key that no storage keeps', async () => {
    const { page } = site;
    await site.show('/watches');
    await page.getByLabel('Ally key or city key').fill('kith_ally_wrong');
    await page.getByRole('button', { name: 'Use this key' }).click();
    await page.getByRole('alert').getByText(/key/).waitFor();
    await giveKey();
    await page.getByLabel('Kind').selectOption('dns');
    await page.getByLabel('Target').fill('watched.test');
    await page.getByRole('button', { name: 'Watch it' }).click();
    await page.getByLabel('Webhook secret').waitFor();
    await site.assertAccessible('/watches');
    await page.getByRole('link', { name: 'watched.test' }).click();
    await page.getByText('Nothing has changed since the baseline.').waitFor();
    assert.match(await site.text(), /127\.0\.0\.1/);
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByRole('status').getByText(/./).or(page.getByText('Changes')).first().waitFor();
    await site.assertAccessible('/watches/{id}');
    await site.assertFitsPhone('/watches/{id}');
    const kept = await site.remembered();
    assert.ok(!kept.includes(world.ally));
    site.assertNoFaults('/watches');
  });

  test('a video is followed to its end', async () => {
    const { page } = site;
    let asked = 0;
    // The renderer is another matter, and takes minutes: what the page needs of it is this answer.
    await page.route('**/video/vid_1', (route) => {
      const done = ++asked > 2;
      const base = {
        job_id: 'vid_1',
        topic: hostile('topic'),
        voice: 'af_heart',
        error: null,
        created_at: new Date().toISOString(),
      };
      const json = done
        ? {
            ...base,
            status: 'done',
            stage: 'publish',
            progress: 1,
            video: `${world.utility.url}/v.mp4`,
            poster: null,
            captions: null,
            title: hostile('title'),
            description: hostile('words'),
            tags: [hostile('tag')],
            duration_s: 31,
            finished_at: new Date().toISOString(),
          }
        : {
            ...base,
            status: 'rendering',
            stage: 'scenes',
            progress: 0.4,
            video: null,
            poster: null,
            captions: null,
            title: null,
            description: null,
            tags: [],
            duration_s: null,
            finished_at: null,
          };
      return route.fulfill({ json });
    });
    await site.show('/videos/vid_1');
    await giveKey();
    await page.getByText('40 %, scenes').waitFor();
    await site.assertAccessible('/videos/{id}');
    await page.locator('video').waitFor();
    assert.equal(await page.locator('video').getAttribute('src'), '/v.mp4');
    const text = await site.text();
    for (const field of ['topic', 'title', 'words', 'tag']) assert.ok(text.includes(hostile(field)), field);
    await page.unroute('**/video/vid_1');
    assert.equal(await page.evaluate(() => 'pwned' in globalThis), false);
    await site.show('/videos');
    await site.assertAccessible('/videos');
    site.assertNoFaults('/videos');
  });

  test('the self-test is a calendar', async () => {
    const { page } = site;
    const run_at = new Date().toISOString();
    // As a day's real runs are told; a run of all skills needs the internet.
    const results = [
      { skill: 'dns-lookup', passed: false, ms: 12, checked: 'A of example.com', error: hostile('error') },
    ];
    const json = {
      passed: 28,
      failed: 1,
      count: 29,
      run_at,
      next_run_at: run_at,
      results,
      history: [{ passed: 28, failed: 1, count: 29, run_at }],
    };
    await page.route('**/selftest?*', (route) => route.fulfill({ json }));
    await site.show('/selftests');
    assert.equal(await page.locator('.calendar li').count(), 35);
    assert.match(await page.locator('.calendar li.bad').innerText(), /28\/29/);
    assert.ok((await site.text()).includes(hostile('error')));
    await site.assertAccessible('/selftests');
    await site.assertFitsPhone('/selftests');
    await page.unroute('**/selftest?*');
    site.assertNoFaults('/selftests');
  });

  test('kithnet, the resolvers and the reference', async () => {
    const { page } = site;
    const pledge = 'I join and accept the charter.';
    const join = (ally: string, more: object) =>
      world.utility.post('/kithnet/join', { pledge, ...more }, { ally });
    const other = (await world.utility.post('/ally/register', { agent: 'neighbour' })).json.key;
    assert.equal(
      (await join(world.ally, { capability: hostile('can'), needs: hostile('needs') })).status,
      201,
    );
    assert.equal((await join(other, { capability: 'Maps.', needs: 'Poems.' })).status, 201);
    const trade = { with: 'neighbour', gave: hostile('gave'), got: hostile('got') };
    assert.equal((await world.utility.post('/kithnet/trade', trade, { ally: world.ally })).status, 201);
    await site.show('/mutual-aid');
    const text = await site.text();
    for (const field of ['can', 'needs', 'gave', 'got']) assert.ok(text.includes(hostile(field)), field);
    assert.equal(await page.locator('main img').count(), 0);
    await site.assertAccessible('/mutual-aid');
    await site.assertFitsPhone('/mutual-aid');

    await site.show('/resolvers');
    await page.getByText('3 ways to prove it wrong').first().click();
    await page.getByText('there is no contract at the address').first().waitFor();
    await site.assertAccessible('/resolvers');
    await site.assertFitsPhone('/resolvers');
    site.assertNoFaults('/resolvers');

    await page.getByRole('link', { name: 'Reference', exact: true }).click();
    await page.getByText('skills', { exact: true }).waitFor();
    await page.getByText('skills', { exact: true }).click();
    await page.getByText('/dns-lookup', { exact: true }).first().waitFor();
    // What stands inside the viewer is its own; around it the rules are ours.
    await site.assertAccessible('/reference', ['#reference']);
    site.assertNoFaults('/reference');
    await page.getByRole('link', { name: 'Catalogue' }).click();
    await site.drawn();
    assert.match(await site.text(), /29 data skills/);
  });
});
