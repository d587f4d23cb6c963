import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSite } from '../../../fixtures/utility/site.ts';
import { assertRefused } from '../../../harness/refused.ts';

interface Found {
  name: string;
  category: string;
  version: string | null;
  confidence: number;
  evidence: string[];
}

test('technologies are returned with version, confidence and evidence', async (t) => {
  const world = await startSite(t, {
    '/shop': (_, response) => {
      response.writeHead(200, {
        'content-type': 'text/html',
        server: 'nginx/1.25.3',
        'x-powered-by': 'PHP/8.2.1',
        'cf-ray': '8a-BRU',
        'set-cookie': ['_ga=GA1; Path=/', '__stripe_mid=1', '_hjSessionUser_1=x'],
      });
      response.end(`<!doctype html><html><head><meta name="generator" content="WordPress 6.4.2">
        <link rel="stylesheet" href="/wp-content/plugins/woocommerce/a.css?ver=8.5.1">
        <script src="https://code.jquery.com/jquery-3.7.1.min.js"></script>
        <script src="https://js.mollie.com/v1/mollie.js"></script></head><body></body></html>`);
    },
    '/next': (_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html', 'x-vercel-id': 'cdg1', server: 'Vercel' })
        .end('<script id="__NEXT_DATA__">{}</script><script src="/_next/static/a.js"></script>'),
    '/api': (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json', server: 'Apache-Coyote/1.1' }).end('{}'),
    '/plain': '<p>We compare WordPress, django and go; see google-analytics.com and nginx.</p>',
    '/from': (_, response) => response.writeHead(301, { location: '/plain' }).end(),
    // Each is hostile to some regular expression or tree; below a megabyte, because larger pages have a lower priority.
    '/hostile1': `<script src="${'jquery-'.repeat(140_000)}"></script>`,
    '/hostile2': `<meta name="generator" content="${'wordpress '.repeat(50_000)}">${'<script src="a.js">'.repeat(25_000)}`,
    '/hostile3': 'wp-content'.repeat(100_000),
  });
  const ask = async (path: string) => (await world.call('tech-detect', path)).json;
  const shop = await ask('/shop');
  const found = new Map<string, Found>(shop.technologies.map((each: Found) => [each.name, each]));
  const versions = (...names: string[]) => names.map((each) => found.get(each)?.version);
  assert.deepEqual(versions('nginx', 'PHP', 'WordPress', 'WooCommerce', 'jQuery'), [
    '1.25.3',
    '8.2.1',
    '6.4.2',
    '8.5.1',
    '3.7.1',
  ]);
  assert.deepEqual(
    [
      shop.cdn,
      shop.server,
      shop.cms,
      shop.framework,
      shop.hosting,
      shop.analytics.toSorted(),
      shop.payment.toSorted(),
    ],
    ['Cloudflare', 'nginx', 'WordPress', null, null, ['Google Analytics', 'Hotjar'], ['Mollie', 'Stripe']],
  );
  assert.deepEqual(found.get('nginx'), {
    name: 'nginx',
    category: 'server',
    version: '1.25.3',
    confidence: 95,
    evidence: ['header server: nginx/1.25.3'],
  });
  assert.equal(found.get('WordPress')!.confidence, 100);
  assert.equal(new Set(found.keys()).size, shop.technologies.length);

  const next = await ask('/next');
  assert.deepEqual([next.framework, next.hosting, next.cms], ['Next.js', 'Vercel', null]);
  const react = next.technologies.find((each: Found) => each.name === 'React');
  assert.deepEqual([react.confidence, react.evidence], [80, ['implied by Next.js']]);

  const api = await ask('/api');
  assert.deepEqual(api.technologies.map(({ name }: Found) => name).toSorted(), ['Apache Tomcat', 'Java']);
  const plain = await ask('/from');
  assert.deepEqual([plain.final_url, plain.technologies], [world.at('/plain'), []]);
  for (const path of ['/hostile1', '/hostile2', '/hostile3'])
    assert.equal((await world.call('tech-detect', path)).status, 200, path);
  assertRefused(await world.call('tech-detect', 'http://nobody.example/'), 502, 'upstream_failed');
});

test('a page about technologies is not built with them', async (t) => {
  const { call } = await startSite(t, {
    '/': `<!doctype html><html lang=en><title>Yoast SEO or Rank Math, Shopify or WooCommerce?</title><body>
<!-- TODO: compare Yoast SEO with Rank Math, WP Rocket with W3 Total Cache -->
<p>WordPress keeps its themes in /wp-content/themes/, Shopify at cdn.shopify.com, Next.js in id="__NEXT_DATA__".</p>
<a href="/blog/woocommerce-page-speed">WooCommerce</a><a href="/tags/elementor-section">Elementor</a><a href="/how-to-use-drupalSettings">Drupal</a>
<textarea><script src="/wp-includes/js/jquery/jquery.min.js?ver=3.7.1"></script></textarea>`,
    '/signed': `<!doctype html><html lang=en><title>A shop for clocks</title><body>
<!-- This site is optimized with the Yoast SEO Premium plugin v23.4 (Yoast SEO v23.4) - https://yoast.com/wordpress/plugins/seo/ -->
<p>Clocks.</p><!-- Performance optimized by W3 Total Cache. Learn more: https://www.boldgrid.com/w3-total-cache/ -->`,
  });
  const names = async (path: string) =>
    (await call('tech-detect', path)).json.technologies.map(({ name }: { name: string }) => name).sort();
  assert.deepEqual(await names('/'), []);
  assert.deepEqual(await names('/signed'), ['PHP', 'W3 Total Cache', 'WordPress', 'Yoast SEO']);
});
