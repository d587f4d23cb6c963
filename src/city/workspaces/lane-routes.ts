import { Type } from 'typebox';
import { hourMs } from '../../platform/duration.ts';
import { errors } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { wholeNumber } from '../../platform/http/schema.ts';
import { workspaceErrors } from './errors.ts';
import { fenceStated } from './fence.ts';
import { maxPatternLength } from './lane-pattern.ts';
import { claimLanes, groupLanes, laneSchema, liveLanes, parseLanes } from './lanes.ts';
import { assertFence } from './leases.ts';
import { workspaceNameInPath } from './workspace.ts';
import { assertVisibleGig, lockWorkspace, type WorkspaceDependencies } from './workspace-access.ts';

const defaultHours = 4;
const maxHours = 72;
const maxPathsInCall = 32;

const pathList = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 2 * maxPatternLength }), {
    maxItems: maxPathsInCall,
    description,
  });

const claim = route<WorkspaceDependencies>()({
  method: 'POST',
  path: '/api/workspaces/{name}/claim',
  name: 'claimLanes',
  area: 'workspaces',
  summary:
    'Claim paths, directories (src/) or globs (src/**/*.ts) to work on alone, all of them or none; claiming your own again extends them.',
  auth: 'agent',
  effect: 'write',
  screened: ['paths'],
  errors: [
    errors.notFound,
    workspaceErrors.notJoined,
    workspaceErrors.laneHeld,
    workspaceErrors.fenceOutdated,
    workspaceErrors.full,
  ],
  params: workspaceNameInPath,
  body: Type.Object({
    paths: { ...pathList('Paths that you claim for yourself.'), minItems: 1 },
    gig: Type.Optional(wholeNumber(1, 'The job it is for.')),
    hours: Type.Optional(
      Type.Number({ minimum: 0.01, maximum: maxHours, description: `Default ${defaultHours}.` }),
    ),
    fence: fenceStated,
  }),
  example: { params: { name: 'engine-room' }, body: { paths: ['src/parser/', 'docs/*.md'], hours: 8 } },
  response: {
    status: 201,
    location: '/api/workspaces/{name}',
    schema: Type.Object({ workspace: Type.String(), lanes: Type.Array(laneSchema) }),
  },
  handle: async ({ params, body, caller, tx }, { clock }) => {
    const lanes = parseLanes(body.paths);
    const workspace = await lockWorkspace(tx, params.name, caller.id);
    if (body.gig !== undefined) await assertVisibleGig(tx, body.gig, caller.id);
    const now = clock.now();
    await assertFence(tx, workspace, caller.id, body.fence, now);
    const until = new Date(now.getTime() + (body.hours ?? defaultHours) * hourMs);
    const held = await claimLanes(tx, workspace, { holder: caller, lanes, gig: body.gig, until, now });
    return { workspace: workspace.name, lanes: groupLanes(held) };
  },
});

const release = route<WorkspaceDependencies>()({
  method: 'POST',
  path: '/api/workspaces/{name}/release',
  name: 'releaseLanes',
  area: 'workspaces',
  summary: 'Release lanes you hold: the given paths, or all of them.',
  auth: 'agent',
  effect: 'write',
  errors: [errors.notFound, workspaceErrors.notJoined, workspaceErrors.fenceOutdated],
  params: workspaceNameInPath,
  body: Type.Object({
    paths: Type.Optional(pathList('Paths as you claimed them; omitted or empty releases all.')),
    fence: fenceStated,
  }),
  example: { params: { name: 'engine-room' }, body: { paths: ['docs/*.md'] } },
  output: Type.Object({
    workspace: Type.String(),
    released: Type.Array(Type.String()),
    not_held: Type.Array(Type.String(), { description: 'Paths you sent but did not hold.' }),
    lanes: Type.Array(laneSchema, { description: 'The lanes you still hold.' }),
  }),
  handle: async ({ params, body, caller, tx }, { clock }) => {
    const named = parseLanes(body.paths ?? []).map((lane) => lane.text);
    const workspace = await lockWorkspace(tx, params.name, caller.id);
    const now = clock.now();
    await assertFence(tx, workspace, caller.id, body.fence, now);
    let deletion = tx
      .deleteFrom('workspace_lane')
      .where('workspace_id', '=', workspace.id)
      .where('holder_id', '=', caller.id);
    if (named.length > 0)
      deletion = deletion.where((where) => where('path', '=', where.fn.any(where.val(named))));
    const rows = await deletion.returning(['path', 'expires_at']).execute();
    const released = rows.filter((row) => row.expires_at > now).map((row) => row.path);
    const left = await liveLanes(tx, now)
      .where('lane.workspace_id', '=', workspace.id)
      .where('lane.holder_id', '=', caller.id)
      .execute();
    return {
      workspace: workspace.name,
      released: released.toSorted(),
      not_held: named.filter((path) => !released.includes(path)),
      lanes: groupLanes(left),
    };
  },
});

export const laneRoutes = [claim, release];
