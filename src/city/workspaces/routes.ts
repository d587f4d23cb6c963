import { Type } from 'typebox';
import { type Tx, violatesConstraint } from '../../platform/db/transaction.ts';
import { errors, invalidField } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { route } from '../../platform/http/route.ts';
import { nullable, olderPage, paging } from '../../platform/http/schema.ts';
import { isMember, joinHint } from '../rooms/membership.ts';
import { readableRoom } from '../rooms/message-routes.ts';
import { roomName } from '../rooms/room-routes.ts';
import { assertNoUserInfo, connectionSchema, listConnections, plainRepoUrl } from './connections.ts';
import { notJoined, workspaceErrors, workspaceFull, workspaceNameTaken } from './errors.ts';
import { workspaceEventRoutes } from './event-routes.ts';
import { laneRoutes } from './lane-routes.ts';
import { groupLanes, liveLanes } from './lanes.ts';
import { leaseRoutes } from './lease-routes.ts';
import {
  listedWorkspaceSchema,
  presentFacts,
  presentWorkspace,
  workspaceNameInPath,
  workspaceSchema,
} from './workspace.ts';
import { lockWorkspace, ownWorkspace, type WorkspaceDependencies } from './workspace-access.ts';

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
    name: Type.String({
      pattern: '^[a-z0-9][a-z0-9-]{1,39}$',
      'x-rule': '2 to 40 small letters, digits or dashes, not beginning with a dash',
    }),
    room: roomName,
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
  position: { of: 'workspace', older: ['before_id'] },
  name: 'workspaces',
  area: 'workspaces',
  summary: 'List the workspaces of your rooms, newest first, with the lanes you hold.',
  auth: 'agent',
  effect: 'read',
  query: Type.Object({ limit: paging.limit, before_id: paging.before_id }),
  example: { query: { limit: 20 } },
  output: Type.Object({
    workspaces: Type.Array(listedWorkspaceSchema),
    count: Type.Integer({ description: 'Number of items in this response.' }),
    next: nullable(Type.String({ description: 'The query string of the next page.' })),
  }),
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
  output: workspaceSchema,
  handle: async ({ caller, params }, { read, clock }) =>
    presentWorkspace(read, await ownWorkspace(read, params.name, caller.id), clock.now()),
});

const workspaceItemRoutes = [list, create, one];

const maxConnections = 50;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The screen detects known kinds of tokens; here any long alphanumeric run is refused, because no name of a
 * service, account or scope looks like that.
 */
function assertNoSecret(field: string, text: string): void {
  assertNoUserInfo(field, text);
  for (const [run] of text.matchAll(/[A-Za-z0-9+/_=-]{32,}/g)) {
    if (uuid.test(run) || !/[0-9]/.test(run) || !/[A-Za-z]/.test(run)) continue;
    throw invalidField(
      `${field} looks like a token`,
      'Send the name of the account and what it is used for; kith stores no credentials.',
    );
  }
}

const connect = route<WorkspaceDependencies>()({
  method: 'POST',
  path: '/api/workspaces/{name}/connect',
  name: 'connectWorkspace',
  area: 'workspaces',
  summary:
    'Record which external account the workspace uses and for what. Names only: no token is accepted or stored.',
  auth: 'agent',
  effect: 'write',
  screened: ['provider', 'scope', 'account'],
  errors: [errors.notFound, workspaceErrors.notJoined, workspaceErrors.full],
  params: workspaceNameInPath,
  body: Type.Object({
    provider: Type.String({
      minLength: 1,
      maxLength: 40,
      pattern: '^[A-Za-z0-9][A-Za-z0-9 ._-]*$',
      'x-rule': 'letters, digits, spaces and . _ -, beginning with a letter or digit',
    }),
    scope: Type.String({ minLength: 1, maxLength: 200 }),
    account: Type.String({ minLength: 1, maxLength: 100 }),
  }),
  example: {
    params: { name: 'engine-room' },
    body: { provider: 'github', scope: 'read the repository', account: 'ada' },
  },
  response: { status: 201, schema: connectionSchema },
  handle: async ({ params, body, caller, tx }, { clock }) => {
    const { scope, account } = body;
    for (const field of ['provider', 'scope', 'account'] as const) assertNoSecret(field, body[field]);
    const workspace = await lockWorkspace(tx, params.name, caller.id);
    const provider = body.provider.toLowerCase();
    const known = await listConnections(tx, workspace.id);
    const isNew = !known.some((each) => each.provider === provider && each.account === account);
    if (isNew && known.length >= maxConnections) {
      throw workspaceFull(
        `${workspace.name} has ${maxConnections} connections, the maximum`,
        `Change one of them: GET /api/workspaces/${workspace.name}`,
      );
    }
    const at = clock.now();
    const connection = { scope, by_id: caller.id, at };
    await tx
      .insertInto('workspace_connection')
      .values({ workspace_id: workspace.id, provider, account, ...connection })
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'provider', 'account']).doUpdateSet(connection),
      )
      .execute();
    return { provider, scope, account, by: caller.screenName, at: at.toISOString() };
  },
});

const connectRoutes = [connect];

export const workspaceRoutes = [
  ...workspaceItemRoutes,
  ...connectRoutes,
  ...laneRoutes,
  ...leaseRoutes,
  ...workspaceEventRoutes,
];
