import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSite } from '../../../fixtures/utility/site.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { makePdf } from './pdf-file.ts';

const sentence = 'The keeper of the tower winds the clock every morning, and the town wakes by it.';
const paragraph = `<p>${sentence} ${sentence} See <a href="/mechanism">the mechanism</a> for more of it.</p>`;

const article = `<!doctype html><html lang="en"><head><title>The clock of the tower</title>
<meta property="article:published_time" content="2024-03-05T08:30:00+01:00"><meta name="author" content="Ada Writer">
<meta property="og:site_name" content="The Daily Test"></head><body>
<nav><a href="/">Home</a> <a href="/news">News</a></nav>
<article><h1>The clock of the tower</h1><p class="byline">By Ada Writer</p><p>Published 5 March 2024</p>
<figure><img src="/tower.jpg" alt="The tower"><figcaption>The tower at dawn, seen from the market. Photo: B. Lens</figcaption></figure>
${paragraph}${paragraph}
<p><a href="/other">Read more: ten other clocks that everybody should have seen once</a></p>
<h2>How it works</h2>${paragraph}
<ul><li>First the weight is wound up.</li><li>Then the pendulum is set going.</li></ul>
<table><tr><th>Part</th><th>Weight</th></tr><tr><td>Bell</td><td>900 kg</td></tr></table>
${paragraph}
<p>Sign up for our newsletter to get stories like this one in your inbox.</p>
<ul class="related"><li><a href="/a">Another story about bells</a></li><li><a href="/b">A third story about towers</a></li></ul>
</article><footer>All rights reserved</footer></body></html>`;

/** Formulas as MathJax 3 writes them. */
const formula = (text: string) =>
  `<mjx-container class="MathJax CtxtMenu_Attached_0" jax="CHTML"><mjx-math aria-hidden="true"><mjx-c></mjx-c></mjx-math>
  <mjx-assistive-mml><math><mrow><mi>${text}</mi></mrow></math></mjx-assistive-mml></mjx-container>`;
const formulas = `<!doctype html><html lang="en"><title>Three formulas</title><body><article><h1>Three formulas</h1>
${['The first one', 'The second one', 'The third one']
  .map((name, at) => `<h2>${name}</h2><div>${formula(`x ${'+ y z'.repeat(20)} = ${at}`)}</div>`)
  .join('')}
<p>${sentence} ${sentence} ${sentence} ${sentence} ${sentence} ${sentence} ${sentence}</p></article></body></html>`;
/** The credit of a photo without a tag of its own, before the first sentences. */
const credited = `<!doctype html><html lang="en"><title>Credits</title><body><article><h1>Credits</h1>
<p><span>© Provided by a photographer</span> ${sentence} ${sentence}</p>${paragraph}${paragraph}</article></body></html>`;

test('the article of a page is extracted', async (t) => {
  const served = (type: string, body: Buffer) => ({ type, body });
  const files = {
    '/report.pdf': served('application/pdf', makePdf([sentence, 'The second page.'])),
    '/scanned.pdf': served('application/pdf', makePdf([''])),
    '/broken.pdf': served('application/pdf', Buffer.from('%PDF-1.4 nothing')),
  };
  const { call, at } = await startSite(t, {
    '/article': article,
    '/formulas': formulas,
    '/credited': credited,
    '/app':
      '<!doctype html><title>App</title><body><div id="root"></div><noscript>You need to enable JavaScript.</noscript><script src="/app.js"></script>',
    '/blank': '<!doctype html><title>Nothing</title><body></body>',
    ...Object.fromEntries(
      Object.entries(files).map(([path, { type, body }]) => [
        path,
        (_: unknown, response: import('node:http').ServerResponse) =>
          void response.setHeader('content-type', type).end(body),
      ]),
    ),
  });

  await t.test('is its own text, without captions, pointers and calls to action', async () => {
    const { json } = await call('readability', '/article');
    assert.doesNotMatch(json.text, /Photo|Read more|newsletter|Another story|All rights|Published|By Ada/);
    assert.equal(json.text.split('\n').filter((line: string) => line.startsWith(sentence)).length, 4);
    assert.deepEqual(
      [json.author, json.published_at, json.site_name, json.rendered_only, json.truncated, json.pages],
      ['Ada Writer', '2024-03-05T08:30:00+01:00', 'The Daily Test', false, false, null],
    );
    assert.deepEqual(json.links, [{ url: at('/mechanism'), text: 'the mechanism' }]);
    assert.deepEqual(json.images, [{ url: at('/tower.jpg'), alt: 'The tower' }]);
  });

  await t.test('is Markdown with headings, lists, links and tables', async () => {
    const { markdown } = (await call('readability', '/article')).json;
    for (const part of [
      '## How it works\n\n',
      '- First the weight is wound up.\n- Then the pendulum is set going.',
      '| Part | Weight |\n| --- | --- |\n| Bell | 900 kg |',
      `[the mechanism](${at('/mechanism')})`,
      `![The tower](${at('/tower.jpg')})`,
    ])
      assert.ok(markdown.includes(part), `${part}\n---\n${markdown}`);
  });

  await t.test('is cut at a paragraph by max_tokens', async () => {
    const whole = (await call('readability', '/article')).json;
    const { json } = await call('readability', '/article', '&max_tokens=150');
    assert.deepEqual([json.truncated, json.tokens <= 150], [true, true]);
    assert.ok(json.text.length > 100 && whole.text.startsWith(`${json.text}\n`), json.text);
    const short = (await call('readability', '/article', '&max_tokens=50')).json;
    assert.ok(short.truncated && short.tokens <= 50, JSON.stringify(short.text));
    assertRefused(await call('readability', '/article', '&max_tokens=0'), 400, 'invalid_field');
  });

  await t.test('formulas and a first paragraph with a credit are part of it', async () => {
    const { text } = (await call('readability', '/formulas')).json;
    for (const at of [0, 1, 2]) assert.match(text, new RegExp(`z = ${at}$`, 'm'));
    assert.match(text, /^The second one$/m);
    assert.match(
      (await call('readability', '/credited')).json.text,
      /a photographer The keeper of the tower/,
    );
  });

  await t.test('reports when it is rendered by scripts only', async () => {
    const app = (await call('readability', '/app')).json;
    const blank = (await call('readability', '/blank')).json;
    assert.deepEqual([app.text, app.rendered_only, blank.text, blank.rendered_only], ['', true, '', false]);
  });

  await t.test('a PDF is read too', async () => {
    const { json } = await call('readability', '/report.pdf');
    assert.deepEqual(
      [json.title, json.author, json.pages, json.published_at, json.text],
      ['Yearly report', 'Ada Writer', 2, '2024-01-31T12:00:00+01:00', `${sentence}\nThe second page.`],
    );
    assertRefused(await call('readability', '/broken.pdf'), 422, 'unreadable');
    const scanned = await call('readability', '/scanned.pdf');
    assertRefused(scanned, 422, 'unreadable');
    assert.match(scanned.json.error, /contains no text/);
  });
});
