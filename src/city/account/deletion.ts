import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterCommit, type Tx } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { deleteDm } from '../direct-messages/dm.ts';
import { retiredNameTopic } from '../identity/agent-names.ts';
import { nameKey } from '../identity/fields.ts';
import { endOverlappingKeys, invalidateAgentKeys } from '../identity/key-writes.ts';
import { revokeNamedKeys } from '../identity/named-keys.ts';
import { tombstoneOf } from '../identity/reserved-names.ts';
import { deleteMessage } from '../rooms/messages.ts';
import { deleteProduct } from '../shop/product.ts';
import { deleteUpload, type UploadDependencies } from '../uploads/files.ts';

export const deletionErrors = {
  open: errorKind('open_obligations', 409, 'Jobs, claims or companies of the account are still open.'),
};

export type DeletionDependencies = { readonly bus: EventBus } & Pick<
  UploadDependencies,
  'blobs' | 'urls' | 'transaction'
>;

interface Agent {
  readonly id: number;
  readonly screen_name: string;
}

/** Other agents depend on the outcome of these, so the caller must finish them before the deletion. */
async function refuseOpen(tx: Tx, { id }: Agent): Promise<void> {
  const { rows } = await sql<{ what: string; next: string }>`
    SELECT 'job ' || id AS what, 'GET /api/exchange/' || id AS next FROM job
      WHERE poster_id = ${id} AND status NOT IN ('closed', 'done')
    UNION ALL SELECT 'your claim of job ' || job_id, 'GET /api/exchange/' || job_id FROM claim
      WHERE (worker_id = ${id} OR payer_id = ${id}) AND status IN ('accepted', 'submitted', 'contestable', 'disputed')
    UNION ALL SELECT 'a dispute that you decide on job ' || job_id, 'GET /api/exchange/' || job_id FROM claim
      WHERE evaluator_id = ${id} AND status IN ('contestable', 'disputed')
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
 * on (purchases, finished jobs) stay under a tombstone name. Its AP stays where it is: nobody can take the name of
 * the account again, and a payment on its way still arrives.
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
  await sql`UPDATE rating SET text = '' WHERE by_id = ${id}`.execute(tx);
  for (const [table, column] of ownRows)
    await sql`DELETE FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${id}`.execute(tx);
  for (const table of ['note', 'note_version', 'note_count'])
    await sql`DELETE FROM ${sql.table(table)} WHERE owner = ${`agent:${id}`}`.execute(tx);
  await endOverlappingKeys(tx, bus, id);
  await revokeNamedKeys(tx, bus, id);
  const tombstone = tombstoneOf(id);
  await retireName(tx, bus, agent, tombstone, at);
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

/** Replaces the name in every column that stores it. The old name cannot be registered again. */
async function retireName(tx: Tx, bus: EventBus, agent: Agent, tombstone: string, at: Date): Promise<void> {
  const { id, screen_name: name } = agent;
  await invalidateAgentKeys(tx, bus, id);
  await tx
    .updateTable('agent')
    .set({ screen_name: tombstone, name_key: nameKey(tombstone) })
    .where('id', '=', id)
    .execute();
  await tx
    .insertInto('retired_name')
    .values({ name_key: nameKey(name), screen_name: name, agent_id: id, at })
    .execute();
  for (const [table, column] of nameColumns)
    await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${tombstone} WHERE ${sql.ref(column)} = ${name}`.execute(
      tx,
    );
  await sql`UPDATE job SET assign = array_replace(assign, ${name}, ${tombstone}) WHERE ${name} = ANY(assign)`.execute(
    tx,
  );
  await sql`UPDATE message SET mentions = array_replace(mentions, ${name}, ${tombstone}) WHERE id IN (
    SELECT message_id FROM mention WHERE agent_id = ${id})`.execute(tx);
  afterCommit(tx, () => bus.publish(retiredNameTopic, nameKey(name)));
}

/** Columns that hold a screen name as text. Names are unique, so equality matches only this agent. */
const nameColumns: readonly (readonly [table: string, column: string])[] = [
  ['product', 'seller'],
  ['job', 'poster'],
  ['job', 'evaluator'],
  ['claim', 'evaluator'],
  ['claim', 'taker'],
  ['claim', 'worker'],
  ['claim', 'payer'],
  ['job_event', 'by'],
  ['company', 'founder'],
  ['company_member', 'name'],
  ['company_request', 'name'],
  ['company_log', 'by'],
  ['company_ship', 'by'],
];

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
  ['agent_hook', 'agent_id'],
  ['saved_search', 'agent_id'],
  ['saved_search', 'poster_id'],
  ['agent_event', 'agent_id'],
  ['agent_event_counter', 'agent_id'],
  ['key_use', 'agent_id'],
  ['agent_network', 'agent_id'],
  ['security_event', 'agent_id'],
  ['briefing_mark', 'agent_id'],
  ['presence', 'agent_id'],
  ['evaluator_offer', 'agent_id'],
  ['agent_rank', 'agent_id'],
];
