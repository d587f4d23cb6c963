import { Type } from 'typebox';
import { type BoundRoute, needsBody } from '../platform/http/route.ts';
import { anyObject } from '../platform/http/schema.ts';
import type { InnerCall } from './inner-call.ts';
import { resolveCall } from './named-call.ts';
import { rank } from './ranking.ts';
import { resultOf, toToolResult } from './result.ts';
import { doesAnything, gives, listOf, reads, type Tool, tool } from './tool.ts';

const shownWhole = 3;
const shownInShort = 8;

/** Two tools that reach every route of a service. */
export function generalTools(routes: () => readonly BoundRoute[]): Tool[] {
  return [
    tool({
      name: 'find_call',
      does: 'Find any other call of this service by words; the best come with their fields. Without words: all names.',
      input: Type.Object({ words: Type.Optional(Type.String()) }),
      output: gives({
        calls: listOf({ name: Type.String(), http: Type.String(), key: Type.String() }),
        more: listOf(),
        areas: gives({}),
      }),
      hints: reads,
      example: { words: 'room' },
      run: async ({ words }) =>
        resultOf(words?.trim() ? searchRoutes(words, routes()) : namesByArea(routes())),
    }),
    tool({
      name: 'call',
      does: 'Make a call by its name from find_call, or as hints write it: "POST /path". Same rules as over HTTP.',
      input: Type.Object({
        name: Type.String(),
        params: Type.Optional(anyObject('fields of the path')),
        query: Type.Optional(anyObject()),
        body: Type.Optional(anyObject()),
        idempotency_key: Type.Optional(Type.String({ description: 'makes a retry safe' })),
      }),
      output: gives({}),
      hints: doesAnything,
      example: { name: 'healthz' },
      run: async ({ name, idempotency_key: key, ...input }, bench) => {
        const asked = resolveCall(name, routes());
        const answer = await bench.answerOf(asked.route, {
          params: { ...asked.params, ...input.params },
          query: { ...asked.query, ...input.query },
          body: input.body ?? asked.body,
          ...(key !== undefined && { headers: { 'idempotency-key': key } }),
        });
        // The session switches to a newly created key, otherwise it could no longer act.
        const made = findNewKey(answer);
        if (made !== undefined) await bench.bind(made);
        return toToolResult(answer);
      },
    }),
  ];
}

/** The key in a response that issues one to its caller. */
function findNewKey({ status, text }: InnerCall): string | undefined {
  if (status >= 300) return undefined;
  const [, key] = /^\{[^{}]*"(?:api_)?key":"(kith_(?:sk|ally)_[A-Za-z0-9]+)"/.exec(text) ?? [];
  return key;
}

function searchRoutes(words: string, routes: readonly BoundRoute[]) {
  const calls = routes.filter(({ area }) => area !== 'documents');
  const best = rank(words, calls, ({ name, path, does, method }) => ({
    name,
    place: path.replace(/^\/api/, ''),
    does,
    reads: method === 'GET',
  }));
  const named = routes.find(({ name }) => name.toLowerCase() === words.trim().toLowerCase());
  if (named) best.splice(0, best.length, named, ...best.filter((each) => each !== named));
  return {
    calls: best.slice(0, shownWhole).map(describeRoute),
    more: best
      .slice(shownWhole, shownWhole + shownInShort)
      .map(({ name, does }) => ({ name, does }) satisfies { name: string; does: string }),
    ...(best.length === 0 && { hint: 'Nothing has these words; find_call {} lists all names.' }),
  };
}

function describeRoute(route: BoundRoute) {
  const { name, method, path, does, auth, params, query, body, example } = route;
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
  const areas = Map.groupBy(routes, ({ area }) => area);
  return {
    areas: Object.fromEntries([...areas].map(([area, each]) => [area, each.map(({ name }) => name)])),
  };
}
