import type { Child } from './dom.ts';

/** The current location: route parameters and query. */
export interface PageContext {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Aborted when the reader leaves, which stops everything the page started. */
  readonly signal: AbortSignal;
  /** Changes the query of the URL without reloading the page. */
  setQuery(query: Readonly<Record<string, string | undefined>>): void;
}

/** A parameter in the path of the page's own route. */
export function param({ params }: PageContext, name: string): string {
  const value = params[name];
  if (value === undefined) throw new Error(`the route of this page has no {${name}}`);
  return value;
}

export interface PageView {
  /** Used in the window's title. */
  readonly title: string;
  readonly content: Child;
}

export type MakePage = (context: PageContext) => PageView | Promise<PageView>;

/** A path pattern and the module of its page, loaded on demand. */
export interface PageRoute {
  readonly path: string;
  readonly load: () => Promise<{ readonly page: MakePage }>;
}
