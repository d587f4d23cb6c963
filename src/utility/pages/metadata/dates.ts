import { declaredDate, publishedAt } from '../article/published.ts';
import type { ParsedPage } from '../parsed-page.ts';
import { collectJsonLdObjects } from './json-ld-objects.ts';
import { metaTags } from './meta.ts';

const modifiedNames = [
  'article:modified_time',
  'og:updated_time',
  'datemodified',
  'last-modified',
  'dcterms.modified',
  'dc.date.modified',
];

/** When the page says that it was published and last changed, as ISO 8601. */
export function findPageDates(page: ParsedPage): { published_at: string | null; modified_at: string | null } {
  const meta = metaTags(page);
  const objects = collectJsonLdObjects(page);
  return {
    published_at: publishedAt(firstDate(objects.map(({ datePublished }) => datePublished)), page),
    modified_at: firstDate([
      ...objects.map(({ dateModified }) => dateModified),
      ...modifiedNames.map((name) => meta.get(name)),
    ]),
  };
}

const firstDate = (values: readonly unknown[]): string | null =>
  values.map(declaredDate).find((each) => each !== null) ?? null;
