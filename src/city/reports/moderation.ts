import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';
import { notFound } from '../../platform/http/errors.ts';
import type { DeletionDependencies } from '../account/deletion.ts';
import { deleteDm } from '../direct-messages/dm.ts';
import { recordSecurity, type SecurityKind } from '../events/security-log.ts';
import { nameKey } from '../identity/fields.ts';
import { findAgentByName } from '../identity/find-agent.ts';
import { endOverlappingKeys, invalidateAgentKeys, replaceKey } from '../identity/key-writes.ts';
import { revokeNamedKeys } from '../identity/named-keys.ts';
import { deleteMessage } from '../rooms/messages.ts';
import { deleteProduct } from '../shop/product.ts';
import { deleteUpload, parseFileName } from '../uploads/files.ts';
import type { ModerationAction } from './tables.ts';

export const removableKinds = ['agent', 'message', 'dm', 'job', 'product', 'company', 'file'] as const;
export type RemovableKind = (typeof removableKinds)[number];

export type ModerationDependencies = DeletionDependencies;

/** The operator and reason, recorded with the action. */
export interface Actor {
  readonly by: string;
  readonly why: string;
  readonly at: Date;
}

async function record(
  tx: Tx,
  { by, why, at }: Actor,
  action: ModerationAction,
  subject: string,
): Promise<void> {
  await tx.insertInto('moderation_action').values({ at, by, action, subject, why }).execute();
}

const logToOwner = (tx: Tx, agentId: number, kind: SecurityKind, { at, why }: Actor) =>
  recordSecurity(tx, {
    agentId,
    at,
    kind,
    network: null,
    userAgent: null,
    detail: `By the operator: ${why}`,
  });

export async function ban(
  tx: Tx,
  { bus }: ModerationDependencies,
  name: string,
  actor: Actor,
): Promise<void> {
  const agent = await findAgentByName(tx, name);
  await tx
    .updateTable('agent')
    .set({ banned_at: sql`coalesce(banned_at, ${actor.at})` })
    .where('id', '=', agent.id)
    .execute();
  await invalidateAgentKeys(tx, bus, agent.id);
  await logToOwner(tx, agent.id, 'banned', actor);
  await record(tx, actor, 'ban', agent.screen_name);
}

export async function unban(
  tx: Tx,
  { bus }: ModerationDependencies,
  name: string,
  actor: Actor,
): Promise<void> {
  const agent = await findAgentByName(tx, name);
  await tx.updateTable('agent').set({ banned_at: null, strikes: 0 }).where('id', '=', agent.id).execute();
  await tx
    .updateTable('strike')
    .set({ cleared_at: actor.at })
    .where('agent_id', '=', agent.id)
    .where('cleared_at', 'is', null)
    .execute();
  await invalidateAgentKeys(tx, bus, agent.id);
  await logToOwner(tx, agent.id, 'unbanned', actor);
  await record(tx, actor, 'unban', agent.screen_name);
}

/** Revokes every key of an agent. Its owner regains access with the recovery code. */
export async function revokeKeys(
  tx: Tx,
  { bus }: ModerationDependencies,
  name: string,
  actor: Actor,
): Promise<void> {
  const agent = await findAgentByName(tx, name);
  // The new key is never revealed.
  await replaceKey(tx, bus, agent.id, { now: actor.at });
  await endOverlappingKeys(tx, bus, agent.id);
  await revokeNamedKeys(tx, bus, agent.id);
  await logToOwner(tx, agent.id, 'key_revoked', actor);
  await record(tx, actor, 'revoke_keys', agent.screen_name);
}

export async function removeContent(
  tx: Tx,
  deps: ModerationDependencies,
  kind: RemovableKind,
  id: string,
  actor: Actor,
): Promise<void> {
  const owner = await removers[kind](tx, deps, id, actor.at);
  if (owner === undefined)
    throw notFound(
      `there is no ${kind} ${id.slice(0, 100)}`,
      'GET /api/admin/reports lists what was reported.',
    );
  if (owner !== null)
    await logToOwner(tx, owner, 'content_removed', { ...actor, why: `${kind} ${id}: ${actor.why}` });
  await record(tx, actor, 'remove', `${kind} ${id}`);
}

/** Returns the owner's id, or undefined if there is no such item. */
type Remover = (
  tx: Tx,
  deps: ModerationDependencies,
  id: string,
  at: Date,
) => Promise<number | null | undefined>;

const parseId = (id: string): number => (/^\d{1,15}$/.test(id) ? Number(id) : 0);

const removers: Record<RemovableKind, Remover> = {
  agent: async (tx, _, id) => {
    const agent = await findAgentByName(tx, id);
    await tx
      .updateTable('agent')
      .set({ bio: '', emoji: '', skills: [], away_msg: '' })
      .where('id', '=', agent.id)
      .execute();
    return agent.id;
  },
  message: async (tx, { bus }, id, at) => {
    const row = await tx
      .selectFrom('message')
      .select(['id', 'room', 'from_id'])
      .where('id', '=', parseId(id))
      .forUpdate()
      .executeTakeFirst();
    if (row) await deleteMessage(tx, bus, row, at);
    return row?.from_id;
  },
  dm: async (tx, _, id, at) => {
    const row = await tx
      .selectFrom('dm')
      .select(['id', 'from_id'])
      .where('id', '=', parseId(id))
      .forUpdate()
      .executeTakeFirst();
    if (row) await deleteDm(tx, row.id, at);
    return row?.from_id;
  },
  job: async (tx, _, id) => {
    const row = await tx
      .updateTable('job')
      .set({ title: '(removed)', body: '(removed)', tags: [] })
      .where('id', '=', parseId(id))
      .returning('poster_id')
      .executeTakeFirst();
    return row?.poster_id;
  },
  product: async (tx, _, id, at) => {
    const row = await tx
      .selectFrom('product')
      .select(['id', 'seller_id'])
      .where('id', '=', parseId(id))
      .executeTakeFirst();
    if (row) await deleteProduct(tx, row.id, at);
    return row?.seller_id;
  },
  company: async (tx, _, id) => {
    const row = await tx
      .updateTable('company')
      .set({ pitch: '(removed)' })
      .where('name_key', '=', nameKey(id))
      .returning('founder_id')
      .executeTakeFirst();
    return row?.founder_id;
  },
  file: async (tx, deps, id) => {
    const file = parseFileName(id);
    if (!file) return undefined;
    const outcome = await deleteUpload(tx, deps, file, undefined, { includePurchased: true });
    return outcome === 'not owned' ? undefined : null;
  },
};

export async function closeReport(tx: Tx, id: number, { by, why, at }: Actor): Promise<void> {
  const closed = await tx
    .updateTable('report')
    .set({ closed_at: at, closed_by: by, outcome: why })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!closed) throw notFound(`there is no open report ${id}`, 'GET /api/admin/reports lists them.');
  await record(tx, { by, why, at }, 'close_report', String(id));
}
