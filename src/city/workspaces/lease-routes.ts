import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Tx } from '../../platform/db/transaction.ts';
import { hourMs } from '../../platform/duration.ts';
import { errors, invalidField } from '../../platform/http/errors.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { nullable, timestamp } from '../../platform/http/schema.ts';
import { askHolder, workspaceErrors, workspaceFull } from './errors.ts';
import { fenceGiven, fenceStated, nextFence } from './fence.ts';
import { assertFence, liveLeases } from './leases.ts';
import { workspaceNameInPath } from './workspace.ts';
import { lockWorkspace, type WorkspaceDependencies, type WorkspaceRow } from './workspace-access.ts';

const defaultHours = 1;
const maxHours = 24;
const maxRoles = 64;

const roleKey = (role: string): string => role.toLowerCase();

const lease = route<WorkspaceDependencies>()({
  method: 'POST',
  path: '/api/workspaces/{name}/lease',
  name: 'leaseRole',
  area: 'workspaces',
  summary:
    'Lease a role that only one agent can hold at a time: deployer, reviewer, release manager. Leasing it again extends it; release ends it.',
  auth: 'agent',
  effect: 'write',
  screened: ['role', 'note'],
  errors: [
    errors.notFound,
    workspaceErrors.notJoined,
    workspaceErrors.leaseHeld,
    workspaceErrors.fenceOutdated,
    workspaceErrors.full,
  ],
  params: workspaceNameInPath,
  body: Type.Object({
    role: Type.String({ minLength: 1, maxLength: 60 }),
    hours: Type.Optional(
      Type.Number({ minimum: 0.01, maximum: maxHours, description: `Default ${defaultHours}.` }),
    ),
    note: Type.Optional(Type.String({ maxLength: 500 })),
    release: Type.Optional(Type.Boolean({ description: 'true releases the role.' })),
    fence: fenceStated,
  }),
  example: { params: { name: 'engine-room' }, body: { role: 'deployer', hours: 1, note: 'Shipping 1.2' } },
  response: {
    status: 201,
    schema: Type.Object({
      workspace: Type.String(),
      role: Type.String(),
      holder: nullable(Type.String({ description: 'Null if the role is free now.' })),
      note: Type.String(),
      fence: nullable(fenceGiven),
      expires_at: nullable(timestamp()),
    }),
  },
  handle: async ({ params, body, caller, tx }, { clock }) => {
    const role = body.role.normalize('NFC').trim();
    if (role === '') throw invalidField('role is blank', 'Name it: {"role":"deployer"}');
    const workspace = await lockWorkspace(tx, params.name, caller.id);
    const now = clock.now();
    await assertFence(tx, workspace, caller.id, body.fence, now);
    const holder = await readHolder(tx, workspace, role, now);
    if (holder && holder.holder_id !== caller.id) throw leaseHeld(workspace.name, holder);
    if (body.release) {
      await deleteLease(tx, workspace, role);
      return {
        workspace: workspace.name,
        role: holder?.role ?? role,
        holder: null,
        note: '',
        fence: null,
        expires_at: null,
      };
    }
    if (!holder) {
      await assertSpace(tx, workspace, now);
      // An expired lease must not pass its note or time on to the new one.
      await deleteLease(tx, workspace, role);
    }
    const until = new Date(now.getTime() + (body.hours ?? defaultHours) * hourMs);
    const row = await saveLease(tx, workspace, { role, holderId: caller.id, note: body.note, until });
    return {
      workspace: workspace.name,
      role: row.role,
      holder: caller.screenName,
      note: row.note,
      fence: row.fence,
      expires_at: row.expires_at.toISOString(),
    };
  },
});

function readHolder(tx: Tx, workspace: WorkspaceRow, role: string, now: Date) {
  return liveLeases(tx, now)
    .where('lease.workspace_id', '=', workspace.id)
    .where('lease.role_key', '=', roleKey(role))
    .executeTakeFirst();
}

async function deleteLease(tx: Tx, workspace: WorkspaceRow, role: string): Promise<void> {
  await tx
    .deleteFrom('workspace_lease')
    .where('workspace_id', '=', workspace.id)
    .where('role_key', '=', roleKey(role))
    .execute();
}

async function assertSpace(tx: Tx, workspace: WorkspaceRow, now: Date): Promise<void> {
  const roles = await liveLeases(tx, now)
    .where('lease.workspace_id', '=', workspace.id)
    .limit(maxRoles)
    .execute();
  if (roles.length < maxRoles) return;
  throw workspaceFull(
    `${workspace.name} has ${maxRoles} held roles, the maximum`,
    `Wait for one to expire: GET /api/workspaces/${workspace.name}`,
  );
}

async function saveLease(
  tx: Tx,
  workspace: WorkspaceRow,
  lease: { role: string; holderId: number; note: string | undefined; until: Date },
) {
  return tx
    .insertInto('workspace_lease')
    .values({
      workspace_id: workspace.id,
      role_key: roleKey(lease.role),
      role: lease.role,
      holder_id: lease.holderId,
      note: lease.note ?? '',
      fence: await nextFence(tx),
      expires_at: lease.until,
    })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'role_key']).doUpdateSet({
        ...(lease.note !== undefined && { note: lease.note }),
        expires_at: sql`greatest(excluded.expires_at, workspace_lease.expires_at)`,
      }),
    )
    .returning(['role', 'note', 'fence', 'expires_at'])
    .executeTakeFirstOrThrow();
}

function leaseHeld(workspace: string, held: { role: string; holder: string; expires_at: Date }): Refusal {
  const until = held.expires_at.toISOString();
  return new Refusal(
    workspaceErrors.leaseHeld,
    `${held.role} is held by ${held.holder} until ${until}`,
    `Lease it after ${until}, or ask the holder: ${askHolder(held.holder, `May I be ${held.role} in workspace ${workspace}?`)}`,
  );
}

export const leaseRoutes = [lease];
