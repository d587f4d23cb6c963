/** An answer of the web as the tests look at it. */
export interface Seen {
  readonly url: URL;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** What a page itself says about its safety, and the scripts that it loads. */
export interface PageSafety {
  readonly policies: readonly string[];
  readonly referrer: string | null;
  readonly scripts: readonly { readonly src: string | null; readonly integrity: string | null }[];
}

/** Everything that was asked of a site. */
export interface Visit {
  readonly host: string;
  /** The way from http: every answer, the last being where it ended; null where nothing answers by http. */
  readonly http: readonly Seen[] | null;
  /** The way from http led to a certificate that nobody trusts. */
  readonly httpUntrusted: boolean;
  readonly https: readonly Seen[] | null;
  readonly httpsUntrusted: boolean;
  /** The answer that is judged: by https where there is one. */
  readonly main: Seen;
  readonly page: PageSafety | null;
  /** Every set-cookie on the way to the answer that is judged. */
  readonly cookies: readonly { readonly from: string; readonly header: string }[];
  readonly cors: Seen | null;
  readonly corsOrigin: string;
  /** Whether browsers know a host as https-only beforehand. */
  readonly preloaded: (host: string) => boolean;
}

export function valuesOf({ headers }: Seen, name: string): string[] {
  const value = headers[name];
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

/** What a test came to, by Observatory's name for it; `value` is what it looked at. */
export interface Finding {
  readonly result: string;
  readonly value: string | null;
}
