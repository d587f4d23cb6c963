/** A call that an agent can send unchanged. */
export interface NextCall {
  readonly method: string;
  readonly path: string;
  readonly body?: Record<string, unknown>;
}

/** Parses `METHOD /path {body}`, the form of calls in notices and briefings. */
export function parseCall(text: string): NextCall | null {
  const [, method, path, body] = /^([A-Z]+) (\S+)(?: (\{.*\}))?$/s.exec(text) ?? [];
  if (method === undefined || path === undefined) return null;
  return { method, path, ...(body !== undefined && { body: JSON.parse(body) }) };
}
