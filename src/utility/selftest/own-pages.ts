import { atLeast, hasAtLeast, pageCase, someMatching, type TestCase } from './test-case.ts';

const pageDescription = 'A page of known content, on which this service tries its own skills once a day.';
const paragraph =
  'A skill that reads pages can only be held against a page whose content is known. This is such a page: it has a title, a description, a heading, a table, an icon, links of which one leads nowhere, and a statement of what it is.';

export const pagePath = '/selftest/page';
export const feedPath = '/selftest/feed';
const missingPath = '/selftest/missing';

/** The service's own sample page for tests; all of its content is ours. */
export const samplePage = (baseUrl: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>A page to try skills on</title>
<meta name="description" content="${pageDescription}">
<meta property="og:title" content="A page to try skills on"><meta property="og:type" content="article">
<meta name="theme-color" content="#204060">
<link rel="canonical" href="${baseUrl}${pagePath}">
<link rel="icon" type="image/svg+xml" sizes="any" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E">
<link rel="alternate" hreflang="en" href="${baseUrl}${pagePath}"><link rel="alternate" type="application/atom+xml" href="${baseUrl}${feedPath}">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"TechArticle","headline":"A page to try skills on"}</script>
</head><body><main><article><h1>A page to try skills on</h1>
${Array.from({ length: 4 }, (_, i) => `<p>${paragraph} This is paragraph ${i + 1} of four.</p>`).join('\n')}
<table><caption>Prices</caption><tr><th>skill<th>price<tr><td>dns-lookup<td>0.003<tr><td>json-repair<td>0.01</table>
<p><a href="/llms.txt">what this service does</a>, <a href="/skills">its skills</a>, <a href="${missingPath}">nothing</a></p>
</article></main></body></html>
`;

export const sampleFeed = (baseUrl: string) => `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>${baseUrl}${feedPath}</id><title>A feed to try skills on</title>
<updated>2026-11-15T00:00:00Z</updated><link href="${baseUrl}${pagePath}"/>
<entry><id>${baseUrl}${pagePath}</id><title>A page to try skills on</title><link href="${baseUrl}${pagePath}"/>
<updated>2026-11-15T00:00:00Z</updated><summary>${pageDescription}</summary></entry></feed>
`;

/** Cases for skills that can read the service's own public pages, once it has a public URL. */
export function ownPageCases(baseUrl: string): TestCase[] {
  const page = baseUrl + pagePath;
  return [
    pageCase('url-metadata', page, 'title, description, canonical and language', {
      title: 'A page to try skills on',
      description: pageDescription,
      canonical: page,
      lang: 'en',
    }),
    pageCase('structured-data', page, 'its TechArticle in JSON-LD', {
      items: someMatching({
        format: 'json-ld',
        type: 'TechArticle',
        data: { headline: 'A page to try skills on' },
      }),
      errors: (value) => Array.isArray(value) && value.length === 0,
    }),
    pageCase('html-table', page, 'every cell of its table', {
      tables: [{ caption: 'Prices', rows: [{ skill: 'dns-lookup', price: '0.003' }, { price: '0.01' }] }],
    }),
    pageCase('readability', page, 'its four paragraphs', {
      text: /paragraph 1 of four[\s\S]*paragraph 4 of four/,
      word_count: atLeast(100),
    }),
    pageCase('brand-assets', page, 'its icon and colour', { theme_color: '#204060', icons: hasAtLeast(1) }),
    pageCase('seo-audit', page, 'its title, one heading and canonical', {
      title: { text: 'A page to try skills on' },
      h1_count: 1,
      canonical: page,
    }),
    pageCase('lang-hreflang', page, 'its language and the alternate it names', {
      lang: 'en',
      alternates: someMatching({ hreflang: 'en', href: page }),
    }),
    pageCase('broken-links', page, 'the broken one of its three links', {
      checked: 3,
      broken_count: 1,
      broken: [{ url: baseUrl + missingPath, status: 404 }],
    }),
    pageCase('rss-to-json', baseUrl + feedPath, 'its one entry', {
      count: 1,
      items: [{ title: 'A page to try skills on', link: page }],
    }),
  ];
}
