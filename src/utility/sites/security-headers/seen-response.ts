/** The part of an HTTP response that the tests read. */
export interface SeenResponse {
  readonly url: URL;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Security-related content of a page, and the scripts it loads. */
export interface PageSafety {
  readonly policies: readonly string[];
  readonly referrer: string | null;
  readonly scripts: readonly { readonly src: string | null; readonly integrity: string | null }[];
}

/** All responses collected from a site. */
export interface Visit {
  readonly host: string;
  /** The redirect chain from http, ending with the final response; null if nothing responds over http. */
  readonly http: readonly SeenResponse[] | null;
  /** The chain from http led to an untrusted certificate. */
  readonly httpUntrusted: boolean;
  readonly https: readonly SeenResponse[] | null;
  readonly httpsUntrusted: boolean;
  /** The response that is graded: the https one if there is any. */
  readonly main: SeenResponse;
  readonly page: PageSafety | null;
  /** Every set-cookie header on the way to the graded response. */
  readonly cookies: readonly { readonly from: string; readonly header: string }[];
  readonly cors: SeenResponse | null;
  readonly corsOrigin: string;
  /** Whether a host is on the browsers' HSTS preload list. */
  readonly preloaded: (host: string) => boolean;
}

export function headerValues({ headers }: SeenResponse, name: string): string[] {
  const value = headers[name];
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

/** Result of a test under Observatory's name; `value` is the input it tested. */
export interface HeaderFinding {
  readonly result: string;
  readonly value: string | null;
}
