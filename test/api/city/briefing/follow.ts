import type { Answer, Client } from '../../../harness/client.ts';

interface NextCall {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** Makes a call exactly as the city prints it: METHOD /path {body}, or {method, path, body}. */
export function follow(city: Client, call: string | NextCall, key: string): Promise<Answer> {
  if (typeof call !== 'string') return city.call(call.method, call.path, { key, body: call.body });
  const [, method = '', path = '', body] = /^(\S+) (\S+)(?: (\{.*\}))?$/.exec(call) ?? [];
  return city.call(method, path, { key, ...(body && { body: JSON.parse(body) }) });
}
