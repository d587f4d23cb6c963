import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSite } from '../../../fixtures/utility/site.ts';
import { assertRefused } from '../../../harness/refused.ts';

const robots = `# ours
User-agent: *
Disallow: /private
Allow: /private/open$
Constructor: /
Disallow: /voilà
Crawl-delay: 2.5

User-agent: GoodBot
User-agent: OtherBot
Disallow:
Sitemap: https://site.test/sitemap.xml
`;

test('paths are compared as RFC 9309 says, however they are encoded', async (t) => {
  const rules = ['/a%3cd.html', '/b<d.html', '/%7Ejoe/', '/c d', '/q?x={y}', '/%62%61%7A'];
  const { utility, ally, at } = await startSite(t, {
    '/robots.txt': (_, response) =>
      response
        .setHeader('content-type', 'text/plain')
        .end(`User-agent: *\n${rules.map((rule) => `Disallow: ${rule}\n`).join('')}`),
  });
  const ruleFor = async (path: string) => {
    const query = new URLSearchParams({ domain: at(''), path });
    return (await utility.get(`/robots-analyze?${query}`, { ally })).json.matched_rule;
  };
  for (const [path, rule] of [
    ['/a%3Cd.html', '/a%3cd.html'],
    ['/a<d.html', '/a%3cd.html'],
    ['/b%3cd.html', '/b<d.html'],
    ['/~joe/index.html', '/%7Ejoe/'],
    ['/%7ejoe/', '/%7Ejoe/'],
    ['/c%20d', '/c d'],
    ['/q?x=%7By%7D', '/q?x={y}'],
    ['/%62%61%7a', '/%62%61%7A'],
  ] as const)
    assert.equal(await ruleFor(path), `disallow: ${rule}`, path);
  assert.equal(await ruleFor('/a%2Fd.html'), null);
});

test('groups, sitemaps and the deciding rule are returned', async (t) => {
  const { utility, ally, at, site } = await startSite(t, {
    '/robots.txt': (_, response) => response.setHeader('content-type', 'text/plain').end(robots),
  });
  const ask = (more = '', path = '') =>
    utility.get(`/robots-analyze?domain=${encodeURIComponent(at(path))}${more}&max_age=0`, { ally });
  const { json } = await ask('&path=/private/x&agent=AnyBot/2.1');
  assert.deepEqual(
    [json.domain, json.robots_url, json.status, json.crawlable, json.matched_rule],
    ['site.test', at('/robots.txt'), 200, false, 'disallow: /private'],
  );
  assert.deepEqual(json.groups, [
    {
      agents: ['*'],
      rules: [
        { allow: false, path: '/private' },
        { allow: true, path: '/private/open$' },
        { allow: false, path: '/voilà' },
      ],
      crawl_delay: 2.5,
    },
    { agents: ['GoodBot', 'OtherBot'], rules: [{ allow: false, path: '' }], crawl_delay: null },
  ]);
  assert.deepEqual(json.sitemaps, ['https://site.test/sitemap.xml']);
  assert.equal((await ask('&path=/private/open')).json.crawlable, true);
  assert.equal((await ask('&path=/private/open/more')).json.crawlable, false);
  assert.equal((await ask('&path=/private/x&agent=goodbot')).json.crawlable, true);
  assert.equal((await ask(`&path=${encodeURIComponent('/voilà')}`)).json.crawlable, false);
  assert.equal((await ask(`&path=${encodeURIComponent('/voilé')}`)).json.crawlable, true);
  assert.deepEqual(
    [(await ask()).json.path, (await ask()).json.agent, (await ask()).json.crawlable],
    ['/', '*', true],
  );

  delete site['/robots.txt'];
  const absent = (await ask('&path=/private/x')).json;
  assert.deepEqual(
    [absent.status, absent.crawlable, absent.groups, absent.matched_rule],
    [404, true, [], null],
  );
  site['/robots.txt'] = (_, response) => response.writeHead(503).end();
  const failing = (await ask('&path=/x')).json;
  assert.deepEqual([failing.status, failing.crawlable], [503, false]);
  assertRefused(await ask('&path=x'), 400, 'invalid_field');
  assertRefused(await utility.get('/robots-analyze?domain=nobody.example', { ally }), 502, 'upstream_failed');
  assertRefused(
    await utility.get('/robots-analyze?domain=http://127.0.0.1/', { ally }),
    400,
    'invalid_field',
  );
});

test('each known AI crawler has its own verdict', async (t) => {
  const robots = 'User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n\nUser-agent: *\nDisallow: /private\n';
  const { utility, ally, at } = await startSite(t, {
    '/robots.txt': (_, response) => response.setHeader('content-type', 'text/plain').end(robots),
  });
  const { json } = await utility.get(`/robots-analyze?domain=${encodeURIComponent(at(''))}&path=/a`, {
    ally,
  });
  const refused = json.ai_crawlers.filter(({ crawlable }: { crawlable: boolean }) => !crawlable);
  assert.deepEqual(
    refused.map(({ agent, operator, matched_rule }: Record<string, string>) => [
      agent,
      operator,
      matched_rule,
    ]),
    [
      ['GPTBot', 'OpenAI', 'disallow: /'],
      ['CCBot', 'Common Crawl', 'disallow: /'],
    ],
  );
  assert.ok(json.ai_crawlers.length >= 20);
});
