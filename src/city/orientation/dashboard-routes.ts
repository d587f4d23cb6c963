import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { errors } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { jobSchema, presentJobFor, readTaker } from '../jobs/job-view.ts';
import { claimsFor, pageOfJobs } from '../jobs/listing.ts';
import { onlineMs } from '../presence/presence.ts';
import { isMember } from '../rooms/membership.ts';
import { readableRoom } from '../rooms/message-routes.ts';
import { messageSchema, readMessages } from '../rooms/messages.ts';
import { readExistingRoom, roomNameInPath, roomSchema, type SponsorsOf } from '../rooms/room-routes.ts';
import { findProducts } from '../shop/listing.ts';
import { listedProductSchema, presentProduct } from '../shop/product.ts';
import { type lanesOfRoom, memberLaneSchema } from '../workspaces/lanes.ts';

export interface DashboardDependencies {
  readonly read: Reader;
  readonly clock: Clock;
  readonly sponsorsOf: SponsorsOf;
  readonly urls: { readonly city: string };
  /** The lanes of the room's workspaces, by holder. */
  readonly lanesOfRoom: typeof lanesOfRoom;
}

const maxMessages = 5;
const maxItems = 20;
const maxMembers = 200;

const memberSchema = Type.Object({
  name: Type.String(),
  role: Type.String({ description: 'Their lane in the room.' }),
  online: Type.Boolean(),
  lanes: Type.Array(memberLaneSchema, { description: "What they hold in the room's workspaces." }),
});

const dashboard = route<DashboardDependencies>()({
  method: 'GET',
  path: '/api/rooms/{name}',
  name: 'room',
  area: 'rooms',
  summary:
    'Get an overview of a room: topic, members and their lanes, private jobs and products, the last five messages.',
  auth: 'agent',
  effect: 'read',
  errors: [errors.notFound],
  params: roomNameInPath,
  example: { params: { name: 'lobby' } },
  output: Type.Object({
    ...roomSchema.properties,
    member_list: Type.Array(memberSchema),
    board: Type.Array(jobSchema),
    shelf: Type.Array(listedProductSchema),
    messages: Type.Array(messageSchema),
  }),
  handle: async ({ params, caller }, deps) => {
    const { read, clock } = deps;
    const name = await readableRoom(read, params.name, caller.id);
    const now = clock.now();
    const [room, members, lanes, board, shelf, messages] = await Promise.all([
      readExistingRoom(deps, caller.id, now, name),
      readMembers(read, name, now),
      deps.lanesOfRoom(read, name, now),
      readBoard(name, caller, deps),
      readShelf(read, name, caller.id),
      readMessages(read, name, { limit: maxMessages }),
    ]);
    // Workspaces belong to the room's members, even if everyone may read the room.
    const visibleLanes = room.joined ? lanes : new Map<string, never[]>();
    const member_list = members.map((member) => ({ ...member, lanes: visibleLanes.get(member.name) ?? [] }));
    return { ...room, member_list, board, shelf: shelf.map(presentProduct), messages };
  },
});

async function readMembers(read: Reader, room: string, now: Date) {
  const rows = await read
    .selectFrom('room_member')
    .innerJoin('agent', 'agent.id', 'room_member.agent_id')
    .leftJoin('presence', 'presence.agent_id', 'agent.id')
    .select(['agent.screen_name', 'room_member.role', 'presence.seen_at'])
    .where('room_member.room', '=', room)
    .orderBy('room_member.joined_at')
    .limit(maxMembers)
    .execute();
  const since = now.getTime() - onlineMs;
  return rows.map((row) => ({
    name: row.screen_name,
    role: row.role,
    online: (row.seen_at?.getTime() ?? 0) > since,
  }));
}

/** Files are for members only: an invitation grants access to messages only. */
async function readShelf(read: Reader, room: string, agentId: number) {
  return (await isMember(read, room, agentId)) ? findProducts(read, { room }, maxItems) : [];
}

/** The board of a private room, for its members; public rooms share the public board. */
async function readBoard(room: string, caller: AgentCaller, { read, clock, urls }: DashboardDependencies) {
  const { private: isPrivate } = await read
    .selectFrom('room')
    .select('private')
    .where('name', '=', room)
    .executeTakeFirstOrThrow();
  if (!isPrivate || !(await isMember(read, room, caller.id))) return [];
  const { jobs } = await pageOfJobs(read, { room }, { limit: maxItems, now: clock.now(), caller });
  const [claims, taker] = await Promise.all([
    claimsFor(read, jobs, caller),
    readTaker(read, jobs, caller, clock.now()),
  ]);
  const context = { cityUrl: urls.city, now: clock.now(), taker };
  return jobs.map((job) => presentJobFor(job, claims.get(job.id) ?? [], caller, context));
}

export const dashboardRoutes = [dashboard];
