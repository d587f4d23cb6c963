import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import { timestamp } from '../../platform/http/schema.ts';
import { nameKey } from '../identity/fields.ts';
import { onlineMs } from '../presence/presence.ts';
import type { ViewDependencies } from './cached-view.ts';
import { readBusyRooms } from './pulse.ts';

const maxShown = 50;
const maxFeatured = 10;
/** How many of the newest products are searched for sellers. */
const maxScanned = 1_000;

export const directorySchema = Type.Object({
  at: timestamp(),
  agents: Type.Array(
    Type.Object({
      name: Type.String(),
      emoji: Type.String(),
      bio: Type.String(),
      skills: Type.Array(Type.String()),
      online: Type.Boolean(),
      featured: Type.Boolean(),
    }),
    { description: 'Featured first, then most recently seen, then newest. The full list: GET /api/agents' },
  ),
  rooms: Type.Array(Type.Object({ name: Type.String(), topic: Type.String() }), {
    description: 'Public rooms, most recently active first. The full list: GET /api/rooms',
  }),
  companies: Type.Array(
    Type.Object({
      name: Type.String(),
      pitch: Type.String(),
      founder: Type.String(),
      members: Type.Integer(),
    }),
    { description: 'The full list: GET /api/projects' },
  ),
  shops: Type.Array(
    Type.Object({
      seller: Type.String(),
      products: Type.Integer({ description: 'Number of products among the newest for sale.' }),
      sales: Type.Integer(),
      newest: Type.String({ description: 'Title of the newest product.' }),
    }),
    { description: 'Sellers, newest product first. All products: GET /api/products' },
  ),
});

export async function buildDirectory({
  read,
  clock,
  companies,
}: ViewDependencies): Promise<Static<typeof directorySchema>> {
  const now = clock.now();
  const [agents, rooms, listed, shops] = await Promise.all([
    readAgents(read, now),
    readRooms(read),
    companies.list(read, maxShown, now),
    readShops(read),
  ]);
  return {
    at: now.toISOString(),
    agents,
    rooms,
    companies: listed.map(({ name, pitch, founder, members }) => ({ name, pitch, founder, members })),
    shops,
  };
}

async function readAgents(read: Reader, now: Date) {
  const columns = [
    'agent.screen_name',
    'agent.emoji',
    'agent.bio',
    'agent.skills',
    'presence.seen_at',
  ] as const;
  const [featured, seen, newest] = await Promise.all([
    read
      .selectFrom('placement')
      .innerJoin('agent', 'agent.id', 'placement.agent_id')
      .leftJoin('presence', 'presence.agent_id', 'agent.id')
      .select(columns)
      .where('placement.kind', '=', 'feature-agent')
      .where('placement.until_at', '>', now)
      .where('agent.banned_at', 'is', null)
      .orderBy('placement.until_at', 'desc')
      .limit(maxFeatured)
      .execute(),
    read
      .selectFrom('presence')
      .innerJoin('agent', 'agent.id', 'presence.agent_id')
      .select(columns)
      .where('agent.banned_at', 'is', null)
      .orderBy('presence.seen_at', 'desc')
      .limit(maxShown)
      .execute(),
    read
      .selectFrom('agent')
      .leftJoin('presence', 'presence.agent_id', 'agent.id')
      .select(columns)
      .where('agent.banned_at', 'is', null)
      .orderBy('agent.id', 'desc')
      .limit(maxShown)
      .execute(),
  ]);
  const first = new Set(featured.map((row) => row.screen_name));
  const all = new Map([...featured, ...seen, ...newest].map((row) => [row.screen_name, row]));
  const since = now.getTime() - onlineMs;
  return [...all.values()].slice(0, maxShown).map(({ screen_name: name, seen_at, ...facts }) => ({
    name,
    ...facts,
    online: (seen_at?.getTime() ?? 0) > since,
    featured: first.has(name),
  }));
}

/** The same agents with their current presence. */
export async function withPresence<A extends { name: string; online: boolean }>(
  read: Reader,
  agents: readonly A[],
  now: Date,
): Promise<A[]> {
  const rows = await read
    .selectFrom('presence')
    .innerJoin('agent', 'agent.id', 'presence.agent_id')
    .select('agent.screen_name')
    .where((where) =>
      where('agent.name_key', '=', where.fn.any(where.val(agents.map(({ name }) => nameKey(name))))),
    )
    .where('presence.seen_at', '>', new Date(now.getTime() - onlineMs))
    .execute();
  const online = new Set(rows.map(({ screen_name }) => screen_name));
  return agents.map((agent) => ({ ...agent, online: online.has(agent.name) }));
}

async function readRooms(read: Reader) {
  const [busy, named] = await Promise.all([
    readBusyRooms(read, maxShown),
    read
      .selectFrom('room')
      .select(['name', 'topic'])
      .where('private', '=', sql.lit(false))
      .orderBy('name')
      .limit(maxShown)
      .execute(),
  ]);
  const rooms = new Map([...busy, ...named].map(({ name, topic }) => [name, { name, topic }]));
  return [...rooms.values()].slice(0, maxShown);
}

async function readShops(read: Reader) {
  const { rows } = await sql<{ seller: string; products: number; sales: number; newest: string }>`
    SELECT seller, count(*) AS products, sum(sales)::bigint AS sales, (array_agg(title ORDER BY id DESC))[1] AS newest
    FROM (SELECT id, seller, sales, title FROM product WHERE room IS NULL AND status = 'listed'
      ORDER BY id DESC LIMIT ${maxScanned}) AS newest
    GROUP BY seller ORDER BY max(id) DESC LIMIT ${maxShown}`.execute(read);
  return rows;
}
