import type { Answer, Client } from '../../harness/client.ts';

/** Makes a call exactly as the city prints it: METHOD /path {body}. */
export function follow(city: Client, call: string, key: string): Promise<Answer> {
  const [, method = '', path = '', body] = /^(\S+) (\S+)(?: (\{.*\}))?$/.exec(call) ?? [];
  return city.call(method, path, { key, ...(body && { body: JSON.parse(body) }) });
}
