/** A refusal by the service, with its error and hint. */
export class ApiError extends Error {
  readonly status: number;
  readonly hint: string;
  /** The stable error code from `x-error-code`. */
  readonly code: string;

  constructor(status: number, error: string, hint: string, code = '') {
    super(error);
    this.status = status;
    this.hint = hint;
    this.code = code;
  }
}

/** No response: the network or the service is down. */
export class NetworkError extends Error {}

export interface CallOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Raw body, sent instead of JSON. */
  readonly file?: Blob;
  /** `same-origin` only for the session; no other call sends a cookie. */
  readonly credentials?: 'omit' | 'same-origin';
  readonly signal?: AbortSignal | undefined;
}

function readRefusal(answer: unknown): { error: string | undefined; hint: string | undefined } {
  if (typeof answer !== 'object' || answer === null) return { error: undefined, hint: undefined };
  return {
    error: 'error' in answer ? String(answer.error) : undefined,
    hint: 'hint' in answer ? String(answer.hint) : undefined,
  };
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
    throw new NetworkError('no response arrived', { cause: error });
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer as T;
  const { error, hint } = readRefusal(answer);
  const code = response.headers.get('x-error-code') ?? '';
  throw new ApiError(response.status, error ?? `the service returned ${response.status}`, hint ?? '', code);
}

/** A path with a query of the defined values. */
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
