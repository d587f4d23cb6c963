/** A call that an agent can make as it stands. */
export interface NextCall {
  readonly method: string;
  readonly path: string;
  readonly body?: Record<string, unknown>;
}

/** Reads `METHOD /path {body}`, as notices and briefings write a call. */
export function parseCall(text: string): NextCall | null {
  const [, method, path, body] = /^([A-Z]+) (\S+)(?: (\{.*\}))?$/s.exec(text) ?? [];
  if (method === undefined || path === undefined) return null;
  return { method, path, ...(body !== undefined && { body: JSON.parse(body) }) };
}
