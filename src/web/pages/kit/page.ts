import type { ComponentChildren } from 'preact';

export type ServiceName = 'city' | 'utility';

/** The signed-in person, or the program's owner. */
export interface Visitor {
  readonly name: string;
  readonly kind: string;
}

/** What a page is asked for: its address, its reader and its source of data. */
export interface Visit {
  readonly service: ServiceName;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly visitor: Visitor | undefined;
  /** Events that the visitor has not read, when the document was made. */
  readonly unread: number;
  /** The server's clock in milliseconds. */
  readonly now: () => number;
  /** Public URLs of this service and of the other; empty if it is not known. */
  readonly urls: Readonly<Record<ServiceName, string>>;
  /** Reads the API as the visitor: in the same process on the server, by fetch in a browser. */
  readonly get: <T>(path: string) => Promise<T>;
  /** Loads the data of the page again, and shows what changed. */
  readonly reload: () => Promise<void>;
  /** Changes the query of the address and loads the data for it. */
  readonly setQuery: (query: Readonly<Record<string, string>>) => Promise<void>;
}

/** What the document's head says about a page. */
export interface Head {
  readonly title: string;
  readonly description?: string;
  /** Path of a picture for link previews. */
  readonly image?: string;
  readonly type?: 'article' | 'profile' | 'website';
  /** Atom feeds about the same subject. */
  readonly feeds?: readonly { readonly path: string; readonly title: string }[];
  readonly noindex?: boolean;
}

export interface ViewProps<D> {
  readonly data: D;
  readonly visit: Visit;
}

/** Events after which a page loads its data again. */
export interface Live<D> {
  readonly types: readonly string[];
  readonly room?: string;
  /** Whether a frame of the stream concerns what is shown. */
  concerns?(frame: StreamFrame, data: D, visit: Visit): boolean;
}

/** A frame of the event stream, as `/ws` sends it. */
export interface StreamFrame {
  readonly type: string;
  readonly at: string;
  readonly id: string;
  readonly [field: string]: unknown;
}

/** A page: its data from the API, what its head says, and its view. It is the same on the server and in a browser. */
export interface Page<D = unknown> {
  /** Must be JSON: the browser gets it with the document. */
  load(visit: Visit): D | Promise<D>;
  head(data: D, visit: Visit): Head;
  view(props: ViewProps<D>): ComponentChildren;
  readonly live?: Live<D>;
  /** How long until the page loads its data again, if no event tells it to. */
  refreshMs?(data: D): number | undefined;
}

/** Keeps the type of the data between the parts of a page. */
export const definePage = <D>(page: Page<D>): Page<D> => page;

/** A parameter of the page's own path. */
export function param({ params }: Visit, name: string): string {
  const value = params[name];
  if (value === undefined) throw new Error(`the path of this page has no {${name}}`);
  return value;
}

/** A refusal by the service, with its error and hint. */
export class ApiError extends Error {
  readonly status: number;
  readonly hint: string;
  /** The stable error code from `x-error-code`. */
  readonly code: string;

  constructor(status: number, error: string, hint = '', code = '') {
    super(error);
    this.status = status;
    this.hint = hint;
    this.code = code;
  }
}

/** A numeric parameter; anything else is an address that does not exist. */
export function idParam(visit: Visit, name: string, what: string): number {
  const id = Number(param(visit, name));
  if (!Number.isSafeInteger(id) || id < 1)
    throw new ApiError(404, `there is no ${what} ${param(visit, name)}`);
  return id;
}

/** A path with a query of the values that are given. */
export function withQuery(
  path: string,
  query: Readonly<Record<string, string | number | null | undefined>>,
): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value));
  const text = params.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The values of a query that a page knows, empty ones left out. */
export const pickQuery = (query: URLSearchParams, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? '']] : [])));

/** Undefined if the API has none, or does not show it to this reader. */
export async function orUndefined<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) return undefined;
    throw error;
  }
}

/** What the server hands to the browser with a document. */
export interface Start {
  readonly service: ServiceName;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: string;
  readonly visitor: Visitor | undefined;
  readonly unread: number;
  readonly urls: Readonly<Record<ServiceName, string>>;
  /** The server's clock in milliseconds. */
  readonly now: number;
  /** Data of the page. */
  readonly data: unknown;
  /** File of the page's module and the name of its export; without one, the server has made the content. */
  readonly module?: string;
  readonly name?: string;
}

/** Draws pages on the server. */
export interface ServerRenderer {
  /** The visit that a page's data is loaded for. */
  visit(start: Start, get: Visit['get']): Visit;
  /** A page in its frame, as markup. */
  draw(start: Start, page: Page): string;
  /** Content that was made elsewhere, in the same frame. */
  drawContent(start: Start, markup: string): string;
  errorPage: Page;
  signInPage: Page;
  signInPrompt(title: string, why: string): Page;
}
