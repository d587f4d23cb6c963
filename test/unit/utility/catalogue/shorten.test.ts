import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFields, shorten } from '../../../../src/utility/catalogue/shorten.ts';
import { estimateTokens } from '../../../../src/utility/catalogue/tokens.ts';
import { rssToJson } from '../../../../src/utility/skills/rss-to-json.ts';

const feed = {
  url: 'http://site.test/',
  not_read: { image: 'no answer' },
  feed: { title: 'News', link: 'http://site.test/' },
  items: Array.from({ length: 400 }, (_, n) => ({ title: `Number ${n}`, link: `http://site.test/${n}` })),
};

test('fields lead into objects and lists, and what was not read stays', () => {
  const fields = readFields(rssToJson.output, 'feed.title, items.link');
  const { items, ...rest } = shorten(feed, fields, undefined) as unknown as typeof feed;
  assert.deepEqual(rest, { feed: { title: 'News' }, not_read: feed.not_read });
  assert.deepEqual([items.length, items[7]], [400, { link: 'http://site.test/7' }]);
  assert.throws(() => readFields(rssToJson.output, 'items.titel'), /items\.titel, which is not a field/);
  assert.throws(() => readFields(rssToJson.output, ''), /an empty name/);
});

test('max_tokens cuts what is longest until the response fits, and counts what is left out', () => {
  for (const max of [100, 500, 3_000]) {
    const short = shorten(feed, undefined, max);
    assert.ok(estimateTokens(JSON.stringify(short)) <= max, String(max));
    const { items, left_out } = short as unknown as typeof feed & { left_out: { items: number } };
    assert.equal(items.length + left_out.items, 400);
    assert.deepEqual(items[0], feed.items[0]);
  }
  assert.deepEqual(shorten(feed, undefined, 1_000_000), feed);
  // A list of one long row is cut inside that row.
  const table = { tables: [{ rows: feed.items, caption: 'All' }] };
  const cut = shorten(table, undefined, 200) as unknown as typeof table & { left_out: object };
  assert.deepEqual([cut.tables[0]?.caption, Object.keys(cut.left_out)], ['All', ['tables.0.rows']]);
  const text = { text: 'word '.repeat(4_000) };
  assert.ok(estimateTokens(JSON.stringify(shorten(text, undefined, 300))) <= 300);
});
