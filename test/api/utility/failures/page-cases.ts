import assert from 'node:assert/strict';
import type { Answer } from '../../../harness/client.ts';
import type { FailureCase } from './case.ts';

const pageSkills = [
  'url-metadata',
  'tech-detect',
  'structured-data',
  'broken-links',
  'html-table',
  'readability',
  'brand-assets',
  'seo-audit',
  'lang-hreflang',
  'rss-to-json',
  'redirect-trace',
];

const brand = (upstream: string, path: string, expected: FailureCase['expected']): FailureCase => ({
  skill: 'brand-assets',
  upstream,
  query: ({ site }) => ({ url: `${site}${path}` }),
  expected,
});

/** Skills that read pages and files of sites. */
export const pageCases: readonly FailureCase[] = [
  ...pageSkills.map(
    (skill): FailureCase => ({
      skill,
      upstream: 'the page',
      query: ({ page }) => ({ url: page }),
      // The status of a failing page is the result of a trace.
      ...(skill === 'redirect-trace' && { faults: ['dead', 'silent', 'garbage'] }),
      expected: 'refused',
    }),
  ),
  {
    skill: 'security-headers',
    upstream: 'the page',
    query: ({ page }) => ({ url: page }),
    expected: 'refused',
  },
  {
    skill: 'source-verify',
    upstream: 'the page',
    query: ({ page }) => ({ url: page }),
    expected: ['title', 'soft_404'],
    unknown: { live: null, title: null },
  },
  {
    skill: 'redirect-trace',
    upstream: 'the destination',
    query: ({ site }) => ({ url: `${site}/moved` }),
    faults: ['dead', 'silent', 'garbage'],
    expected: ['final_status'],
    unknown: { final_status: null },
  },
  brand('the manifest', '/manifest', ['icons', 'theme_color']),
  brand('a style sheet', '/style', ({ palette, not_read }, fault) => {
    assert.deepEqual(palette, []);
    // Garbage sent as a style sheet is a style sheet without colours.
    if (fault !== 'garbage') assert.match(not_read.palette, /style sheet .*look\.css/);
  }),
  brand('the logo', '/logo', ['logo.measured', 'palette']),
  brand('the preview image', '/preview', ['og_image_measured']),
  brand('an icon', '/icon', ['icons.measured', 'palette']),
  {
    skill: 'brand-assets',
    upstream: '/favicon.ico',
    query: ({ site }) => ({ url: `${site.replace('site.test', 'bare.test')}/` }),
    faults: ['dead', 'silent', 'failing'],
    expected: ['favicon'],
    unknown: { favicon: null },
  },
  {
    skill: 'broken-links',
    upstream: 'a link',
    query: ({ site }) => ({ url: `${site}/link` }),
    // A HEAD request to the garbage server succeeds.
    faults: ['dead', 'silent', 'failing'],
    expected: ({ broken, unverified }) => {
      const [{ status, reason }] = [...broken, ...unverified];
      assert.notEqual(status, 404);
      assert.doesNotMatch(reason, /nothing is there/i);
    },
  },
  {
    skill: 'broken-links',
    upstream: 'DNS of a link',
    query: ({ site }) => ({ url: `${site}/unnamed` }),
    expected: ({ broken, unverified }) => assert.deepEqual([broken.length, unverified.length], [0, 1]),
  },
  {
    skill: 'rss-to-json',
    upstream: 'the feed that a page names',
    query: ({ site }) => ({ url: `${site}/feeds` }),
    expected: 'refused',
  },
  {
    skill: 'robots-analyze',
    upstream: 'robots.txt',
    query: ({ origin }) => ({ domain: origin, path: '/a' }),
    faults: ['dead', 'silent'],
    expected: 'refused',
  },
  {
    skill: 'robots-analyze',
    upstream: 'robots.txt',
    query: ({ origin }) => ({ domain: origin, path: '/a' }),
    faults: ['failing'],
    expected: ['groups', 'sitemaps', 'crawlable', 'matched_rule', 'ai_crawlers'],
  },
  {
    skill: 'sitemap-extract',
    upstream: 'the site',
    query: ({ origin }) => ({ domain: origin }),
    faults: ['dead', 'silent'],
    expected: 'refused',
  },
  {
    skill: 'sitemap-extract',
    upstream: 'the site',
    query: ({ origin }) => ({ domain: origin }),
    faults: ['failing'],
    expected: incomplete,
  },
  {
    skill: 'sitemap-extract',
    upstream: 'a sitemap that robots.txt names',
    query: ({ site }) => ({ domain: site }),
    faults: ['dead', 'failing', 'garbage'],
    expected: incomplete,
  },
  {
    skill: 'sitemap-extract',
    upstream: 'a sitemap that robots.txt names',
    query: ({ site }) => ({ domain: site }),
    faults: ['silent'],
    expected: 'refused',
  },
  {
    skill: 'security-headers',
    upstream: 'the preload list',
    query: ({ site }) => ({ url: `${site}/plain` }),
    expected: ({ unknown }) => assert.deepEqual(unknown, ['site.test']),
  },
];

function incomplete({ total_complete, errors }: Answer['json']): void {
  assert.equal(total_complete, false);
  assert.ok(errors.length > 0);
}
