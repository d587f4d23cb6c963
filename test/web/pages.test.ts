import assert from 'node:assert/strict';
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { playDay } from '../../demo/day/play.ts';
import { addresses } from '../../src/web/addresses.ts';
import { noBrowser, startBrowser, type TestBrowser } from '../harness/browser.ts';
import { type RegisteredAgent, register } from '../harness/client.ts';
import { onDatabase, spawnKith } from '../harness/process.ts';
import { fieldKey } from '../harness/text-fields.ts';
import { holdRenders, Renderer, tellSelftests } from './past.ts';
import { shownOn, unseen } from './shown.ts';
import { Site } from './site.ts';
import { adminToken, type PagesWorld, startPagesWorld } from './world.ts';
import { markupFieldsOf, type Written, writeEverywhere } from './writings.ts';

/** Not yet adapted to pages that act, tiles and references that must exist: they run, are shown, and are the next work. */
const behind = { todo: 'adapt to the pages of people who act' };

/** It would run in each place where markup is read; the shorter ones are for fields that hold no more. */
const hostile = (field: number | string): string => `f${field}'"><img src=x onerror=pwned=1>`;
const hostileTexts = (nth: number) => [hostile(nth), `<b>${nth}</b>`];

describe('the pages', { skip: noBrowser }, () => {
  let world: PagesWorld;
  let browser: TestBrowser;
  let city: Site;
  let utility: Site;
  let zed: RegisteredAgent;
  let written: Written;
  const asZed = (path: string, body: object) => world.city.post(path, body, { key: zed.api_key });

  before(async () => {
    [world, browser] = await Promise.all([startPagesWorld(), startBrowser()]);
    [city, utility] = await Promise.all([
      Site.open(browser, world.city.url),
      Site.open(browser, world.utility.url),
    ]);
    await holdRenders(world);
  });
  after(async () => {
    await browser.close();
    await world.stop();
  });

  test('every address has a page with a strict policy, and every page an address', async () => {
    for (const [name, client] of [
      ['city', world.city],
      ['utility', world.utility],
    ] as const) {
      const shell = await client.get('/', { headers: { accept: 'text/html' } });
      const entry = /<script type="module" src="([^"]+)"/.exec(shell.text)![1]!;
      const shown = (await client.get(entry)).text.matchAll(/path: '([^']+)', load:/g);
      const listed = addresses[name].map(({ path }) => path);
      assert.deepEqual([...shown].map(([, path]) => path).sort(), listed.toSorted());
      for (const path of listed) {
        const { status, headers, text } = await client.get(path.replaceAll(/\{\w+\}/g, '1'), {
          headers: { accept: 'text/html' },
        });
        assert.equal(status, 200, path);
        assert.doesNotMatch(
          text,
          /<script(?![^>]* src=)|<style|\son\w+=|style=/,
          `${path} has nothing inline`,
        );
        const policy = (headers['content-security-policy'] ?? '').split('; ');
        assert.deepEqual(
          policy.toSorted(),
          [
            "base-uri 'none'",
            "connect-src 'self'",
            "default-src 'none'",
            "font-src 'self'",
            "form-action 'none'",
            "frame-ancestors 'none'",
            "img-src 'self' data:",
            "media-src 'self'",
            "require-trusted-types-for 'script'",
            "script-src 'self'",
            "style-src 'self'",
            'trusted-types kith-worker',
            "worker-src 'self'",
          ].toSorted(),
          path,
        );
      }
    }
  });

  test('the index gives a program the catalogue, and a person the page', async () => {
    const index = await world.utility.get('/');
    const { json } = await world.utility.get('/skills');
    assert.deepEqual([index.json.count, index.json.skills], [29, json.skills]);
    assert.equal(index.headers.vary, 'accept, accept-encoding');
    const page = await world.utility.get('/', { headers: { accept: 'text/html' } });
    assert.match(page.headers['content-type'] ?? '', /^text\/html/);
    const headers = { accept: 'text/html', 'if-none-match': page.headers.etag! };
    const again = await world.utility.get('/', { headers });
    assert.deepEqual([again.status, again.text], [304, '']);
    const program = await world.utility.get('/playground/dns-lookup');
    assert.equal(program.status, 404);
    assert.match(program.json.hint, /\/dns-lookup is for programs/);
    const asked = { headers: { accept: 'text/html' } };
    const skill = await world.utility.get('/json-repair?json=%7B%7D&free=1', asked);
    const type = skill.headers['content-type'] ?? '';
    assert.match(type, /^application\/json/, 'a call answers the same whoever asks');
    const stale = await world.utility.get('/web/0000000000000000/utility.ts');
    assert.equal(stale.status, 404);
  });

  test('every page is there before anything has happened, and says that nothing has', async () => {
    const empty: Record<string, RegExp> = {
      '/': /Nothing has happened yet[\s\S]*No job is open/,
      '/jobs': /No job has been posted yet/,
      '/jobs?q=x': /No jobs match these filters/,
      '/rooms': /#lobby/,
      '/rooms/lobby': /Nobody has spoken here yet/,
      '/agents': /Nobody lives here yet/,
      '/companies': /No company has been founded yet/,
      '/shop': /Nothing is for sale yet/,
      '/ledger': /Nothing has moved yet/,
      '/ledger/accounts/mint': /Nothing has moved in or out/,
      '/observability': /How long calls take/,
    };
    for (const [path, pattern] of Object.entries(empty)) {
      await city.show(path);
      assert.match(await city.text(), pattern, path);
      city.assertNoFaults(path);
    }
    for (const [path, pattern] of Object.entries({
      '/selftests': /No run has ended yet/,
      '/mutual-aid': /Nobody has joined yet[\s\S]*No trade has been recorded/,
    })) {
      await utility.show(path);
      assert.match(await utility.text(), pattern, path);
      utility.assertNoFaults(path);
    }
  });

  test('what the first view loads is small, comes from here alone and may be kept', async () => {
    for (const client of [world.city, world.utility]) {
      const { page, context, faults } = await browser.open();
      const loaded: { url: string; bytes: number; kept: string | undefined }[] = [];
      page.on('requestfinished', async (request) => {
        if (!/\.(ts|css)$/.test(new URL(request.url()).pathname)) return;
        const [{ responseBodySize: bytes }, response] = await Promise.all([
          request.sizes(),
          request.response(),
        ]);
        loaded.push({ url: request.url(), bytes, kept: response?.headers()['cache-control'] });
      });
      await page.goto(client.url);
      await page.waitForLoadState('networkidle');
      const script = loaded.filter(({ url }) => url.endsWith('.ts'));
      assert.ok(script.length > 5);
      assert.ok(script.reduce((sum, { bytes }) => sum + bytes, 0) < 100_000, JSON.stringify(script));
      assert.ok(loaded.every(({ kept }) => kept?.includes('immutable')));
      assert.deepEqual(faults, []);
      await context.close();
    }
  });

  test('the front page, a room and a job go on while one looks, also in another process', async (t) => {
    const dataDir = path.join(world.dataDir, 'other');
    // The files are one store at two places, as on a shared disk.
    await mkdir(path.join(dataDir, 'blobs'), { recursive: true });
    await copyFile(path.join(world.dataDir, 'blobs/store-id'), path.join(dataDir, 'blobs/store-id'));
    const other = await spawnKith(t, {
      ...onDatabase(world.database),
      KITH_ROLES: 'city,utility',
      KITH_DATA_DIR: dataDir,
    });
    const far = await Site.open(browser, other.city.url);
    await Promise.all([city.show('/'), far.show('/')]);
    const { page } = city;
    const both = (see: (site: Site) => Promise<unknown>) => Promise.all([city, far].map(see));
    await both((site) => site.page.getByText('live', { exact: true }).waitFor());
    zed = await register(world.city, 'Zed');
    await both((site) => site.page.locator('li[data-type=agent]', { hasText: 'Zed arrived' }).waitFor());
    await asZed('/api/rooms/lobby/join', {});
    await asZed('/api/rooms/lobby/messages', { body: 'Seen at once?' });
    await both((site) => site.page.locator('li[data-type=message]', { hasText: 'Seen at once?' }).waitFor());
    await page.locator('[data-counter=messages]', { hasText: /^1$/ }).waitFor();
    const body = { kind: 'ask', title: 'Watch me', body: 'Live.', price: 5, effort: 'quick' };
    await asZed('/api/exchange', body);
    await both((site) =>
      site.page.locator('li[data-type=job]', { hasText: 'Zed posted Watch me' }).waitFor(),
    );
    await page.locator('section', { hasText: 'Jobs to take' }).getByText('Watch me').waitFor();
    await page.getByText('1 lit window: one for each agent here.').waitFor();

    await Promise.all([city.go('/rooms/lobby'), far.go('/jobs/1')]);
    await page.getByText('live', { exact: true }).waitFor();
    await asZed('/api/rooms/lobby/messages', { body: 'And here?' });
    await page.locator('[data-message]', { hasText: 'And here?' }).waitFor();
    const ann = await register(world.city, 'Ann');
    await world.city.post('/api/exchange/1/accept', {}, { key: ann.api_key });
    await far.page.locator('.tag', { hasText: /^accepted$/ }).waitFor();
    await world.city.post('/api/exchange/1/submit', { proof: 'Done, see the log.' }, { key: ann.api_key });
    await asZed('/api/exchange/1/approve', {});
    await far.page.locator('.timeline li', { hasText: /Ann was paid 5/ }).waitFor();
    await both(async (site) => site.assertNoFaults('live'));
    await far.window.context.close();
  });

  test(
    'a whole day is shown on every page of the city, to everybody, in the light and the dark, on a phone',
    behind,
    async () => {
      const said: string[] = [];
      await playDay({ cityUrl: world.city.url, paceMs: 0, say: (line) => void said.push(line) });
      assert.ok(said.some((line) => /credential was refused \(422\)/.test(line)));
      const expected: Record<string, RegExp> = {
        '/': /Small-Tools: tools that do one thing[\s\S]*Cartograph/,
        '/jobs': /Summarise three papers on hash chains[\s\S]*Watch me/,
        '/jobs/2': /Ada put 60\s*AP into escrow[\s\S]*Hypatia was paid 20\s*AP[\s\S]*2 approved, 1 denied/,
        '/rooms': /#lobby[\s\S]*#jobs/,
        '/rooms/show': /eleven hops, one loop/,
        '/agents': /Pip[\s\S]*Ada/,
        '/agents/pip': /Pip[\s\S]*Took a no well[\s\S]*Check every link of my manual[\s\S]*\+\s*100/,
        '/companies': /Night-Orchestra[\s\S]*Small-Tools/,
        '/companies/small-tools': /Small-Tools[\s\S]*Reviewed: 2 findings/,
        '/shop': /A haiku for your error page[\s\S]*Forty prompts/,
        '/ledger':
          /Verify the whole chain[\s\S]*AP in circulation on[\s\S]*AP minted and burned per day[\s\S]*welcome/,
        '/ledger/1': /Checked in this browser: the entry has this hash/,
        '/ledger/accounts/agent%3APip': /from escrow:3/,
        '/observability': /How long calls take[\s\S]*POST \/api\/register[\s\S]*silence pays/,
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
      await city.go('/jobs?status=submitted');
      await city.shows('/jobs', /Write the release notes/);
      await city.go('/agents?skill=maths');
      await city.shows('/agents', /Noether/);
    },
  );

  test('filters stand in the address, and links lead on without a reload', async () => {
    const { page } = city;
    await city.show('/jobs');
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
    await city.go('/jobs/4711');
    assert.match(await city.text(), /Not found[\s\S]*All jobs[\s\S]*Front page/);
    await page.goto(`${world.city.url}/no/such/page`);
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
  });

  test('everything is reached and used by keys alone', async () => {
    const { page } = city;
    await city.show('/');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate('document.activeElement.id'), 'main', 'the first stop skips the menu');
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
    const fields = utility.page.locator('form [name]');
    await fields.first().focus();
    for (let left = await fields.count(); left > 0; left--) await utility.page.keyboard.press('Tab');
    await utility.page.keyboard.press('Space');
    await utility.page.getByLabel('Response', { exact: true }).waitFor();
  });

  test('an appeal is decided by whoever has the token, which no storage keeps', async () => {
    const { page } = city;
    await city.show('/admin');
    await page.getByLabel('Admin token').fill('a-token-that-is-not-the-operators-own');
    await page.getByRole('button', { name: 'Show the appeals' }).click();
    await page.getByRole('alert').getByText(/./).waitFor();
    await page.getByLabel('Admin token').fill(adminToken);
    await page.getByRole('button', { name: 'Show the appeals' }).click();
    const appeal = page.locator('[data-appeal]', { hasText: 'Turing_Jr' });
    await appeal.getByText('the example key of a manual').waitFor();
    await city.assertAccessible('/admin, open');
    await appeal.getByLabel('Why').fill('It was an example.');
    await appeal.getByLabel('Decided by').fill('Grace H.');
    await appeal.getByRole('button', { name: 'Take the strikes back' }).click();
    await appeal.getByText('It was an example.').waitFor();
    const headers = { authorization: `Bearer ${adminToken}` };
    const { json } = await world.city.get('/api/admin/appeals', { headers });
    assert.deepEqual(
      [json.appeals[0].status, json.appeals[0].decision.by, json.appeals[0].strikes],
      ['unbanned', 'Grace H.', 0],
    );
    assert.ok(!(await city.remembered()).includes(adminToken));
    await page.reload();
    await page.getByLabel('Admin token').waitFor();
  });

  test(
    'whatever an agent writes, in any field of any call, is text on every page that shows it',
    behind,
    async () => {
      written = await writeEverywhere(world, hostileTexts, 'x');
      const paid = (key: string) => world.market !== undefined || !key.startsWith('POST /api/x402/');
      const all = markupFieldsOf(world).map(fieldKey).filter(paid);
      const shown = shownOn(written);
      const known = [...Object.values(shown).flat(), ...Object.keys(unseen)].filter(paid);
      assert.deepEqual([...written.texts.keys()].sort(), all.toSorted(), 'every field was written to');
      assert.deepEqual(
        [...new Set(known)].sort(),
        all.toSorted(),
        'of every field it is said where it is shown',
      );

      await city.show('/');
      for (const [path, keys] of Object.entries(shown)) {
        if (path.startsWith('utility ')) continue;
        await city.go(path);
        if (path === '/admin') {
          await city.page.getByLabel('Admin token').fill(adminToken);
          await city.page.getByRole('button', { name: 'Show the appeals' }).click();
        }
        await city.shows(path, ...keys.filter(paid).map((key) => written.texts.get(key)!));
        await city.assertNothingMadeOfText(path);
        city.assertNoFaults(path);
        await city.assertFitsPhone(path);
      }
      await city.go(`/rooms/eve-room-${written.mark}`);
      const { page } = city;
      const image = page.locator('[data-message] img');
      assert.equal(await image.count(), 1, 'a picture that lies elsewhere is only a link');
      assert.equal(await image.getAttribute('alt'), written.ownAlt);
      await image.scrollIntoViewIfNeeded();
      await page.waitForFunction('document.querySelector("[data-message] img").naturalWidth === 1');
    },
  );

  test('the chain is verified in the browser, and a changed entry is found', behind, async () => {
    const { page } = city;
    const verify = async () => {
      await city.go('/ledger');
      await page.getByRole('button', { name: 'Verify the whole chain' }).focus();
      await page.keyboard.press('Enter');
      await page.locator('.verdict').waitFor();
      return page.locator('.verdict').innerText();
    };
    const { json } = await world.city.get('/api/ledger?limit=1');
    assert.match(await verify(), new RegExp(`All good. ${json.head.seq} entries checked .* sum 0`));
    await city.assertAccessible('/ledger, verified');
    city.assertNoFaults('/ledger');
    await world.database.sql('UPDATE ledger_entry SET amount = amount + 1 WHERE seq = 7');
    assert.match(await verify(), /broken at entry 7\.[\s\S]*6 entries before it are good/);
    await city.go('/ledger/7');
    assert.match(await city.text(), /does not hold: its hash is another/);
  });

  test(
    'every skill stands in the catalogue, and is called in the playground with its example',
    behind,
    async () => {
      const { page } = utility;
      await utility.show('/');
      assert.equal(await page.locator('.card').count(), 29);
      await utility.assertAccessible('/');
      await utility.assertFitsPhone('/');
      await page.getByLabel('Find a skill').fill('repair');
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
      // There is no internet here: what is asked for is that the answer comes and is shown, whatever it says.
      await page.getByRole('button', { name: 'Send request' }).click();
      await page.locator('.tag', { hasText: /^\d{3}$/ }).waitFor();
      utility.assertNoFaults('/playground');
    },
  );

  test('a watch is made and looked at with a key that no storage keeps', async () => {
    const { page } = utility;
    await utility.signOut();
    await utility.show('/watches');
    await utility.giveKey('kith_ally_wrong');
    await page
      .locator('.fault')
      .getByText(/not an ally key/)
      .waitFor();
    await utility.giveKey(world.ally);
    await page.getByLabel('What to watch').waitFor();
    assert.equal(await page.getByLabel('Chain').isVisible(), false, 'a page is on no chain');
    await page.getByLabel('What to watch').selectOption('wallet');
    assert.equal(await page.getByLabel('Chain').isVisible(), true);
    await page.getByLabel('What to watch').selectOption('dns');
    await page.getByLabel('Target').fill('watched.test');
    await page.getByRole('button', { name: 'Create watch' }).click();
    await page.getByLabel('Webhook secret').waitFor();
    await utility.assertAccessible('/watches');
    await utility.assertFitsPhone('/watches');
    await page.getByRole('link', { name: 'watched.test' }).click();
    await page.getByText('Nothing has changed since the baseline.').waitFor();
    assert.match(await utility.text(), /127\.0\.0\.1/);
    assert.ok(!(await utility.remembered()).includes(world.ally));
    utility.assertNoFaults('/watches');
  });

  test('what changed on somebody’s page is text on the page of its watch', behind, async () => {
    const { page } = utility;
    const line = hostile('change');
    const escaped = line.replaceAll('<', '&lt;');
    world.site.html = `<title>${escaped}</title><p>Something ${escaped} has happened here at last.</p>`;
    await utility.signIn(written.ally);
    await utility.show(`/watches/${written.watchId}`);
    await page.getByRole('button', { name: 'Check now' }).click();
    const path = `/watches/${written.watchId}`;
    for (;;) {
      const { json } = await world.utility.get(path.replace('watches', 'watch'), { ally: written.ally });
      if (json.changes.length > 0) break;
      await page.waitForTimeout(100);
    }
    await utility.go(path);
    await page.getByText('Before and after').click();
    const addressOf = (field: string) => new URL(written.texts.get(`POST /watch ${field}`)!).href;
    const quoted = JSON.stringify(line).slice(1, -1);
    const addressed = ['target', 'notify'].map(addressOf);
    await utility.shows(path, `new on the page: "title: ${line}`, quoted, ...addressed);
    await utility.assertNothingMadeOfText(path);
    await utility.assertAccessible(path);
    await utility.assertFitsPhone(path);
    utility.assertNoFaults(path);
  });

  test('a video is asked for, and followed to the film', behind, async () => {
    const { page } = utility;
    await utility.signOut();
    await utility.show('/videos');
    const { json } = await world.utility.post(
      '/ally/register',
      { agent: 'director' },
      { headers: { 'x-forwarded-for': '203.0.113.9' } },
    );
    await utility.giveKey(json.key);
    await page.getByLabel('Topic').waitFor();
    await utility.assertAccessible('/videos');
    await page.getByLabel('Topic').fill(hostile('topic'));
    await page.getByRole('button', { name: 'Create video' }).click();
    await page.locator('.tag', { hasText: /^queued$/ }).waitFor();
    const path = new URL(page.url()).pathname;
    const renderer = new Renderer(world, path.split('/').at(-1)!);
    await renderer.isAt('scenes', 0.4);
    await page.getByText('40 %, scenes').waitFor();
    await utility.assertAccessible('/videos/{id}');
    const words = { title: hostile('title'), description: hostile('words'), tags: [hostile('tag')] };
    await renderer.publish(words);
    await page.locator('video').waitFor();
    await page.waitForFunction('document.querySelector("video").readyState >= 1');
    assert.equal(await page.evaluate('document.querySelector("video").videoHeight'), 320);
    await utility.shows(path, hostile('topic'), words.title, words.description, words.tags[0]!);
    await utility.assertNothingMadeOfText(path);
    await utility.assertAccessible('/videos/{id}, done');
    await utility.assertFitsPhone('/videos/{id}');
    await new Renderer(world, written.videoId).failed(hostile('error'));
    await utility.go('/videos');
    const poster = page.locator('.poster', { hasText: words.title });
    await poster.waitFor();
    await utility.assertNothingMadeOfText('/videos');
    await utility.assertAccessible('/videos, with one');
    await utility.assertFitsPhone('/videos');
    await utility.signIn(written.ally);
    await utility.show(`/videos/${written.videoId}`);
    await utility.shows(
      '/videos/{id}, failed',
      'Rendering failed',
      hostile('error'),
      written.texts.get('POST /video topic')!,
    );
    utility.assertNoFaults('/videos');
  });

  test('the self-test is a calendar', async () => {
    const { page } = utility;
    await tellSelftests(world, hostile('error'));
    await utility.show('/selftests');
    assert.equal(await page.locator('.calendar li').count(), 35);
    assert.equal(await page.locator('.calendar li.bad', { hasText: '28/29' }).count(), 3);
    assert.equal(await page.locator('.calendar li.warm', { hasText: '28/29' }).count(), 4);
    await utility.shows('/selftests', hostile('error'));
    await utility.assertNothingMadeOfText('/selftests');
    await utility.assertAccessible('/selftests');
    await utility.assertFitsPhone('/selftests');
    utility.assertNoFaults('/selftests');
  });

  test('kithnet, the resolvers and the reference', behind, async () => {
    const { page } = utility;
    await utility.go('/mutual-aid');
    const keys = Object.entries(shownOn(written)).find(([path]) => path === 'utility /mutual-aid')![1];
    await utility.shows('/mutual-aid', ...keys.map((key) => written.texts.get(key)!));
    await utility.assertNothingMadeOfText('/mutual-aid');
    await utility.assertAccessible('/mutual-aid');
    await utility.assertFitsPhone('/mutual-aid');
    await utility.go('/resolvers');
    await page.getByText('3 ways to prove it wrong').first().click();
    await page.getByText('there is no contract at the address').first().waitFor();
    await utility.assertAccessible('/resolvers');
    await utility.assertFitsPhone('/resolvers');
    utility.assertNoFaults('/resolvers');

    await page.getByRole('link', { name: 'Reference', exact: true }).click();
    await page.getByText('selftest', { exact: true }).click();
    await page.getByText('/selftest', { exact: true }).first().click();
    await page.getByText('Try it out').first().click();
    await page.getByRole('button', { name: 'Send GET /selftest', exact: true }).click();
    await page.getByText('200 OK').waitFor();
    await utility.assertAccessible('/reference');
    await utility.assertFitsPhone('/reference');
    utility.assertNoFaults('/reference');
    await page.getByRole('link', { name: 'Catalogue' }).click();
    await utility.drawn();
    assert.match(await utility.text(), /29 data skills/);

    await city.show('/reference');
    await city.page.getByText('workspaces', { exact: true }).waitFor();
    await city.assertAccessible('/reference of the city');
    city.assertNoFaults('/reference of the city');
  });
});
