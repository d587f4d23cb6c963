import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parseHTML } from 'linkedom';
import { linksIn, renderMarkdown } from '../../../src/web/docs/markdown.ts';
import { Site } from '../../fixtures/web/site.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { noBrowser, startBrowser } from '../../harness/browser.ts';

const root = path.join(import.meta.dirname, '../../..');
const names = globSync('docs/**/*.md', { cwd: root }).map((file) =>
  file.slice('docs/'.length, -'.md'.length),
);
const asPerson = { headers: { accept: 'text/html,*/*;q=0.8' } };

describe('the documentation on the site', () => {
  let app: TestApp;
  before(async () => {
    app = await startApp(undefined);
  });
  after(() => app.stop());

  test('every page of docs/ is served by both services, in the menu, and as Markdown', async () => {
    for (const client of [app.city, app.utility]) {
      const menu = hrefsIn((await client.get('/docs', asPerson)).text, '.docs-menu a');
      for (const name of names) {
        const address = name === 'index' ? '/docs' : `/docs/${name}`;
        assert.ok(menu.includes(address), `${name} is not in docs/index.md`);
        const page = await client.get(address, asPerson);
        const text = readFileSync(path.join(root, 'docs', `${name}.md`), 'utf8');
        assert.equal(page.status, 200, address);
        assert.match(page.headers['content-type'] ?? '', /^text\/html/);
        const title = /^# (.+)$/m.exec(text)![1]!.replaceAll('`', '');
        assert.equal(documentOf(page.text).querySelector('main h1')?.textContent, title);
        assert.match(page.text, new RegExp(`<title>${escaped(title)} · kith`));
        const plain = await client.get(`/docs/${name}.md`);
        assert.match(plain.headers['content-type'] ?? '', /^text\/markdown/);
        assert.equal(plain.text.split('\n')[0], text.split('\n')[0]);
      }
    }
  });

  test('pages link to the previous and next, and every section is searchable', async () => {
    const order = hrefsIn((await app.city.get('/docs', asPerson)).text, '.docs-menu > ul > li > a');
    const { text } = await app.city.get(order[1]!, asPerson);
    assert.deepEqual(hrefsIn(text, '.doc-besides a'), [order[0], order[2]]);
    const { json } = await app.city.get('/docs/search.json');
    const found = json.find(({ href }: { href: string }) => href === '/docs/web#signing-in');
    assert.deepEqual([found.page, found.title], ['The pages for people', 'Signing in']);
    assert.match(found.text, /signs in with a key/);
    const cells = documentOf((await app.city.get('/docs/economy', asPerson)).text).querySelectorAll(
      '.doc td',
    );
    assert.equal(cells[1]?.getAttribute('data-name'), 'AP', 'a phone shows the column name');
  });

  test('no link is broken: pages, anchors and files, on the site, in its Markdown and in the repository', async () => {
    const seen = new Map<string, Set<string>>();
    const visit = async (address: string): Promise<Set<string>> => {
      const known = seen.get(address);
      if (known) return known;
      const { status, text, headers } = await app.city.get(address, asPerson);
      assert.equal(status, 200, address);
      const ids = new Set<string>();
      seen.set(address, ids);
      if (!address.startsWith('/docs') || !headers['content-type']?.startsWith('text/html')) return ids;
      const page = documentOf(text);
      for (const each of page.querySelectorAll('main [id]')) ids.add(each.id);
      for (const href of hrefsIn(text, 'main a')) {
        if (/^https?:/.test(href)) continue;
        const { pathname, hash } = new URL(href, `http://here${address}`);
        const there = await visit(pathname);
        if (hash) assert.ok(there.has(decodeURIComponent(hash.slice(1))), `${href} of ${address}`);
      }
      return ids;
    };
    await visit('/docs');
    for (const name of names) assert.ok(name === 'index' || seen.has(`/docs/${name}`), name);
    assert.ok(seen.has('/docs/files/examples/pay.ts') && seen.has('/docs/files/.env.example'));

    for (const name of names) {
      for (const { href } of linksIn((await app.city.get(`/docs/${name}.md`)).text)) {
        if (/^(https?:|#)/.test(href)) continue;
        const { pathname } = new URL(href, `http://here/docs/${name}.md`);
        assert.equal((await app.city.get(pathname)).status, 200, `${href} of ${name}.md`);
      }
    }
    for (const file of [...names.map((name) => `docs/${name}.md`), 'README.md', 'CONTRIBUTING.md']) {
      for (const { href } of linksIn(readFileSync(path.join(root, file), 'utf8'))) {
        if (/^(https?:|#)/.test(href)) continue;
        const target = path.join(root, path.dirname(file), href.split('#', 1)[0]!);
        assert.ok(existsSync(target), `${href} of ${file}`);
      }
    }
  });

  test('nothing else of the package is served; programs are pointed to the text, and wrong addresses to the index', async () => {
    for (const wrong of [
      '/docs/files/package.json',
      '/docs/files/..%2f..%2fetc%2fpasswd',
      '/docs/..%2fpackage',
      '/docs/index',
      '/docs/no-such-page',
      '/docs/make-reference.ts',
    ]) {
      assert.equal((await app.city.get(wrong, asPerson)).status, 404, wrong);
      const { status, json } = await app.city.get(wrong);
      assert.equal(status, 404, wrong);
      assert.match(json.hint, /\/docs\/index\.md lists the documentation/);
    }
    for (const [page, text] of [
      ['/docs', '/docs/index.md'],
      ['/docs/guides/post-a-job/', '/docs/guides/post-a-job.md'],
    ] as const) {
      const { status, json } = await app.utility.get(page);
      assert.deepEqual([status, json.hint], [404, `GET ${app.kith.urls.utility}${text} is its Markdown.`]);
    }
    for (const document of ['/llms.txt', '/skill.md', '/']) {
      assert.match((await app.city.get(document)).text, /\/docs\/index\.md/, document);
    }
  });

  test('an unchanged page is not sent again, and a changed one is compressed', async () => {
    const whole = await app.city.get('/docs/sdk', asPerson);
    const { etag } = whole.headers;
    const again = await app.city.get('/docs/sdk', {
      headers: { ...asPerson.headers, 'if-none-match': etag! },
    });
    assert.deepEqual([again.status, again.text], [304, '']);
    const packed = await fetch(`${app.kith.urls.city}/docs/sdk.md`, {
      headers: { 'accept-encoding': 'br' },
    });
    assert.equal(packed.headers.get('content-encoding'), 'br');
    assert.match(await packed.text(), /^# The SDK/);
  });

  test('markup in Markdown stays text, and nothing that the content policy refuses is emitted', async () => {
    const { html } = renderMarkdown(
      '# <b>x</b>\n\n<img src=x onerror=y>\n\n[go](javascript:alert(1))\n',
      (to) => to,
    );
    assert.doesNotMatch(html, /<(b|img)|href="javascript/);
    const tabs = renderMarkdown(
      '```sh tab="<b>"\n1\n```\n```ts tab="SDK"\n2\n```\n\n```sh\n3\n```\n',
      (to) => to,
    ).html;
    const groups = documentOf(`<main>${tabs}</main>`).querySelectorAll('.code-tabs');
    assert.deepEqual(
      [...groups].map(({ children }) => [...children].map((each) => each.getAttribute('data-tab'))),
      [['<b>', 'SDK']],
    );
    const table = renderMarkdown('| a | b |\n|---|--:|\n| 1 | 2 |\n', (to) => to).html;
    assert.match(table, /<td class="number named" data-name="b">2<\/td>/);
    for (const name of names) {
      const { text, headers } = await app.city.get(name === 'index' ? '/docs' : `/docs/${name}`, asPerson);
      const page = documentOf(text);
      assert.equal(page.querySelectorAll('main :is(script, style, [style], img, iframe)').length, 0, name);
      assert.match(String(headers['content-security-policy']), /default-src 'none'.*trusted-types/);
    }
  });

  test('documentation is readable on a phone, in dark mode and accessibly, inside the site’s frame', {
    skip: noBrowser,
  }, async () => {
    const browser = await startBrowser();
    try {
      const url = app.kith.urls.city;
      const site = await Site.open(browser, url);
      const { page } = site;
      for (const address of ['/docs/guides/run-it-for-real', '/docs/benchmarks']) {
        await site.show(address);
        await page.locator('nav#menu a[aria-current][href="/docs"]').waitFor();
        await site.assertFitsPhone(address);
        await site.assertAccessible(address);
        site.assertNoFaults(address);
      }
      // An example is shown in the language that the reader chose, here and on the next page.
      await site.show('/docs/api/city');
      const example = page.locator('.code-tabs').first();
      await example.getByRole('tab', { name: 'curl' }).waitFor();
      assert.match((await example.getByRole('tabpanel').textContent()) ?? '', /^curlcurl -X POST/);
      await site.assertAccessible('/docs/api/city');
      await example.getByRole('tab', { name: 'curl' }).focus();
      await page.keyboard.press('ArrowRight');
      assert.match((await example.getByRole('tabpanel').textContent()) ?? '', /await city\.register\(/);
      assert.equal(await page.evaluate('document.activeElement.textContent'), 'SDK');
      await example.getByRole('tab', { name: 'Command line' }).click();
      assert.match((await example.getByRole('tabpanel').textContent()) ?? '', /npx kith call city\.register/);
      await site.assertFitsPhone('/docs/api/city');
      await site.show('/docs/guides/first-five-minutes');
      await page.getByRole('tabpanel').getByText('npx kith call agents.get').waitFor();
      site.assertNoFaults('/docs with tabs');
      // An anchor scrolls to its heading, below the header that was inserted later.
      await page.goto(`${url}/docs/sdk#errors`);
      await page.locator('.top').waitFor();
      const top = await page.locator('#errors').evaluate((each) => each.getBoundingClientRect().top);
      assert.ok(top >= 50 && top < 300, `${top}`);
      // From a page rendered in the browser to one rendered by the server, and back.
      await page.locator('nav#menu a[href="/jobs"]').click();
      await page.locator('.docs').waitFor({ state: 'detached' });
      await site.drawn();
      await page.goBack();
      await page.locator('.docs h1').waitFor();
      site.assertNoFaults('/docs and back');
    } finally {
      await browser.close();
    }
  });
});

const documentOf = (html: string) => parseHTML(html).document;

const hrefsIn = (html: string, selector: string): string[] =>
  [...documentOf(html).querySelectorAll(selector)].map((each) => each.getAttribute('href') ?? '');

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
