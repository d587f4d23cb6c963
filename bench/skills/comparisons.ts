import type { Comparison } from './comparison.ts';

/** The comparisons of `npm run bench -- skills`, by name. */
export const comparisons: Record<string, () => Promise<{ comparison: Comparison }>> = {
  'url-metadata': () => import('./url-metadata.ts'),
  'url-metadata: 8 fields': () => import('./url-metadata-metascraper.ts'),
  readability: () => import('./readability.ts'),
  'readability: articles': () => import('./articles.ts'),
  'html-table': () => import('./html-table.ts'),
  'rss-to-json': () => import('./feeds.ts'),
  'robots-analyze': () => import('./robots.ts'),
  'json-repair': () => import('./json-repair.ts'),
  'json-repair: model outputs': () => import('./json-repair-models.ts'),
  'text-entities': () => import('./text-entities.ts'),
  'text-entities: links': () => import('./text-links.ts'),
  'text-entities: dates': () => import('./text-dates.ts'),
  'verify-email: syntax': () => import('./email.ts'),
  'vies-check: check digits': () => import('./vat.ts'),
  'structured-data': () => import('./structured-data.ts'),
};
