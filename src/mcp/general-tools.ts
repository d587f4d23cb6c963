import { Type } from 'typebox';
import { type BoundRoute, needsBody } from '../platform/http/route.ts';
import { anyObject } from '../platform/http/schema.ts';
import type { InnerResponse } from './inner-client.ts';
import { resolveCall } from './named-call.ts';
import { rank } from './ranking.ts';
import { jsonResult, toToolResult } from './result.ts';
import { anyCallHints, listSchema, outputSchema, readHints, type Tool, tool } from './tool.ts';

const maxDetailed = 3;
const maxBrief = 8;

/** Two tools that reach every route of a service. Those of `onlyByHttp` can be found but not called. */
export function generalTools(
  routes: () => readonly BoundRoute[],
  onlyByHttp: () => readonly BoundRoute[] = () => [],
): Tool[] {
  return [
    tool({
      name: 'find_call',
      description:
        'Find any other call of this service by words; the best come with their fields. Without words: all names.',
      calls: [],
      input: Type.Object({ words: Type.Optional(Type.String()) }),
      output: outputSchema({
        calls: listSchema({ name: Type.String(), http: Type.String(), key: Type.String() }),
        more: listSchema(),
        areas: outputSchema({}),
      }),
      hints: readHints,
      example: { words: 'room' },
      run: async ({ words }) =>
        jsonResult(words?.trim() ? searchRoutes(words, routes(), onlyByHttp()) : namesByArea(routes())),
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

function searchRoutes(words: string, routes: readonly BoundRoute[], onlyByHttp: readonly BoundRoute[]) {
  // Calls of operators are of no use to an agent.
  const calls = [...routes, ...onlyByHttp].filter(
    ({ area, auth }) => area !== 'documents' && auth !== 'admin',
  );
  const best = rank(words, calls, ({ name, path, summary: does, method }) => ({
    name,
    path: path.replace(/^\/api/, ''),
    does,
    reads: method === 'GET',
  }));
  const named = routes.find(({ name }) => name.toLowerCase() === words.trim().toLowerCase());
  if (named) best.splice(0, best.length, named, ...best.filter((each) => each !== named));
  return {
    calls: best.slice(0, maxDetailed).map((each) => ({
      ...describeRoute(each),
      ...(onlyByHttp.includes(each) && { only_by_http: true }),
    })),
    more: best
      .slice(maxDetailed, maxDetailed + maxBrief)
      .map(({ name, summary: does }) => ({ name, does }) satisfies { name: string; does: string }),
    ...(best.length === 0 && { hint: 'No call matches these words. find_call {} lists all names.' }),
  };
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

function namesByArea(routes: readonly BoundRoute[]) {
  const areas = Map.groupBy(
    routes.filter(({ auth }) => auth !== 'admin'),
    ({ area }) => area,
  );
  return {
    areas: Object.fromEntries([...areas].map(([area, each]) => [area, each.map(({ name }) => name)])),
  };
}
