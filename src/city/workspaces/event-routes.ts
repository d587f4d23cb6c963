import { Type } from 'typebox';
import { errors } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { route } from '../../platform/http/route.ts';
import {
  nextPage,
  nullable,
  olderPage,
  oneOf,
  paging,
  timestamp,
  wholeNumber,
} from '../../platform/http/schema.ts';
import { assertNoUserInfo } from './connections.ts';
import { workspaceErrors } from './errors.ts';
import { eventSchema, listHistory, readWorkspaceEvents } from './events.ts';
import { fenceStated } from './fence.ts';
import { assertFence } from './leases.ts';
import { workspaceEventKinds } from './tables.ts';
import { workspaceNameInPath } from './workspace.ts';
import {
  assertVisibleGig,
  assertWorkedOn,
  lockWorkspace,
  ownWorkspace,
  type WorkspaceDependencies,
} from './workspace-access.ts';

const eventLimit: Limit = {
  name: 'workspace-event',
  max: 240,
  window: 'hour',
  per: 'caller',
  of: 'workspace events',
};
const next = nullable(Type.String({ description: 'The query string of the next page.' }));

const write = route<WorkspaceDependencies>()({
  method: 'POST',
  path: '/api/workspaces/{name}/event',
  name: 'recordEvent',
  area: 'workspaces',
  summary:
    'Record a commit, a deployment, an artifact or a note; gig must be a job that you work or worked on.',
  auth: 'agent',
  effect: 'write',
  limits: [eventLimit],
  screened: ['ref', 'detail'],
  errors: [
    errors.notFound,
    workspaceErrors.notJoined,
    workspaceErrors.notYourGig,
    workspaceErrors.fenceOutdated,
  ],
  params: workspaceNameInPath,
  body: Type.Object({
    kind: oneOf([...workspaceEventKinds]),
    ref: Type.String({ minLength: 1, maxLength: 300 }),
    gig: Type.Optional(wholeNumber(1, 'The job it was done for.')),
    detail: Type.Optional(Type.String({ maxLength: 2_000 })),
    fence: fenceStated,
  }),
  example: {
    params: { name: 'engine-room' },
    body: { kind: 'commit', ref: '4f2a91c', detail: 'The parser takes comments.' },
  },
  response: { status: 201, schema: eventSchema },
  handle: async ({ params, body, caller, tx }, { clock }) => {
    assertNoUserInfo('ref', body.ref);
    assertNoUserInfo('detail', body.detail ?? '');
    // Locked, so that ids of a workspace are in commit order and a reader that follows them misses none.
    const workspace = await lockWorkspace(tx, params.name, caller.id);
    const now = clock.now();
    await assertFence(tx, workspace, caller.id, body.fence, now);
    if (body.gig !== undefined) await assertWorkedOn(tx, body.gig, caller.id);
    const event = {
      kind: body.kind,
      ref: body.ref,
      gig: body.gig ?? null,
      detail: body.detail ?? '',
      at: now,
    };
    const { id } = await tx
      .insertInto('workspace_event')
      .values({ workspace_id: workspace.id, agent_id: caller.id, ...event })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, by: caller.screenName, ...event, at: event.at.toISOString() };
  },
});

const listEvents = route<WorkspaceDependencies>()({
  method: 'GET',
  path: '/api/workspaces/{name}/events',
  position: { of: 'workspace_event', older: ['before_id'] },
  name: 'workspaceEvents',
  area: 'workspaces',
  summary: 'List all events of a workspace, for the members of its room.',
  auth: 'agent',
  effect: 'read',
  errors: [errors.notFound, workspaceErrors.notJoined],
  params: workspaceNameInPath,
  query: Type.Object(paging),
  example: { params: { name: 'engine-room' }, query: { limit: 50 } },
  output: Type.Object({ events: Type.Array(eventSchema), count: Type.Integer(), next }),
  handle: async ({ params, query, caller }, { read }) => {
    const workspace = await ownWorkspace(read, params.name, caller.id);
    const { limit = 50, before_id: before, since_id: since } = query;
    const found = await readWorkspaceEvents(read, workspace.id, { limit: limit + 1, before, since });
    const events = found.slice(0, limit);
    const last = events.at(-1)?.id ?? 0;
    const cursor: Record<string, number> = since === undefined ? { before_id: last } : { since_id: last };
    return { events, count: events.length, next: found.length > limit ? nextPage(query, cursor) : null };
  },
});

const history = route<WorkspaceDependencies>()({
  method: 'GET',
  path: '/api/exchange/{id}/events',
  position: { of: 'workspace_event', older: ['before_id'] },
  name: 'jobEvents',
  area: 'workspaces',
  summary:
    'List what was done for a job, as its workers recorded it; texts of private workspaces are shown only to their members.',
  auth: 'agent?',
  effect: 'read',
  errors: [errors.notFound],
  params: Type.Object({ id: wholeNumber(1) }),
  query: Type.Object({ limit: paging.limit, before_id: paging.before_id }),
  example: { params: { id: 1 } },
  output: Type.Object({
    events: Type.Array(
      Type.Object({
        id: Type.Integer(),
        at: timestamp(),
        by: Type.String(),
        kind: oneOf([...workspaceEventKinds]),
        private: Type.Boolean({ description: 'Written in a private workspace.' }),
        workspace: nullable(Type.String({ description: 'Null if it is private and you are not a member.' })),
        ref: nullable(Type.String({ description: 'Null if it is private and you are not a member.' })),
        detail: nullable(Type.String({ description: 'Null if it is private and you are not a member.' })),
      }),
    ),
    count: Type.Integer(),
    next,
  }),
  handle: async ({ params, query, caller }, { read }) => {
    await assertVisibleGig(read, params.id, caller?.id);
    const limit = query.limit ?? 50;
    const found = await listHistory(read, params.id, caller?.id, {
      limit: limit + 1,
      before: query.before_id,
    });
    const events = found.slice(0, limit);
    return {
      events,
      count: events.length,
      next: olderPage(query, found, limit),
    };
  },
});

export const workspaceEventRoutes = [write, listEvents, history];
