import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startSite } from '../../../fixtures/utility/site.ts';

const rule = 'User-agent: *\nDisallow: /private\n';
const line = `Disallow: /${'p'.repeat(90)}\n`;
/** 600 KiB, of which the first 512 are read; the last of these ends in the middle of `Disallow: /private/x`. */
const huge = (() => {
  const cut = 512 * 1_024;
  const start = `${rule}${line.repeat(Math.floor((cut - 200) / line.length))}`;
  const padded = `${start}#${'.'.repeat(cut - start.length - 14)}\n`;
  return `${padded}Disallow: /open\n${line.repeat(900)}Sitemap: https://site.test/late.xml\n`;
})();

interface OddFile {
  readonly type?: string;
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body: string | Buffer;
  /** For /private/x: whether it may be crawled, and words of the reason. */
  readonly crawlable: boolean;
  readonly reason: RegExp;
  /** Whether the response says that fields were not read. */
  readonly unread?: boolean;
}

/** What real sites serve at /robots.txt. */
const files: Record<string, OddFile> = {
  'the page of an app, for every path': {
    type: 'text/html; charset=utf-8',
    body: '<!doctype html><html><head><title>Shop</title></head><body><div id="root"></div><script src="/app.js"></script></body></html>',
    crawlable: true,
    reason: /a web page, without rules/,
  },
  'a page sent as text': {
    body: '<html>\n<head><title>404: Not Found</title></head>\n<body>Allow: us to help\n</body></html>',
    crawlable: true,
    reason: /a web page, without rules/,
  },
  'rules sent as HTML': { type: 'text/html', body: rule, crawlable: false, reason: /longest matching rule/ },
  'JSON of an API': {
    type: 'application/json',
    body: '{"error":"not found","code":5}',
    crawlable: true,
    reason: /no line .* is a rule/,
  },
  'an image': {
    type: 'image/png',
    body: Buffer.from('89504e470d0a1a0a0000000d49484452000000010000', 'hex'),
    crawlable: true,
    reason: /binary data/,
  },
  'UTF-16 of a Windows editor': {
    body: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(rule, 'utf16le')]),
    crawlable: true,
    reason: /not UTF-8/,
  },
  'a byte order mark': { body: `\ufeff${rule}`, crawlable: false, reason: /longest matching rule/ },
  'line ends of an old Mac': {
    body: rule.replaceAll('\n', '\r'),
    crawlable: false,
    reason: /longest matching rule/,
  },
  nothing: { body: '', crawlable: true, reason: /is empty/ },
  'comments only': { body: '# nothing to see\n\n   # here\n', crawlable: true, reason: /is empty/ },
  'rules without an agent': {
    body: 'Disallow: /private\nDisallow: /x\n',
    crawlable: true,
    reason: /no line .* is a rule/,
  },
  'a file larger than crawlers read': {
    body: huge,
    crawlable: false,
    reason: /longest matching rule/,
    unread: true,
  },
  'compressed, and not said to be': { body: gzipSync(rule), crawlable: true, reason: /binary data/ },
  'a server error with rules': {
    status: 500,
    body: 'User-agent: *\nAllow: /\n',
    crawlable: false,
    reason: /status 500/,
    unread: true,
  },
  'too many requests': { status: 429, body: rule, crawlable: true, reason: /status 429/, unread: true },
};

test('a robots.txt that is something else is reported as such', async (t) => {
  let served: OddFile | undefined;
  const { utility, ally, at } = await startSite(t, {
    '/robots.txt': (_: unknown, response: ServerResponse) => {
      const { status = 200, type = 'text/plain', headers = {}, body = '' } = served ?? {};
      response.writeHead(status, { 'content-type': type, ...headers }).end(body);
    },
  });
  const ask = async (path = '/private/x') => {
    const query = new URLSearchParams({ domain: at(''), path, max_age: '0' });
    const { json, status } = await utility.get(`/robots-analyze?${query}`, { ally });
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  };
  for (const [name, file] of Object.entries(files))
    await t.test(name, async () => {
      served = file;
      const { crawlable, reason, not_read, ai_crawlers } = await ask();
      assert.deepEqual([crawlable, 'groups' in not_read], [file.crawlable, file.unread ?? false], reason);
      assert.match(reason, file.reason);
      for (const each of ai_crawlers) assert.equal(each.crawlable, file.crawlable, each.agent);
    });
  await t.test('a truncated rule is not taken for another rule', async () => {
    served = { body: huge, crawlable: true, reason: /./ };
    const { groups, sitemaps, not_read } = await ask('/op/x');
    assert.equal(groups[0].rules.at(-1).path.length, 91);
    assert.deepEqual([sitemaps, Object.keys(not_read).sort()], [[], ['groups', 'sitemaps']]);
  });
});
