import type { Measure } from './score.ts';

/** The measures of `npm run corpus`, by name. */
export const measures: Record<string, () => Promise<Measure>> = {
  'url-metadata': () => import('./url-metadata.ts'),
  readability: () => import('./readability.ts'),
  articles: () => import('./articles.ts'),
  'structured-data': () => import('./structured-data.ts'),
  feeds: () => import('./feeds.ts'),
  robots: () => import('./robots.ts'),
  'json-repair': () => import('./json-repair.ts'),
  entities: () => import('./entities.ts'),
  'text-entities': () => import('./text-entities.ts'),
  email: () => import('./email.ts'),
  spf: () => import('./spf.ts'),
  vat: () => import('./vat.ts'),
  rdap: () => import('./rdap.ts'),
  'json-rpc': () => import('./json-rpc.ts'),
  'security-headers': () => import('./security-headers.ts'),
  'brand-assets': () => import('./brand-assets.ts'),
  'html-table': () => import('./html-table.ts'),
  sitemaps: () => import('./sitemaps.ts'),
  links: () => import('./links.ts'),
  language: () => import('./language.ts'),
  scripts: () => import('./scripts.ts'),
};
