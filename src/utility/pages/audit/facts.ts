import type { AnyNode } from 'domhandler';
import type { ParsedPage } from '../parsed-page.ts';

/** Figures about a page that are part of the response. */
export interface AuditFigures {
  title: { text: string | null; length: number };
  meta_description: { text: string | null; length: number };
  h1_count: number;
  canonical: string | null;
  open_graph: Record<string, string>;
  images: { total: number; with_alt: number; alt_coverage: number };
  word_count: number;
}

/** Input of the audit rules. */
export interface AuditFacts extends AuditFigures {
  readonly page: ParsedPage;
  /** The elements that a browser puts into the head. */
  readonly head: ReadonlySet<AnyNode>;
  readonly meta: ReadonlyMap<string, string>;
  readonly status: number;
  /** X-Robots-Tag headers, each as sent. */
  readonly robotsHeaders: readonly string[];
  /** The canonical URL from a Link header. */
  readonly canonicalHeader: string | null;
  readonly now: number;
  canonicalOf(href: string | undefined): string | null;
}
