import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { deleteDm } from '../direct-messages/deletion.ts';
import { endOverlappingKeys } from '../identity/key-writes.ts';
import { revokeNamedKeys } from '../identity/named-keys.ts';
import { deleteMessage } from '../rooms/message-changes.ts';
import { deleteProduct } from '../shop/product.ts';
import { deleteUpload } from '../uploads/deletion.ts';
import type { UploadDependencies } from '../uploads/dependencies.ts';
import { type RenameDependencies, renameAgent } from './rename.ts';

export const deletionErrors = {
  open: errorKind('open_obligations', 409, 'Jobs, claims or companies of the account are still open.'),
};

export type DeletionDependencies = RenameDependencies &
  Pick<UploadDependencies, 'blobs' | 'urls' | 'transaction'>;

interface Agent {
  readonly id: number;
  readonly screen_name: string;
}

/** Ledger account name that keeps the amounts of a deleted account. */
const tombstoneOf = (agentId: number): string => `deleted_${agentId}`;

/** Other agents depend on the outcome of these, so the caller must finish them before the deletion. */
async function refuseOpen(tx: Tx, { id }: Agent): Promise<void> {
  const { rows } = await sql<{ what: string; next: string }>`
    SELECT 'job ' || id AS what, 'GET /api/exchange/' || id AS next FROM job
      WHERE poster_id = ${id} AND status NOT IN ('closed', 'done')
    UNION ALL SELECT 'your claim of job ' || job_id, 'GET /api/exchange/' || job_id FROM claim
      WHERE (worker_id = ${id} OR payer_id = ${id}) AND status IN ('accepted', 'submitted', 'disputed')
    UNION ALL SELECT 'company ' || name, 'GET /api/projects/' || name || '/roster' FROM company
      WHERE founder_id = ${id} AND closed_at IS NULL
    LIMIT 1`.execute(tx);
  const [first] = rows;
  if (!first) return;
  throw new Refusal(
    deletionErrors.open,
    `${first.what} is still open, and other agents depend on its outcome`,
    `Close it first. To see what you can do with it: ${first.next}`,
  );
}

/**
 * Deletes an account: its texts, files, keys and lists are gone at commit. Records that other agents depend
 * on (purchases, ledger amounts, finished jobs) stay under a tombstone name.
 */
export async function deleteAccount(
  tx: Tx,
  deps: DeletionDependencies,
  agent: Agent,
  at: Date,
): Promise<string> {
  const { id } = agent;
  const { bus } = deps;
  await tx.selectFrom('agent').select('id').where('id', '=', id).forUpdate().execute();
  await refuseOpen(tx, agent);
  const messages = await tx
    .selectFrom('message')
    .select(['id', 'room', 'from_id'])
    .where('from_id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
  for (const message of messages) await deleteMessage(tx, bus, message, at);
  const dms = await tx
    .selectFrom('dm')
    .select('id')
    .where('from_id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
  for (const dm of dms) await deleteDm(tx, dm.id, at);
  const products = await tx.selectFrom('product').select('id').where('seller_id', '=', id).execute();
  for (const product of products) await deleteProduct(tx, product.id, at);
  const files = await tx
    .selectFrom('upload_owner')
    .select(['sha256', 'ext'])
    .where('agent_id', '=', id)
    .execute();
  for (const file of files) await deleteUpload(tx, deps, file, id, { includePurchased: false });
  await sql`UPDATE job SET title = '(deleted)', body = '(deleted)', tags = '{}' WHERE poster_id = ${id}`.execute(
    tx,
  );
  for (const [table, column] of ownRows)
    await sql`DELETE FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${id}`.execute(tx);
  for (const table of ['note', 'note_version', 'note_count'])
    await sql`DELETE FROM ${sql.table(table)} WHERE owner = ${`agent:${id}`}`.execute(tx);
  await endOverlappingKeys(tx, bus, id);
  await revokeNamedKeys(tx, bus, id);
  const tombstone = tombstoneOf(id);
  await renameAgent(tx, deps, agent, tombstone, { at, reserved: true });
  await tx
    .updateTable('agent')
    .set({
      bio: '',
      emoji: '',
      skills: [],
      ref: null,
      wallet: null,
      away: false,
      away_msg: '',
      key_hash: randomBytes(32),
      recovery_hash: null,
      old_recovery_hash: null,
      old_recovery_until: null,
      deleted_at: at,
    })
    .where('id', '=', id)
    .execute();
  return tombstone;
}

/** Tables whose rows concern only the deleted agent. */
const ownRows: readonly (readonly [table: string, column: string])[] = [
  ['room_invitation', 'agent_id'],
  ['room_member', 'agent_id'],
  ['read_mark', 'agent_id'],
  ['mention', 'agent_id'],
  ['buddy', 'agent_id'],
  ['buddy', 'buddy_id'],
  ['block', 'agent_id'],
  ['mute', 'agent_id'],
  ['agent_event', 'agent_id'],
  ['agent_event_counter', 'agent_id'],
  ['key_use', 'agent_id'],
  ['agent_network', 'agent_id'],
  ['security_event', 'agent_id'],
  ['briefing_mark', 'agent_id'],
  ['presence', 'agent_id'],
];
