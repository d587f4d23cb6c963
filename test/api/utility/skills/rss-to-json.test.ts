import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { startSite } from '../../../fixtures/utility/site.ts';
import { assertRefused } from '../../../harness/refused.ts';

const as = (type: string, body: string | Buffer) => (_: unknown, response: ServerResponse) =>
  void response.setHeader('content-type', type).end(body);

const rss = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY who "Ada">]>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:c="http://purl.org/rss/1.0/modules/content/"
 xmlns:atom="http://www.w3.org/2005/Atom">
<channel><title>News &amp; more</title><link>/home</link><description>All of it</description>
<atom:link rel="self" href="http://site.test/rss"/><lastBuildDate>Mon, 02 Feb 2026 10:00:00 +0100</lastBuildDate>
<language>nl</language><image><title>not it</title><url>/logo.png</url></image>
<item><title>First &lt;b&gt;bold&lt;/b&gt;&nbsp;one</title><link>one?a=1&b=2</link><guid isPermaLink="false">n1</guid>
<pubDate>Sun, 01 Feb 2026 23:30:00 EST</pubDate><dc:creator>&who; (ada@example.com)</dc:creator>
<description>&lt;a href="/x?y=1&amp;amp;z=2"&gt;short&lt;/a&gt;</description>
<c:encoded><![CDATA[<p>long <img src='p.png'></p>]]></c:encoded>
<category>a</category><category>b</category><enclosure url="/e.mp3" type="audio/mpeg" length="12"/></item>
<item><guid>http://site.test/two</guid><title>Two
</channel></rss>`;

const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://other.test/a/" xml:lang="en">
<title type="text">1 &lt; 2</title><link rel="self" href="self"/><link href="page"/><id>urn:x</id>
<updated>2026-02-01T00:00:00Z</updated>
<entry xml:base="b/"><id>urn:1</id><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">a <i>b</i></div></title>
<link href="c"/><published>2026-01-01T00:00:00+02:00</published><updated>2026-01-02T00:00:00Z</updated>
<author><name>Bob</name></author><content type="html">&lt;img src="d.png"&gt;</content></entry></feed>`;

test('feeds of every kind are returned in one form; entity bombs and endless nesting do no harm', async (t) => {
  const lol = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('');
  const only = (inner: string) =>
    `<rss version="2.0"><channel><item><title>${inner}</title></item></channel></rss>`;
  const world = await startSite(t, {
    '/lol': as('text/xml', `<!DOCTYPE rss [<!ENTITY l0 "lol">${lol}]>${only('&l9;')}`),
    '/many': as(
      'text/xml',
      `<!DOCTYPE rss [<!ENTITY a "${'a'.repeat(1_000)}">]>${only('&a;'.repeat(300_000))}`,
    ),
    '/deep': as('text/xml', only('<a>'.repeat(200_000))),
    '/open': as('text/xml', `<rss><channel>${'<item '.repeat(150_000)}`),
    '/tags': as('text/xml', only(`${'&lt;a href='.repeat(90_000)}"`)),
    '/xxe': as('text/xml', `<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>${only('&x;')}`),
    '/rss': as('application/rss+xml', rss),
    '/atom': as('application/atom+xml', atom),
    '/rdf': as(
      'text/xml; charset=iso-8859-1',
      Buffer.from(
        `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Caf\u00e9</title></channel><item rdf:about="http://site.test/i">
<title>I</title><link>http://site.test/i</link><dc:date>2026-01-01</dc:date></item></rdf:RDF>`,
        'latin1',
      ),
    ),
    '/json': as(
      'application/feed+json',
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'J',
        home_page_url: '/',
        items: [
          {
            id: 7,
            url: 'x',
            content_text: 'hi',
            date_published: '2026-01-01T00:00:00Z',
            authors: [{ name: 'C' }],
          },
        ],
      }),
    ),
    '/cdf': as(
      'application/xml',
      '<CHANNEL HREF="/"><TITLE>C</TITLE><ITEM HREF="i" LASTMOD="2026-01-01"><TITLE>T</TITLE></ITEM></CHANNEL>',
    ),
    '/page': '<!doctype html><link rel="alternate" type="application/atom+xml" href="/atom"><p>page</p>',
    '/loop': '<!doctype html><link rel="alternate" type="application/rss+xml" href="/loop">',
    '/none': '<!doctype html><title>no feed</title>',
  });
  const ask = async (path: string) => (await world.call('rss-to-json', path)).json;

  const first = await ask('/rss');
  assert.deepEqual(
    [first.url, first.feed_url, first.format, first.count],
    [world.at('/rss'), world.at('/rss'), 'rss 2.0', 2],
  );
  assert.deepEqual(
    [
      first.feed.title,
      first.feed.link,
      first.feed.description,
      first.feed.updated_at,
      first.feed.language,
      first.feed.image,
    ],
    ['News & more', world.at('/home'), 'All of it', '2026-02-02T09:00:00Z', 'nl', world.at('/logo.png')],
  );
  const [one, two] = first.items;
  assert.deepEqual(one, {
    id: 'n1',
    title: 'First <b>bold</b>\u00a0one',
    title_text: 'First bold one',
    link: world.at('/one?a=1&b=2'),
    date: '2026-02-02T04:30:00Z',
    updated_at: null,
    summary: `<a href="${world.at('/x?y=1&amp;z=2')}">short</a>`,
    content: `<p>long <img src="${world.at('/p.png')}"></p>`,
    author: 'Ada (ada@example.com)',
    authors: [{ name: 'Ada', email: 'ada@example.com', url: null }],
    categories: ['a', 'b'],
    enclosures: [{ url: world.at('/e.mp3'), type: 'audio/mpeg', length: 12 }],
    image: null,
    media: null,
  });
  assert.deepEqual(
    [two.link, two.id, two.title, two.date],
    ['http://site.test/two', 'http://site.test/two', 'Two', null],
  );

  const second = await ask('/page');
  assert.deepEqual(
    [second.url, second.feed_url, second.format],
    [world.at('/page'), world.at('/atom'), 'atom 1.0'],
  );
  assert.deepEqual(
    [second.feed.title, second.feed.link, second.feed.id, second.feed.language],
    ['1 < 2', 'http://other.test/a/page', 'urn:x', 'en'],
  );
  const [entry] = second.items;
  assert.deepEqual(
    [entry.title, entry.title_text, entry.link, entry.date, entry.updated_at, entry.author, entry.content],
    [
      'a <i>b</i>',
      'a b',
      'http://other.test/a/b/c',
      '2025-12-31T22:00:00Z',
      '2026-01-02T00:00:00Z',
      'Bob',
      '<img src="http://other.test/a/b/d.png">',
    ],
  );

  const rdf = await ask('/rdf');
  assert.deepEqual(
    [rdf.format, rdf.feed.title, rdf.items[0].date],
    ['rss 1.0', 'Café', '2026-01-01T00:00:00Z'],
  );
  const json = await ask('/json');
  assert.deepEqual(
    [json.format, json.items[0].id, json.items[0].link, json.items[0].summary, json.items[0].author],
    ['json 1.1', '7', world.at('/x'), 'hi', 'C'],
  );
  const cdf = await ask('/cdf');
  assert.deepEqual(
    [cdf.format, cdf.items[0].link, cdf.items[0].date],
    ['cdf', world.at('/i'), '2026-01-01T00:00:00Z'],
  );

  assertRefused(await world.call('rss-to-json', '/none'), 422, 'unreadable');
  assertRefused(await world.call('rss-to-json', '/loop'), 422, 'unreadable');
  assertRefused(await world.call('rss-to-json', '/absent'), 502, 'upstream_failed');
  assert.equal(
    world.asked.filter((each) => each === 'GET /loop').length,
    1,
    'a feed that names itself is not asked again',
  );

  // Entity bombs and endless nesting end in a result or a clear refusal. Below a megabyte, because larger pages have a
  // lower priority.
  const hostile = (path: string) => world.call('rss-to-json', path);
  assert.ok((await hostile('/lol')).json.items[0].title.length < 1_000);
  assert.ok((await hostile('/many')).json.items[0].title.length < 5_000_000);
  assertRefused(await hostile('/deep'), 422, 'unreadable');
  assert.ok([200, 422].includes((await hostile('/open')).status));
  assert.equal((await hostile('/tags')).status, 200);
  assert.equal((await hostile('/xxe')).json.items[0].title, '&x;');
});

test('a feed that is cut off says so without its half item, and ids stay as written', async (t) => {
  const item = (n: number) => `<item><guid>id/${n}</guid><title>Number ${n}</title></item>`;
  const whole = `<rss version="2.0"><channel><title>T</title>${item(1)}${item(2)}</channel></rss>`;
  const json = JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    items: [
      { id: 'id/1', title: 'Number 1' },
      { id: 'id/2', title: 'Number 2' },
    ],
  });
  const { call, at } = await startSite(t, {
    '/whole': as('application/rss+xml', whole),
    '/json': as('application/feed+json', json.slice(0, json.indexOf('ber 2'))),
    '/in-item': as('application/rss+xml', whole.slice(0, whole.indexOf('ber 2'))),
    '/in-tag': as('application/rss+xml', whole.slice(0, whole.lastIndexOf('</item>') + 4)),
    '/between': as('application/rss+xml', whole.slice(0, whole.indexOf('</channel>'))),
    '/atom': as(
      'application/atom+xml',
      '<feed xmlns="http://www.w3.org/2005/Atom"><id>/feed</id><entry><id>post/1</id><link href="post/1"/></entry></feed>',
    ),
  });
  const read = async (path: string) => (await call('rss-to-json', path)).json;
  const count = async (path: string) => {
    const { items, truncated } = await read(path);
    return [items.map(({ id }: { id: string }) => id), truncated];
  };
  assert.deepEqual(await count('/whole'), [['id/1', 'id/2'], false]);
  for (const path of ['/in-item', '/in-tag', '/json'])
    assert.deepEqual(await count(path), [['id/1'], true], path);
  assert.deepEqual(await count('/between'), [['id/1', 'id/2'], true]);
  assert.deepEqual((await read('/between')).not_read, { items: 'the feed was cut off' });
  const { feed, items } = await read('/atom');
  assert.deepEqual([feed.id, items[0].id, items[0].link], ['/feed', 'post/1', at('/post/1')]);
});

test('episodes, thumbnails and what is new since a date', async (t) => {
  const podcast = `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>T</title>
<item><guid>new</guid><pubDate>Mon, 02 Nov 2026 10:00:00 GMT</pubDate><itunes:duration>1:02:03</itunes:duration>
<itunes:season>2</itunes:season><itunes:episode>7</itunes:episode><itunes:episodeType>full</itunes:episodeType>
<itunes:explicit>no</itunes:explicit><itunes:image href="/7.jpg"/><podcast:chapters url="/7.json" type="application/json"/>
<podcast:transcript url="/7.vtt" type="text/vtt"/></item>
<item><guid>old</guid><pubDate>Sun, 01 Nov 2026 10:00:00 GMT</pubDate>
<media:group><media:content url="v.mp4" duration="90"/><media:thumbnail url="v.jpg"/></media:group></item>
<item><guid>undated</guid></item></channel></rss>`;
  const { call, at } = await startSite(t, { '/podcast': as('application/rss+xml', podcast) });
  const ids = (json: { items: { id: string }[] }) => json.items.map(({ id }) => id);
  const { json } = await call('rss-to-json', '/podcast');
  const [first, video, plain] = json.items;
  assert.deepEqual(
    [first.image, first.media],
    [
      at('/7.jpg'),
      {
        duration_s: 3_723,
        season: 2,
        episode: 7,
        episode_type: 'full',
        explicit: false,
        chapters: at('/7.json'),
        transcript: at('/7.vtt'),
      },
    ],
  );
  assert.deepEqual([video.image, video.media.duration_s], [at('/v.jpg'), 90]);
  assert.deepEqual([plain.image, plain.media], [null, null]);
  const since = (await call('rss-to-json', '/podcast', '&since=2026-11-02')).json;
  assert.deepEqual([ids(since), since.undated, since.count], [['new'], 1, 1]);
  assertRefused(await call('rss-to-json', '/podcast', '&since=soon'), 400, 'invalid_field');
});
