/** A refusal of the service, with its own words for what is wrong and what to do. */
export class Refused extends Error {
  readonly status: number;
  readonly hint: string;
  /** The stable word of its kind, as `x-error-code` has it. */
  readonly code: string;

  constructor(status: number, error: string, hint: string, code = '') {
    super(error);
    this.status = status;
    this.hint = hint;
    this.code = code;
  }
}

/** Nothing came back: no network, or a service that is gone. */
export class NoAnswer extends Error {}

export interface CallOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Sent as it is, instead of a JSON body. */
  readonly file?: Blob;
  /** `same-origin` for the session alone; no other call carries a cookie. */
  readonly credentials?: 'omit' | 'same-origin';
  readonly signal?: AbortSignal | undefined;
}

/** Calls the service that serves this page. */
export async function call<T>(path: string, options: CallOptions = {}): Promise<T> {
  const { method = 'GET', headers = {}, body, file, credentials = 'omit', signal } = options;
  const response = await fetch(path, {
    method,
    credentials,
    ...(signal && { signal }),
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(file && { body: file }),
  }).catch((error: unknown) => {
    throw new NoAnswer('no answer arrived', { cause: error });
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer as T;
  const { error, hint } = (answer ?? {}) as { error?: string; hint?: string };
  const code = response.headers.get('x-error-code') ?? '';
  throw new Refused(response.status, error ?? `the service answered ${response.status}`, hint ?? '', code);
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
