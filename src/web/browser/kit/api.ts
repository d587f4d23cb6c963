/** A refusal of the service, with its own words for what is wrong and what to do. */
export class Refused extends Error {
  readonly status: number;
  readonly hint: string;

  constructor(status: number, error: string, hint: string) {
    super(error);
    this.status = status;
    this.hint = hint;
  }
}

export interface CallOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Calls the service that serves this page. No cookie and no credential of the browser ever goes with it. */
export async function call<T>(path: string, options: CallOptions = {}): Promise<T> {
  const { method = 'GET', headers = {}, body, signal } = options;
  const response = await fetch(path, {
    method,
    credentials: 'omit',
    ...(signal && { signal }),
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer as T;
  const { error, hint } = (answer ?? {}) as { error?: string; hint?: string };
  throw new Refused(response.status, error ?? `the service answered ${response.status}`, hint ?? '');
}

/** A path with a query of those values that are there. */
export function withQuery(
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') params.set(name, String(value));
  }
  const text = params.toString();
  return text === '' ? path : `${path}?${text}`;
}
