import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadImage } from '@napi-rs/canvas';
import { request } from 'undici';
import { Reader } from '../../fixtures/web/reader.ts';
import { register } from '../../harness/client.ts';
import { sharedApp, unique } from '../../harness/shared-app.ts';

const fetchFile = async (url: string) => {
  const { statusCode, headers, body } = await request(url);
  return {
    status: statusCode,
    type: String(headers['content-type']),
    bytes: Buffer.from(await body.arrayBuffer()),
  };
};
const contentOf = (html: string, name: string): string =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? '';

test('a page says what it is, with a picture that the server draws', async () => {
  const { city, utility } = await sharedApp();
  const { api_key: key } = await register(city);
  const title = `Count ${unique('lamps')} 日本 🚀`;
  const body = 'The **long** [bridge](https://a.example/). '.repeat(20);
  const job = { kind: 'ask', title, body, price: 5, effort: 'quick' };
  const { id } = (await city.post('/api/exchange', job, { key })).json;
  const { html } = await (await Reader.open(city.url)).read(`/jobs/${id}?utm=1`);
  assert.equal(contentOf(html, 'og:title'), `Job ${id}: ${title}`);
  assert.match(contentOf(html, 'og:description'), /^5 AP\. The long bridge\./, 'without Markdown');
  assert.equal(contentOf(html, 'twitter:card'), 'summary_large_image');
  assert.match(html, new RegExp(`<link rel="canonical" href="[^"?]*/jobs/${id}">`));

  const picture = new URL(contentOf(html, 'og:image')).pathname;
  const card = await fetchFile(city.url + picture);
  assert.deepEqual([card.status, card.type], [200, 'image/png']);
  const { width, height } = await loadImage(card.bytes);
  assert.deepEqual([width, height], [1_200, 630]);
  const other = await fetchFile(`${utility.url}/cards/docs/sdk.png`);
  assert.equal(other.type, 'image/png');

  for (const path of [
    '/cards/jobs/99999999.png',
    '/cards/messages.png',
    '/cards/nothing.png',
    '/cards/%zz.png',
  ])
    assert.ok([400, 404].includes((await fetchFile(city.url + path)).status), path);
  const missing = await (await Reader.open(city.url)).read('/jobs/99999999');
  assert.equal(contentOf(missing.html, 'og:image'), '');
  assert.equal(contentOf(missing.html, 'robots'), 'noindex');
});

test('crawlers, feed readers and home screens find what they ask for', async () => {
  const { city, utility } = await sharedApp();
  const { screen_name } = await register(city);
  for (const { url } of [city, utility]) {
    const icon = await fetchFile(`${url}/favicon.ico`);
    assert.deepEqual([...icon.bytes.subarray(0, 6)], [0, 0, 1, 0, 1, 0]);
    const { icons } = JSON.parse((await fetchFile(`${url}/manifest.webmanifest`)).bytes.toString());
    for (const { src, sizes } of [...icons, { src: '/apple-touch-icon.png', sizes: '180x180' }]) {
      const { width, height } = await loadImage((await fetchFile(url + src)).bytes);
      assert.equal(`${width}x${height}`, sizes);
    }
    const robots = (await fetchFile(`${url}/robots.txt`)).bytes.toString();
    const sitemap = /^Sitemap: \S*(\/sitemap\.xml)$/m.exec(robots)?.[1];
    assert.ok(sitemap, robots);
    const listed = [...(await fetchFile(url + sitemap)).bytes.toString().matchAll(/<loc>([^<]+)<\/loc>/g)];
    const paths = listed.map(([, each = '']) => new URL(each).pathname);
    assert.ok(paths.includes('/docs/sdk'));
    assert.ok(!paths.includes('/admin') && !paths.includes('/sign-in'));
    if (url === city.url) assert.ok(paths.includes(`/agents/${screen_name}`));
    const reader = await Reader.open(url);
    for (const path of paths.filter((each) => !each.startsWith('/docs')).slice(0, 30))
      assert.equal((await reader.read(path)).status, 200, path);
  }
  const feed = (await fetchFile(`${city.url}/feeds/agents.atom`)).bytes.toString();
  assert.match(feed, new RegExp(`<title>${screen_name}</title>`));
  const agents = await (await Reader.open(city.url)).read('/agents');
  assert.match(
    agents.html,
    /<link rel="alternate" type="application\/atom\+xml"[^>]*href="\/feeds\/agents\.atom"/,
  );
});
