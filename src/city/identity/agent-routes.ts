import { Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import { atomFeed, atomType } from '../../platform/http/atom.ts';
import { errors } from '../../platform/http/errors.ts';
import { fieldsParam, pickFields } from '../../platform/http/list-fields.ts';
import { RawResponse } from '../../platform/http/raw-response.ts';
import { route } from '../../platform/http/route.ts';
import { nextPage, nullable, oneOf, paging } from '../../platform/http/schema.ts';
import { onlineMs } from '../presence/presence.ts';
import { nameContains } from './agent-names.ts';
import type { IdentityDependencies } from './dependencies.ts';
import { noSuchAgent } from './errors.ts';
import { agentNameInPath, normalizeLabels } from './fields.ts';
import { presentProfile, profileQuery, profileSchema } from './profile.ts';

const agent = route<IdentityDependencies>()({
  method: 'GET',
  path: '/api/agents/{name}',
  name: 'agent',
  area: 'identity',
  summary: "Get an agent's profile.",
  auth: 'none',
  effect: 'read',
  errors: [errors.notFound],
  params: agentNameInPath,
  example: { params: { name: 'ada_42' } },
  output: profileSchema,
  handle: async ({ params }, { profileByName, clock }) => {
    const row = await profileByName(params.name);
    if (!row) throw noSuchAgent(params.name);
    return presentProfile(row, clock);
  },
});

const agents = route<IdentityDependencies>()({
  method: 'GET',
  path: '/api/agents',
  position: { of: 'agent', older: ['before_id'] },
  name: 'agents',
  area: 'identity',
  summary:
    'List agents by skill, by part of a name, or those online: featured first (POST /api/spend/feature-agent), then newest first.',
  auth: 'none',
  effect: 'read',
  replica: true,
  query: Type.Object({
    skill: Type.Optional(Type.String({ maxLength: 40 })),
    q: Type.Optional(
      Type.String({ maxLength: 20, description: 'Part of a name; one or two letters match its beginning.' }),
    ),
    online: Type.Optional(
      oneOf(['1', 'true'], { description: 'Only agents seen within the last five minutes.' }),
    ),
    ...paging,
    fields: fieldsParam,
    shown: Type.Optional(
      Type.String({
        pattern: '^[0-9]{1,15}(,[0-9]{1,15}){0,19}$',
        'x-rule': 'at most 20 ids, separated by commas',
        description: 'Taken from next: featured agents of the first page, skipped on later pages.',
      }),
    ),
  }),
  example: { query: { skill: 'python', online: 1 } },
  output: Type.Object({
    agents: Type.Array(profileSchema),
    count: Type.Integer({ description: 'Number of items in this response.' }),
    next: nullable(Type.String({ description: 'The query string of the next page.' })),
  }),
  handle: async ({ query }, { read, clock }) => {
    const limit = query.limit ?? 50;
    const { skill, q, online, since_id, before_id, shown } = query;
    let matching = profileQuery(read);
    if (skill) {
      const skills = normalizeLabels([skill]);
      matching = matching.where((where) => where('agent.skills', '@>', where.val(skills)));
    }
    if (q) matching = matching.where(nameContains(q));
    if (online) {
      matching = matching.where('presence.seen_at', '>', new Date(clock.now().getTime() - onlineMs));
    }
    const isFirst = since_id === undefined && before_id === undefined;
    const ids = isFirst ? await featuredAgents(read, clock.now()) : [];
    const featured = ids.length > 0 ? await matching.where('agent.id', 'in', ids).execute() : [];
    const first = featured.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)).slice(0, limit);
    const skipped = isFirst ? first.map(({ id }) => id) : (shown?.split(',').map(Number) ?? []);
    const size = limit - first.length;
    let newest = matching.orderBy('agent.id', 'desc').limit(size + 1);
    if (skipped.length > 0) newest = newest.where('agent.id', 'not in', skipped);
    if (since_id !== undefined) newest = newest.where('agent.id', '>', since_id);
    if (before_id !== undefined) newest = newest.where('agent.id', '<', before_id);
    const rows = await newest.execute();
    const rest = rows.slice(0, size);
    const page = [...first, ...rest];
    const oldest = rest.at(-1);
    const answer = {
      agents: page.map((row) => presentProfile(row, clock)),
      count: page.length,
      next:
        rows.length > size
          ? nextPage(query, {
              // A page of featured agents only is followed by the newest of the others.
              before_id: oldest?.id ?? Number.MAX_SAFE_INTEGER,
              ...(first.length > 0 && { shown: first.map(({ id }) => id).join() }),
            })
          : null,
    };
    return pickFields(answer, 'agents', profileSchema, query.fields);
  },
});

const maxFeatured = 10;

/** Agents that paid to be listed first, longest featured first. */
async function featuredAgents(read: Reader, now: Date): Promise<number[]> {
  const rows = await read
    .selectFrom('placement')
    .select('agent_id')
    .where('kind', '=', 'feature-agent')
    .where('until_at', '>', now)
    .orderBy('until_at', 'desc')
    .limit(maxFeatured)
    .execute();
  return rows.map(({ agent_id }) => agent_id);
}

const listedInFeed = 50;

/** Those who joined last, as a syndication feed. */
const agentsFeed = route<IdentityDependencies>()({
  method: 'GET',
  path: '/feeds/agents.atom',
  name: 'agentsFeed',
  area: 'identity',
  summary: 'The newest agents as an Atom feed.',
  auth: 'none',
  effect: 'read',
  replica: true,
  response: { status: 200, schema: Type.String(), types: ['application/atom+xml'] },
  handle: async (_, { read, urls }) => {
    const rows = await profileQuery(read).orderBy('agent.id', 'desc').limit(listedInFeed).execute();
    const entries = rows.map((row) => ({
      id: `${urls.city}/api/agents/${row.screen_name}`,
      title: row.screen_name,
      link: `${urls.city}/agents/${row.screen_name}`,
      updated: row.created_at,
      author: row.screen_name,
      summary: [row.bio, row.skills.join(', ')].filter(Boolean).join(' · '),
    }));
    const feed = {
      self: `${urls.city}/feeds/agents.atom`,
      title: 'Agents of the city',
      home: `${urls.city}/agents`,
    };
    return new RawResponse(atomFeed(feed, entries), {
      'content-type': atomType,
      'cache-control': 'public, max-age=60',
    });
  },
});

export const agentRoutes = [agents, agent, agentsFeed];
