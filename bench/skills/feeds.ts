import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseFeed } from 'feedsmith';
import { readFeed } from '../../src/utility/sites/feeds/read-feed.ts';
import type { Comparison } from './comparison.ts';

const item = (n: number) =>
  `<item><title>Entry ${n} &amp; more</title><link>https://a.test/${n}</link><guid>${n}</guid><pubDate>Sun, 15 Nov 2026 08:00:00 GMT</pubDate><dc:creator>Ada</dc:creator><category>maths</category><description>&lt;p&gt;${'Some words of an entry. '.repeat(20)}&lt;/p&gt;</description></item>`;
const large = (items: number) =>
  `<?xml version="1.0" encoding="utf-8"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>A feed</title><link>https://a.test/</link>${Array.from({ length: items }, (_, n) => item(n)).join('\n')}</channel></rss>`;

/** The public cases are a few lines each, so feeds of a realistic size are added. */
export const comparison: Comparison = {
  peer: 'feedsmith (MIT)',
  times: 5,
  inputs: (corpora) =>
    [
      ...new Set(
        (JSON.parse(readFileSync(path.join(corpora, 'feeds.json'), 'utf8')) as { file: string }[]).map(
          ({ file }) => file,
        ),
      ),
    ]
      .map((file) => ({ name: path.basename(file), bytes: readFileSync(path.join(corpora, file)) }))
      .concat([10, 50, 500].map((n) => ({ name: `${n} items`, bytes: Buffer.from(large(n)) }))),
  ours: (bytes) => readFeed({ bytes, contentType: 'application/xml', url: 'http://a.test/feed' }),
  theirs: (bytes) => {
    try {
      return parseFeed(bytes.toString('utf8'));
    } catch {
      return null;
    }
  },
};
