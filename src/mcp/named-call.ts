import { decodeObject, unreadable } from '../platform/decode.ts';
import { invalidField, notFound } from '../platform/http/errors.ts';
import type { BoundRoute } from '../platform/http/route.ts';

export interface NamedCall {
  readonly route: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: Record<string, unknown> | undefined;
}

const httpCallPattern =
  /^(GET|POST|PUT|PATCH|DELETE) (?:https?:\/\/[^/\s]+)?(\/[^?\s]*)(?:\?(\S*))?(?:\s+(\{.*\}))?$/is;

/** Resolves a call by route name, or by `METHOD /path?query {json}` as written in hints and briefings. */
export function resolveCall(name: string, routes: readonly BoundRoute[]): NamedCall {
  const http = httpCallPattern.exec(name.trim());
  if (!http) return { route: name.trim(), params: {}, query: {} };
  const [, method = '', path = '', search = '', json] = http;
  for (const route of sortFixedPathsFirst(routes)) {
    const params = route.method === method.toUpperCase() ? matchPath(route.path, path) : undefined;
    if (!params) continue;
    const query = Object.fromEntries(new URLSearchParams(search));
    return { route: route.name, params, query, body: json === undefined ? undefined : parseBody(json) };
  }
  throw notFound(
    `there is no call ${name.slice(0, 100)} here`,
    'find_call {} lists what there is; files, streams and the other service are reached over HTTP or its own /mcp.',
  );
}

function parseBody(json: string): Record<string, unknown> {
  const body = decodeObject(json);
  if (body !== unreadable) return body;
  throw invalidField(
    'the body after the path is not JSON',
    'Send it as body: call {"name":"<name>","body":{}}.',
  );
}

/** Fixed paths take precedence over parameters, as in the router. */
const sortFixedPathsFirst = (routes: readonly BoundRoute[]): BoundRoute[] =>
  routes.toSorted((a, b) => a.path.split('{').length - b.path.split('{').length);

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const [wanted, given] = [pattern.split('/'), path.replace(/(.)\/$/, '$1').split('/')];
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const value = decodeSegment(given[at] ?? '');
    if (value === undefined) return undefined;
    if (part.startsWith('{')) params[part.slice(1, -1)] = value;
    else if (part !== value) return undefined;
  }
  return params;
}

function decodeSegment(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
