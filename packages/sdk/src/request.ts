import type { CallOptions, RawBody } from './options.ts';
import type { RouteEntry } from './route-entry.ts';

export interface Prepared {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: RawBody;
}

type Input = Readonly<Record<string, unknown>>;

/** The request of a call, the same for all its attempts: they share one idempotency key. */
export function prepare(entry: RouteEntry, args: readonly unknown[]): Prepared & { options: CallOptions } {
  const rest = [...args];
  const path = entry.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.shift();
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new TypeError(`${entry.method} ${entry.path} needs its ${name}`);
    return encodeURIComponent(value);
  });
  const input = entry.input || entry.body === 'raw' ? rest.shift() : undefined;
  const options = (rest[0] ?? {}) as CallOptions;
  const headers: Record<string, string> = {};
  if (entry.method !== 'GET' && entry.body !== 'raw')
    headers['idempotency-key'] = options.idempotencyKey ?? freshKey();
  if (entry.body === 'raw')
    return {
      method: entry.method,
      target: path,
      headers: { ...headers, ...options.headers },
      body: input as RawBody,
      options,
    };

  const [query, body] = split(entry, (input ?? {}) as Input);
  if (entry.body === 'json') headers['content-type'] = 'application/json';
  return {
    method: entry.method,
    target: query === '' ? path : `${path}?${query}`,
    headers: { ...headers, ...options.headers },
    ...(entry.body === 'json' && { body: JSON.stringify(body) }),
    options,
  };
}

/** Pages loaded without TLS have no `randomUUID`. */
function freshKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function split(entry: RouteEntry, input: Input): [query: string, body: Input] {
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    if (entry.method === 'GET' || entry.query?.includes(name)) query.set(name, String(value));
    else body[name] = value;
  }
  return [query.toString(), body];
}
