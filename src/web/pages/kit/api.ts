import { ApiError } from './page.ts';

/** No response: the network or the service is down. */
export class NetworkError extends Error {}

export interface CallOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** `same-origin` only for the session; no other call sends a cookie. */
  readonly credentials?: 'omit' | 'same-origin';
  readonly signal?: AbortSignal | undefined;
  /** The call outlives the page. */
  readonly keepalive?: boolean;
}

const textIn = (answer: unknown, field: 'error' | 'hint'): string | undefined => {
  const value = typeof answer === 'object' && answer !== null ? Reflect.get(answer, field) : undefined;
  return value === undefined ? undefined : String(value);
};

/** Calls the service that serves this page. */
export async function call<T>(path: string, options: CallOptions = {}): Promise<T> {
  const { method = 'GET', headers = {}, body, credentials = 'omit', signal, keepalive = false } = options;
  const response = await fetch(path, {
    method,
    credentials,
    keepalive,
    ...(signal && { signal }),
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new NetworkError('no response arrived', { cause: error });
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer as T;
  const words = textIn(answer, 'error') ?? `the service returned ${response.status}`;
  const code = response.headers.get('x-error-code') ?? '';
  throw new ApiError(response.status, words, textIn(answer, 'hint'), code);
}

/** Calls of a session carry a header that no other origin may send. */
export const sessionHeaders = { 'x-kith-page': '1' };

/** Calls the API as the signed-in person. */
export const callAsMe = <T>(path: string, options: CallOptions = {}): Promise<T> =>
  call<T>(`/session/as${path}`, {
    ...options,
    credentials: 'same-origin',
    headers: { ...options.headers, ...sessionHeaders },
  });

/** Signs in with a key, which is exchanged for a cookie that no script can read. */
export const signIn = (key: string): Promise<unknown> =>
  call('/session', { method: 'POST', body: { key }, credentials: 'same-origin', headers: sessionHeaders });

export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'signed_out';

const programHint =
  /\b(GET|POST|PUT|PATCH|DELETE) \/|\bcurl\b|\bkith [a-z]+|[{}]|\bheaders?\b|Idempotency-Key|\bAuthorization\b|\bBearer\b/;

/** A sentence about a field of the API, which begins with its name. */
const fieldHint = /^(?:Fill in )?[a-z]\w*(?::| )/;

/** Removes sentences of a hint that only a program can follow: methods, paths, curl lines and names of fields. */
const hintForPeople = (hint: string): string =>
  hint
    .split(/(?<=[.!?])\s+/)
    .filter((sentence) => !programHint.test(sentence) && !fieldHint.test(sentence))
    .join(' ');

const sentence = (text: string): string => {
  const capitalised = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(capitalised) ? capitalised : `${capitalised}.`;
};

/** What went wrong and what to do next, worded for a person. */
export function refusalText(error: unknown): string {
  if (error instanceof NetworkError) return 'No response arrived. Check your connection and try again.';
  if (!(error instanceof ApiError)) {
    globalThis.reportError?.(error);
    return 'This page failed. Reload it; if that does not help, contact the operator.';
  }
  if (error.status >= 500) return 'The service has a problem. Try again in a moment; it is safe to repeat.';
  return [sentence(error.message), hintForPeople(error.hint)].filter(Boolean).join(' ');
}

/** The field that a refusal is about: the one it names, preferably at its start. */
export function fieldOfRefusal(error: unknown, names: readonly string[]): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const [first = ''] = error.message.split(/[^\w]/, 1);
  if (names.includes(first)) return first;
  return names.find((name) => error.message.split(/[^\w]+/).includes(name));
}
