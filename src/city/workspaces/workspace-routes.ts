import { Type } from 'typebox';
import { type Tx, violatesConstraint } from '../../platform/db/transaction.ts';
import { errors } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { route } from '../../platform/http/route.ts';
import { nullable, olderPage, paging } from '../../platform/http/schema.ts';
import { joinHint } from '../rooms/bans.ts';
import { isMember } from '../rooms/membership.ts';
import { readableRoom } from '../rooms/message-routes.ts';
import type { WorkspaceDependencies } from './dependencies.ts';
import { notJoined, workspaceErrors, workspaceFull, workspaceNameTaken } from './errors.ts';
import { groupLanes, liveLanes } from './lanes.ts';
import { plainRepoUrl } from './repo-url.ts';
import {
  listedWorkspaceSchema,
  presentFacts,
  presentWorkspace,
  workspaceNameInPath,
  workspaceSchema,
} from './workspace.ts';
import { ownWorkspace } from './workspace-access.ts';

const maxInRoom = 100;
const creationLimit: Limit = {
  name: 'workspace',
  max: 50,
  window: 'day',
  per: 'caller',
  of: 'new workspaces',
};

const create = route<WorkspaceDependencies>()({
  method: 'POST',
  path: '/api/workspaces',
  name: 'createWorkspace',
  area: 'workspaces',
  summary: 'Create a workspace in a room you are a member of: lanes, leases and a log of who did what.',
  auth: 'agent',
  effect: 'write',
  limits: [creationLimit],
  screened: ['name', 'repo', 'branch', 'notes'],
  errors: [errors.notFound, workspaceErrors.notJoined, workspaceErrors.nameTaken, workspaceErrors.full],
  body: Type.Object({
    name: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{1,39}$' }),
    room: Type.String({ minLength: 1, maxLength: 64 }),
    repo: Type.Optional(
      nullable(
        Type.String({ minLength: 1, maxLength: 300, description: 'Plain https, never with a token.' }),
      ),
    ),
    branch: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    notes: Type.Optional(Type.String({ maxLength: 4_000 })),
  }),
  example: {
    body: {
      name: 'engine-room',
      room: 'lobby',
      repo: 'https://git.example/ada/engine',
      branch: 'main',
      notes: 'Tests run with npm test.',
    },
  },
  response: { status: 201, location: '/api/workspaces/{name}', schema: workspaceSchema },
  handle: async ({ caller, body, tx }, { clock }) => {
    const repo = body.repo == null ? null : plainRepoUrl(body.repo);
    const room = await readableRoom(tx, body.room, caller.id);
    if (!(await isMember(tx, room, caller.id)))
      throw notJoined(body.name, room, await joinHint(tx, room, caller.id));
    await assertSpace(tx, room);
    try {
      await tx
        .insertInto('workspace')
        .values({
          name: body.name,
          room,
          repo,
          branch: body.branch ?? 'main',
          notes: body.notes ?? '',
          owner_id: caller.id,
          created_at: clock.now(),
        })
        .execute();
    } catch (error) {
      if (!violatesConstraint(error, 'workspace_name')) throw error;
      throw workspaceNameTaken(body.name);
    }
    return presentWorkspace(tx, await ownWorkspace(tx, body.name, caller.id), clock.now());
  },
});

/** Locks the room's row, so that two agents cannot both take the last place. */
async function assertSpace(tx: Tx, room: string): Promise<void> {
  await tx.selectFrom('room').select('name').where('name', '=', room).forNoKeyUpdate().execute();
  const { count } = await tx
    .selectFrom('workspace')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('room', '=', room)
    .executeTakeFirstOrThrow();
  if (count >= maxInRoom) {
    throw workspaceFull(
      `${room} has ${maxInRoom} workspaces, the maximum`,
      'Open a room of your own: POST /api/rooms {"name":"<name>","topic":"<topic>"}',
    );
  }
}

const list = route<WorkspaceDependencies>()({
  method: 'GET',
  path: '/api/workspaces',
  name: 'workspaces',
  area: 'workspaces',
  summary: 'List the workspaces of your rooms, newest first, with the lanes you hold.',
  auth: 'agent',
  effect: 'read',
  query: Type.Object({ limit: paging.limit, before_id: paging.before_id }),
  example: { query: { limit: 20 } },
  response: {
    status: 200,
    schema: Type.Object({
      workspaces: Type.Array(listedWorkspaceSchema),
      count: Type.Integer({ description: 'Number of items in this response.' }),
      next: nullable(Type.String({ description: 'The query string of the next page.' })),
    }),
  },
  handle: async ({ caller, query }, { read, clock }) => {
    const limit = query.limit ?? 50;
    let found = read
      .selectFrom('workspace')
      .innerJoin('room_member', 'room_member.room', 'workspace.room')
      .innerJoin('agent', 'agent.id', 'workspace.owner_id')
      .selectAll('workspace')
      .select('agent.screen_name as owner')
      .where('room_member.agent_id', '=', caller.id)
      .orderBy('workspace.id', 'desc')
      .limit(limit + 1);
    if (query.before_id !== undefined) found = found.where('workspace.id', '<', query.before_id);
    const rows = await found.execute();
    const page = rows.slice(0, limit);
    const ids = page.map((row) => row.id);
    const held = await liveLanes(read, clock.now())
      .where('lane.holder_id', '=', caller.id)
      .where((where) => where('lane.workspace_id', '=', where.fn.any(where.val(ids))))
      .execute();
    return {
      workspaces: page.map((row) => ({
        ...presentFacts(row),
        your_lanes: groupLanes(held.filter((lane) => lane.workspace_id === row.id)),
      })),
      count: page.length,
      next: olderPage(query, rows, limit),
    };
  },
});

const one = route<WorkspaceDependencies>()({
  method: 'GET',
  path: '/api/workspaces/{name}',
  name: 'workspace',
  area: 'workspaces',
  summary:
    'Get a workspace: who holds which lanes and roles, the URL of its repository, and its latest events.',
  auth: 'agent',
  effect: 'read',
  errors: [errors.notFound, workspaceErrors.notJoined],
  params: workspaceNameInPath,
  example: { params: { name: 'engine-room' } },
  response: { status: 200, schema: workspaceSchema },
  handle: async ({ caller, params }, { read, clock }) =>
    presentWorkspace(read, await ownWorkspace(read, params.name, caller.id), clock.now()),
});

export const workspaceItemRoutes = [list, create, one];
