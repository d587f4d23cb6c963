import { blockText, countReading } from '../article/block-text.ts';
import { headElements } from '../head-elements.ts';
import { metaTags, toAbsoluteUrl } from '../metadata/meta.ts';
import { findCanonical, pageMetadata, titleElement } from '../metadata/metadata.ts';
import type { PageSource } from '../page-source.ts';
import { parsePage } from '../parsed-page.ts';
import type { AuditFacts, AuditFigures } from './facts.ts';
import { findIssues, type Issue } from './rules.ts';

export interface PageAudit extends AuditFigures {
  grade: string;
  score: number;
  issues: Issue[];
}

interface AuditInput {
  page: PageSource;
  status: number;
  robotsHeaders: readonly string[];
  linkHeader: string;
  now: number;
}

const costs = { error: 15, warning: 6, notice: 2 } as const;
const grades = [
  [90, 'A'],
  [80, 'B'],
  [70, 'C'],
  [60, 'D'],
] as const;

export function pageAudit({ page: source, status, robotsHeaders, linkHeader, now }: AuditInput): PageAudit {
  const page = parsePage(source);
  const meta = metaTags(page);
  const title = titleElement(page);
  const description = meta.get('description') ?? null;
  const images = page
    .all('img')
    .filter(({ attribs }) => attribs.src || attribs.srcset || attribs['data-src']);
  const withAlt = images.filter(
    ({ attribs }) =>
      attribs.alt !== undefined ||
      attribs['aria-label'] ||
      attribs['aria-hidden'] === 'true' ||
      attribs.role === 'presentation',
  );
  const canonicalHeader = canonicalIn(linkHeader, page.url);
  const head = headElements(page);
  const body = page.all('body')[0] ?? page.root;
  const audit = {
    title: { text: title, length: [...(title ?? '')].length },
    meta_description: { text: description, length: [...(description ?? '')].length },
    h1_count: page.all('h1').length,
    canonical: findCanonical(page, (link) => head.has(link)) ?? canonicalHeader,
    open_graph: pageMetadata({ page: source }).open_graph,
    images: {
      total: images.length,
      with_alt: withAlt.length,
      alt_coverage: images.length === 0 ? 1 : Math.round((withAlt.length / images.length) * 1_000) / 1_000,
    },
    word_count: countReading(blockText(body, { shown: true })).words,
  };
  const facts: AuditFacts = {
    ...audit,
    page,
    head,
    meta,
    status,
    robotsHeaders,
    canonicalHeader,
    now,
    canonicalOf: (href) => toAbsoluteUrl(href, page.base),
  };
  const issues = findIssues(facts);
  const score = Math.max(
    0,
    issues.reduce((left, { severity }) => left - costs[severity], 100),
  );
  return { grade: grades.find(([least]) => score >= least)?.[1] ?? 'F', score, ...audit, issues };
}

/** The target of `<https://example.com/a>; rel="canonical"` in a Link header. */
function canonicalIn(header: string, here: URL): string | null {
  for (const [, href, rest = ''] of header.matchAll(/<([^<>]{1,2000})>([^<]*)/g)) {
    if (/;\s*rel\s*=\s*(?:"[^"]*\bcanonical\b[^"]*"|canonical\b)/i.test(rest))
      return URL.parse(href ?? '', here.href)?.href ?? null;
  }
  return null;
}
