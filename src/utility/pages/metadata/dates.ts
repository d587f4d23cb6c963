import { isoDate, publishedAt } from '../article/published.ts';
import type { ParsedPage } from '../parsed-page.ts';
import { jsonLdObjectsOf } from './json-ld-objects.ts';
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
export function datesOf(page: ParsedPage): { published_at: string | null; modified_at: string | null } {
  const meta = metaTags(page);
  const declaredDate = (field: string) =>
    jsonLdObjectsOf(page)
      .map((each) => each[field])
      .find((each) => typeof each === 'string' && isoDate(each) !== null);
  const [published, modified] = [declaredDate('datePublished'), declaredDate('dateModified')];
  const changed = [modified, ...modifiedNames.map((name) => meta.get(name))];
  return {
    published_at: publishedAt(typeof published === 'string' ? published : null, page),
    modified_at: changed.map((each) => isoDate(String(each ?? ''))).find((each) => each !== null) ?? null,
  };
}
