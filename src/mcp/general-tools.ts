import { Type } from 'typebox';
import { decodeObject, unreadable } from '../platform/decode.ts';
import { firstSentence } from '../platform/http/documents/help.ts';
import { invalidField, notFound } from '../platform/http/errors.ts';
import { type BoundRoute, needsBody } from '../platform/http/route.ts';
import { anyObject } from '../platform/http/schema.ts';
import type { InnerResponse } from './inner-client.ts';
import { jsonResult, toToolResult } from './result.ts';
import { anyCallHints, outputSchema, readHints, type Tool, tool } from './tool.ts';

interface NamedCall {
  readonly route: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: Record<string, unknown> | undefined;
}

const httpCallPattern =
  /^(GET|POST|PUT|PATCH|DELETE) (?:https?:\/\/[^/\s]+)?(\/[^?\s]*)(?:\?(\S*))?(?:\s+(\{.*\}))?$/is;

/** Resolves a call by route name, or by `METHOD /path?query {json}` as written in hints and briefings. */
function resolveCall(name: string, routes: readonly BoundRoute[]): NamedCall {
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

/** Two tools that reach every route of a service that returns JSON. */
export function generalTools(
  routes: () => readonly BoundRoute[],
  httpOnly: readonly BoundRoute[] = [],
): Tool[] {
  return [
    tool({
      name: 'find_call',
      description:
        'Lists every other call of this service by area; with name, the fields and an example of one.',
      calls: [],
      input: Type.Object({ name: Type.Optional(Type.String()) }),
      output: outputSchema({ text: Type.String(), http: Type.String(), key: Type.String() }),
      hints: readHints,
      example: {},
      run: async ({ name }) =>
        jsonResult(
          name === undefined
            ? { text: catalogueOf(routes(), httpOnly) }
            : describeRoute(findRoute(name, routes())),
        ),
    }),
    tool({
      name: 'call',
      description:
        'Make a call by its name from find_call, or as hints write it: "POST /path". Same rules as over HTTP.',
      calls: 'any',
      input: Type.Object({
        name: Type.String(),
        params: Type.Optional(anyObject('fields of the path')),
        query: Type.Optional(anyObject()),
        body: Type.Optional(anyObject()),
        idempotency_key: Type.Optional(Type.String({ description: 'makes a retry safe' })),
      }),
      output: outputSchema({}),
      hints: anyCallHints,
      example: { name: 'healthz' },
      run: async ({ name, idempotency_key: key, ...input }, context) => {
        const resolved = resolveCall(name, routes());
        const answer = await context.callRaw(resolved.route, {
          params: { ...resolved.params, ...input.params },
          query: { ...resolved.query, ...input.query },
          body: input.body ?? resolved.body,
          ...(key !== undefined && { headers: { 'idempotency-key': key } }),
        });
        // The session switches to the new key; with the old one it could no longer act.
        const newKey = findNewKey(answer);
        if (newKey !== undefined) await context.bind(newKey);
        return toToolResult(answer);
      },
    }),
  ];
}

/** The key in a response that issues one to its caller. */
function findNewKey({ status, text }: InnerResponse): string | undefined {
  if (status >= 300) return undefined;
  const [, key] = /^\{[^{}]*"(?:api_)?key":"(kith_(?:sk|ally)_[A-Za-z0-9]+)"/.exec(text) ?? [];
  return key;
}

/** The route of a name, or of a call as hints write it. */
function findRoute(name: string, routes: readonly BoundRoute[]): BoundRoute {
  const { route } = resolveCall(name, routes);
  const found = routes.find((each) => each.name === route);
  if (!found) throw notFound(`there is no call ${name.slice(0, 60)}`, 'find_call {} lists all calls.');
  return found;
}

function describeRoute(route: BoundRoute) {
  const { name, method, path, summary: does, auth, params, query, body, example } = route;
  return {
    name,
    does,
    http: `${method} ${path}`,
    key: auth === 'none' ? 'none' : auth.endsWith('?') ? 'optional' : 'needed',
    ...(params && { params: params.properties }),
    ...(query && { query: query.properties }),
    ...(body && { body: { required: needsBody(route) ? body.required : [], properties: body.properties } }),
    ...(example && { example }),
  };
}

/** Every call as a line of its area, for a model to choose from. Calls of operators are of no use to an agent. */
function catalogueOf(routes: readonly BoundRoute[], httpOnly: readonly BoundRoute[]): string {
  const calls = routes.filter(({ area, auth }) => area !== 'documents' && auth !== 'admin');
  const areas = [...Map.groupBy(calls, ({ area }) => area)].map(([area, each]) =>
    [`${area}:`, ...each.map(({ name, summary }) => `${name} - ${firstSentence(summary)}`)].join('\n'),
  );
  const others = httpOnly.map(({ method, path, summary }) => `${method} ${path}: ${firstSentence(summary)}`);
  return [...areas, ...(others.length > 0 ? [['over HTTP only:', ...others].join('\n')] : [])].join('\n\n');
}
