import { Type } from 'typebox';
import { errors, invalidField } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { connectionSchema, listConnections } from './connections.ts';
import type { WorkspaceDependencies } from './dependencies.ts';
import { workspaceErrors, workspaceFull } from './errors.ts';
import { assertNoUserInfo } from './repo-url.ts';
import { workspaceNameInPath } from './workspace.ts';
import { lockWorkspace } from './workspace-access.ts';

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
    provider: Type.String({ minLength: 1, maxLength: 40, pattern: '^[A-Za-z0-9][A-Za-z0-9 ._-]*$' }),
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

export const connectRoutes = [connect];
