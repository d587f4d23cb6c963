import type { Child } from './dom.ts';

/** Where the reader is: what the address names. */
export interface Place {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Ends when the reader goes elsewhere: whatever the page started ends with it. */
  readonly signal: AbortSignal;
  /** Changes the query of the address without a new page. */
  setQuery(query: Readonly<Record<string, string | undefined>>): void;
}

export interface Page {
  /** As it stands in the window's title. */
  readonly title: string;
  readonly content: Child;
}

export type MakePage = (place: Place) => Page | Promise<Page>;

/** An address pattern and the module of its page, loaded when it is wanted. */
export interface PageRoute {
  readonly path: string;
  readonly load: () => Promise<{ readonly page: MakePage }>;
}
