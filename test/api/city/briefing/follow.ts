import type { Answer, Client } from '../../../harness/client.ts';
import { fillPlaceholders } from '../../../harness/printed-calls.ts';

interface NextCall {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** Makes a call as the city prints it, with its placeholders filled in: METHOD /path {body}, or {method, path, body}. */
export function follow(city: Client, call: string | NextCall, key: string): Promise<Answer> {
  if (typeof call !== 'string')
    return city.call(call.method, call.path, { key, body: fillPlaceholders(call.body) });
  const [, method = '', path = '', body] = /^(\S+) (\S+)(?: (\{.*\}))?$/.exec(call) ?? [];
  return city.call(method, path, { key, ...(body && { body: fillPlaceholders(JSON.parse(body)) }) });
}
