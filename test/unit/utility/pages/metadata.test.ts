import assert from 'node:assert/strict';
import test from 'node:test';
import { pageMetadata } from '../../../../src/utility/pages/metadata/metadata.ts';

let pages = 0;
const read = (html: string) => {
  pages += 1;
  const bytes = Buffer.from(html);
  return pageMetadata({
    page: { bytes, contentType: 'text/html; charset=utf-8', url: 'https://a.test/story', hash: `${pages}` },
  });
};
const jsonLd = (text: string) => `<script type="application/ld+json">${text}</script>`;

test('the publisher is read from where pages name it', () => {
  const cases: Record<string, string> = {
    '<meta name="Publisher" content="The Daily Test">': 'The Daily Test',
    '<meta name="twitter:app:name:iphone" content="Test Reader">': 'Test Reader',
    '<div itemprop="publisher" itemscope><span><meta itemprop="name" content="Tested Today"></span></div>':
      'Tested Today',
    '<p itemprop="publisher" itemscope>By <b itemprop="name">Test House</b></p>': 'Test House',
    '<meta name="publisher" content="https://social.test/daily"><title>A story | The Test</title>':
      'The Test',
    '<meta itemprop="publisher" content="daily.test"><meta property="og:site_name" content="Daily">': 'Daily',
    '<meta property="og:site_name" content="Y (formerly Chirper)">': 'Y',
  };
  for (const [html, publisher] of Object.entries(cases)) assert.equal(read(html).publisher, publisher, html);
});

test('a property without a value does not cost the rest of its JSON-LD', () => {
  const { publisher, image } = read(
    jsonLd(
      '{"@type":"NewsArticle","image":{"url":"/a.png","width": ,"height":\n},"publisher":{"name":"The Test"}}',
    ),
  );
  assert.deepEqual([publisher, image], ['The Test', 'https://a.test/a.png']);
});

test('the author is a name, never an address', () => {
  const cases: [string, string | null][] = [
    [
      jsonLd('{"@type":"Article","author":[{"name":"Ada Byron"},{"name":"Mary Shelley"}]}'),
      'Ada Byron, Mary Shelley',
    ],
    [jsonLd('{"@type":"Article","author":{"@type":"Person","name":["Ada Byron"]}}'), 'Ada Byron'],
    [
      '<meta property="article:author" content="https://social.test/ada"><meta name="dc.creator" content="Ada Byron">',
      'Ada Byron',
    ],
    ['<span itemprop="author" itemscope>By <b itemprop="name">Ada Byron</b></span>', 'Ada Byron'],
    ['<a rel="nofollow author" href="/ada">By Ada Byron</a>', 'Ada Byron'],
    ['<div class="story-byline">Written by Ada Byron –</div>', 'Ada Byron'],
    ['<div class="show-author">By Engines • <a href="/">View the site</a></div>', 'Engines'],
    ['<div class="show-author">Engines • <a href="/">View the site</a></div>', null],
    ['<meta property="og:title" content="Ada Byron (@ada.b) on Y">', 'Ada Byron'],
    ['<meta property="og:title" content="The Engine (@work) and its notes">', null],
    ['<div class="byline">Ada Byron covers clocks and other machines for this paper.</div>', null],
    ['<div class="authority-box">Two words</div><meta name="twitter:creator" content="@ada">', null],
  ];
  for (const [html, author] of cases) assert.equal(read(html).author, author, html);
});

test('publication and last change are distinguished, and a date without a time stays a date', () => {
  const both = read(
    jsonLd('{"@type":"Article","datePublished":"2024-02-03","dateModified":"2024-02-04T05:06:07Z"}'),
  );
  assert.deepEqual([both.published_at, both.modified_at], ['2024-02-03', '2024-02-04T05:06:07Z']);
  const tags = read(
    '<meta property="article:published_time" content="2024-02-03T10:00:00+01:00"><meta property="article:modified_time" content="03.02.2024">',
  );
  assert.deepEqual([tags.published_at, tags.modified_at], ['2024-02-03T10:00:00+01:00', null]);
});

test('a declared date may be written in words, where day and month cannot be swapped', () => {
  const cases: [string, string | null][] = [
    ['Thu, May 13 2021 14:01:31 EDT', '2021-05-13T18:01:31Z'],
    ['Thu, 13 May 2021 14:01:31 +0200', '2021-05-13T12:01:31Z'],
    ['May 13, 2021 2:01 PM UTC', '2021-05-13T14:01:00Z'],
    ['13 May 2021', '2021-05-13'],
    ['4/6/2016 4:00:00 PM', null],
    ['soon', null],
  ];
  for (const [written, date] of cases) {
    const { published_at, modified_at } = read(
      jsonLd(JSON.stringify({ '@type': 'Article', datePublished: written, dateModified: written })),
    );
    assert.deepEqual([published_at, modified_at], [date, date], written);
  }
});

test('a date that the page only shows counts where none is declared', () => {
  const cases: [string, string | null][] = [
    ['<p class="entry-date">Thursday, May 26, 2016</p>', '2016-05-26'],
    ['<span class="footer__date" title="Wednesday, October 11th 2017 (9:26 pm)">9y</span>', '2017-10-11'],
    ['<div class="EpisodePublishDate-x">Dec 09,<!-- --> 2021</div>', '2021-12-09'],
    ['<i class="post-timestamp">2016-04-08T20:30:39+00:00</i>', '2016-04-08T20:30:39+00:00'],
    ['<p class="date">03/04/2016</p>', null],
    ['<p class="date">From 3 May 2016 to 5 May 2016</p>', null],
    ['<p class="updates">May 26, 2016</p>', null],
    ['<div class="comments"><b class="date">May 26, 2016</b></div>', null],
    ['<aside><b class="date">May 26, 2016</b></aside>', null],
    ['<meta name="date" content="2015-01-02"><p class="date">May 26, 2016</p>', '2015-01-02'],
  ];
  for (const [html, date] of cases) assert.equal(read(html).published_at, date, html);
});

test('the image that stands for a page without a declared one is one that it shows', () => {
  const pixel = '<img src="https://count.test/p?id=1" width="1" height="1" style="display:none">';
  const ornament = '<img aria-hidden="true" src="/dots.gif">';
  assert.equal(read(`${pixel}${ornament}<img src="/photo.jpg">`).image, 'https://a.test/photo.jpg');
  assert.equal(
    read(`<img src="/logo.png"><article>${pixel}<img src="/story.jpg"></article>`).image,
    'https://a.test/story.jpg',
  );
  assert.equal(read(pixel).image, null);
});

test('the language of microdata counts where nothing else names one', () => {
  assert.equal(read('<meta itemprop="inLanguage" content="en_US">').lang, 'en-US');
  assert.equal(read('<html lang="nl"><meta itemprop="inLanguage" content="en_US">').lang, 'nl');
});
