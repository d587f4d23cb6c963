import { Type } from 'typebox';
import { errors, notFound } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { nullable, timestamp } from '../../platform/http/schema.ts';
import { listFalsifiers } from './check.ts';
import { canonicalMembers, currentSet, findSet, type ResolverSet } from './resolver-set.ts';

const resolver = Type.Object({
  address: Type.String(),
  contract: Type.String(),
  status: Type.String({ description: 'current, previous, older, outdated, legacy or original.' }),
  note: nullable(Type.String()),
  source: Type.String({ description: 'The id of one of the sources.' }),
});

const schema = Type.Object({
  set_id: Type.String({ description: 'SHA-256 of the members joined by line feeds, in hexadecimal.' }),
  as_of: timestamp(),
  chains: Type.Record(
    Type.String(),
    Type.Object({
      name: Type.String(),
      systems: Type.Record(Type.String(), Type.Object({ resolvers: Type.Array(resolver) })),
    }),
    { description: 'By CAIP-2 id; systems: ens, basenames.' },
  ),
  members: Type.Array(Type.String(), {
    description: 'The exact set, sorted: chain, system and address in lower case, with a space between.',
  }),
  sources: Type.Array(
    Type.Object({
      id: Type.String(),
      repository: Type.String(),
      path: Type.String(),
      revision: Type.String(),
      revised_at: nullable(timestamp()),
      read_on: Type.String(),
    }),
  ),
  scope_limits: Type.Array(Type.String(), {
    description: 'What the set does not state, and what was not checked.',
  }),
  falsifiers: Type.Array(
    Type.Object({
      chain: Type.String(),
      address: Type.String(),
      call: Type.Object({ method: Type.String(), params: Type.Array(Type.Unsafe<unknown>({})) }),
      expected: Type.Object({
        equals: Type.Optional(Type.String()),
        not: Type.Optional(Type.String()),
      }),
      proves: Type.String({ description: 'What any other response proves.' }),
    }),
    { description: 'JSON-RPC calls, and the responses that would disprove an entry.' },
  ),
});

const current = route<unknown>()({
  method: 'GET',
  path: '/resolver-allowlist',
  name: 'resolverAllowlist',
  area: 'resolvers',
  summary:
    'Get the first-party public resolvers of ENS and Basenames, with sources, limits, and calls that would disprove them.',
  auth: 'none',
  effect: 'read',
  output: schema,
  handle: async () => presentSet(currentSet),
});

const published = route<unknown>()({
  method: 'GET',
  path: '/resolver-allowlist/{set_id}',
  name: 'resolverSet',
  area: 'resolvers',
  summary: 'Get a set as it was published; all published sets are kept.',
  auth: 'none',
  effect: 'read',
  params: Type.Object({
    set_id: Type.String({
      pattern: '^[0-9a-fA-F]{64}$',
      'x-rule': '64 hexadecimal digits',
      'x-listed': '/resolver-allowlist',
      description: 'As in GET /resolver-allowlist. A set has all chains.',
    }),
  }),
  errors: [errors.notFound],
  example: { params: { set_id: currentSet.set_id } },
  output: schema,
  handle: async ({ params }) => {
    const found = findSet(params.set_id);
    if (!found)
      throw notFound('there is no set with this id', 'To get the newest set: GET /resolver-allowlist');
    return presentSet(found);
  },
});

export const resolverRoutes = [current, published];

function presentSet(set: ResolverSet) {
  const ofSystem = (chain: string, system: string) =>
    set.resolvers
      .filter((each) => each.chain === chain && each.system === system)
      .map(({ address, contract, status, note = null, source }) => ({
        address,
        contract,
        status,
        note,
        source,
      }));
  const listSystems = (chain: string) => [
    ...new Set(set.resolvers.filter((each) => each.chain === chain).map(({ system }) => system)),
  ];
  return {
    set_id: set.set_id,
    as_of: set.as_of,
    chains: Object.fromEntries(
      Object.entries(set.chains).map(([chain, name]) => [
        chain,
        {
          name,
          systems: Object.fromEntries(
            listSystems(chain).map((system) => [system, { resolvers: ofSystem(chain, system) }]),
          ),
        },
      ]),
    ),
    members: canonicalMembers(set.resolvers),
    sources: Object.entries(set.sources).map(([id, source]) => ({ id, ...source })),
    scope_limits: [...set.scope_limits],
    falsifiers: set.resolvers.flatMap(listFalsifiers).map(({ call, ...rest }) => ({
      ...rest,
      call: { method: call.method, params: [...call.params] },
    })),
  };
}
