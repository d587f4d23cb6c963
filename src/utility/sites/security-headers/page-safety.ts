import type { PageSource } from '../../pages/page-source.ts';
import { parsePage } from '../../pages/parsed-page.ts';
import type { PageSafety } from './seen-response.ts';

const maxScripts = 5_000;

/** Runs in a worker. */
export function pageSafety({ page }: { page: PageSource }): PageSafety {
  const tree = parsePage(page);
  const metas = tree.all('meta').filter(({ attribs }) => attribs.content !== undefined);
  const equivalents = metas.filter(
    ({ attribs }) => attribs['http-equiv']?.trim().toLowerCase() === 'content-security-policy',
  );
  const referrer = metas.findLast(
    ({ attribs }) => attribs['http-equiv'] === undefined && attribs.name?.trim().toLowerCase() === 'referrer',
  );
  return {
    policies: equivalents.map(({ attribs }) => attribs.content ?? ''),
    referrer: referrer?.attribs.content ?? null,
    scripts: tree
      .all('script')
      .slice(0, maxScripts)
      .map(({ attribs }) => ({ src: attribs.src?.trim() || null, integrity: attribs.integrity || null })),
  };
}
