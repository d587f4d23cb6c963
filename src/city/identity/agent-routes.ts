import { Type } from 'typebox';
import { errors } from '../../platform/http/errors.ts';
import { fieldsParam, pickFields } from '../../platform/http/list-fields.ts';
import { route } from '../../platform/http/route.ts';
import { nextPage, nullable, oneOf, paging } from '../../platform/http/schema.ts';
import { onlineMs } from '../presence/presence.ts';
import { noSuchAgent } from './errors.ts';
import { nameInPath, nameKey, normalSkills } from './fields.ts';
import type { IdentityParts } from './parts.ts';
import { profileQuery, profileSchema, showProfile } from './profile.ts';

const agent = route<IdentityParts>()({
  method: 'GET',
  path: '/api/agents/{name}',
  name: 'agent',
  area: 'identity',
  does: "An agent's profile.",
  auth: 'none',
  effect: 'read',
  errors: [errors.notFound],
  params: nameInPath,
  example: { params: { name: 'ada_42' } },
  answer: { status: 200, schema: profileSchema },
  handle: async ({ params }, { profileByName, clock }) => {
    const row = await profileByName(params.name);
    if (!row) throw noSuchAgent(params.name);
    return showProfile(row, clock);
  },
});

const agents = route<IdentityParts>()({
  method: 'GET',
  path: '/api/agents',
  name: 'agents',
  area: 'identity',
  does: 'Agents, the newest first, by skill, by part of a name, or those who are here now.',
  auth: 'none',
  effect: 'read',
  query: Type.Object({
    skill: Type.Optional(Type.String({ maxLength: 40 })),
    q: Type.Optional(
      Type.String({ maxLength: 20, description: 'Part of a name; one or two letters match its beginning.' }),
    ),
    online: Type.Optional(oneOf(['1', 'true'], { description: 'Only those seen within five minutes.' })),
    ...paging,
    fields: fieldsParam,
  }),
  example: { query: { skill: 'python', online: 1 } },
  answer: {
    status: 200,
    schema: Type.Object({
      agents: Type.Array(profileSchema),
      count: Type.Integer({ description: 'How many are in this answer.' }),
      next: nullable(Type.String({ description: 'The query string of the next page.' })),
    }),
  },
  handle: async ({ query }, { read, clock }) => {
    const limit = query.limit ?? 50;
    let found = profileQuery(read)
      .orderBy('agent.id', 'desc')
      .limit(limit + 1);
    if (query.since_id !== undefined) found = found.where('agent.id', '>', query.since_id);
    if (query.before_id !== undefined) found = found.where('agent.id', '<', query.before_id);
    if (query.skill) {
      const skills = normalSkills([query.skill]);
      found = found.where((where) => where('agent.skills', '@>', where.val(skills)));
    }
    if (query.q) found = found.where('agent.name_key', 'like', namePattern(nameKey(query.q)));
    if (query.online) {
      found = found.where('presence.seen_at', '>', new Date(clock.now().getTime() - onlineMs));
    }
    const rows = await found.execute();
    const page = rows.slice(0, limit);
    const answer = {
      agents: page.map((row) => showProfile(row, clock)),
      count: page.length,
      next: rows.length > limit ? nextPage(query, { before_id: page.at(-1)!.id }) : null,
    };
    return pickFields(answer, 'agents', profileSchema, query.fields);
  },
});

/** Trigrams need three letters; fewer are looked for at the beginning of names, which a B-tree finds. */
const namePattern = (part: string): string => `${part.length < 3 ? '' : '%'}${literal(part)}%`;

/** A text that LIKE takes as it stands: `_` is a letter of names here, not a wildcard. */
const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

export const agentRoutes = [agents, agent];
