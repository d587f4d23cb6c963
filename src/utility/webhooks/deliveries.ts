import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { dayMs } from '../../platform/duration.ts';
import { timeOrderedId } from '../../platform/keys/time-ordered-id.ts';
import type { TaskQueue } from '../../platform/scheduler/queue.ts';
import { outgoingTraceparent } from '../../platform/tracing/trace.ts';

const keptForMs = dayMs;
const latestCount = 20;

export const laneKinds = { quick: 'deliver webhooks', slow: 'deliver webhooks late' } as const;
export type LaneName = keyof typeof laneKinds;

export interface WebhookDependencies {
  readonly clock: Clock;
  readonly tasks: TaskQueue;
}

interface NewDelivery {
  readonly owner: string;
  readonly url: string;
  readonly sender: string;
  readonly changeId: number | null;
  readonly type: string;
  readonly secret: Buffer;
  /** When the reported event happened. */
  readonly at: Date;
  readonly data: object;
}

/** Enqueues a message for its endpoint, in the transaction of the event: either both exist or neither. */
export async function enqueue(tx: Tx, deps: WebhookDependencies, message: NewDelivery): Promise<string> {
  const now = deps.clock.now();
  const { id: endpointId } = await findOrCreateEndpoint(tx, message.owner, message.url);
  const messageId = `msg_${timeOrderedId(now)}`;
  await tx
    .insertInto('webhook_delivery')
    .values({
      message_id: messageId,
      endpoint_id: endpointId,
      sender: message.sender,
      change_id: message.changeId,
      type: message.type,
      traceparent: outgoingTraceparent() ?? null,
      secret: message.secret,
      body: JSON.stringify({ type: message.type, timestamp: message.at.toISOString(), data: message.data }),
      expires_at: new Date(now.getTime() + keptForMs),
      created_at: now,
    })
    .execute();
  await scheduleDelivery(tx, deps, endpointId);
  return messageId;
}

/**
 * Sends a message again under the same id, with a full day of retries, whatever its state. False if it does
 * not exist.
 */
export async function redeliver(
  tx: Tx,
  deps: WebhookDependencies,
  which: { readonly change: number } | { readonly delivery: number; readonly sender: string },
): Promise<boolean> {
  const now = deps.clock.now();
  const row = await tx
    .updateTable('webhook_delivery')
    .set({ status: 'pending', expires_at: new Date(now.getTime() + keptForMs) })
    .$if('change' in which, (more) => more.where('change_id', '=', 'change' in which ? which.change : 0))
    .$if('delivery' in which, (more) =>
      'delivery' in which ? more.where('id', '=', which.delivery).where('sender', '=', which.sender) : more,
    )
    .returning('endpoint_id')
    .executeTakeFirst();
  if (!row) return false;
  await tx
    .updateTable('webhook_endpoint')
    .set({ retry_at: null })
    .where('id', '=', row.endpoint_id)
    .execute();
  await scheduleDelivery(tx, deps, row.endpoint_id);
  return true;
}

export async function deleteDeliveries(tx: Tx, sender: string): Promise<void> {
  await tx.deleteFrom('webhook_delivery').where('sender', '=', sender).execute();
}

/** The row is locked while a message is added or an attempt judged, so the lane cannot change meanwhile. */
async function scheduleDelivery(
  tx: Tx,
  { clock, tasks }: WebhookDependencies,
  endpointId: number,
): Promise<void> {
  const { lane, retry_at } = await lockEndpoint(tx, endpointId);
  const now = clock.now();
  const dueAt = retry_at && retry_at > now ? retry_at : now;
  await tasks.schedule(tx, { kind: laneKinds[lane], subject: String(endpointId), dueAt });
}

export async function lockEndpoint(tx: Tx, id: number) {
  const row = await tx
    .selectFrom('webhook_endpoint')
    .select(['id', 'owner', 'url', 'lane', 'failures', 'retry_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { ...row, lane: row.lane as LaneName };
}

async function findOrCreateEndpoint(tx: Tx, owner: string, url: string): Promise<{ id: number }> {
  return (
    tx
      .insertInto('webhook_endpoint')
      .values({ owner, url, retry_at: null })
      // A no-op update that locks and returns the existing row.
      .onConflict((conflict) => conflict.columns(['owner', 'url']).doUpdateSet({ url: sql`excluded.url` }))
      .returning('id')
      .executeTakeFirstOrThrow()
  );
}

const presentedColumns = [
  'message_id',
  'type',
  'change_id',
  'status',
  'attempts',
  'last_status',
  'last_error',
  'last_at',
] as const;

/** A sender's latest deliveries. */
export function readLatestDeliveries(read: Reader, sender: string) {
  return read
    .selectFrom('webhook_delivery')
    .select(presentedColumns)
    .where('sender', '=', sender)
    .orderBy('id', 'desc')
    .limit(latestCount)
    .execute();
}

/** The state of several senders: how many messages wait, and the last attempt. */
export async function readSendingState(read: Reader, senders: readonly string[]) {
  const { rows } = await sql<{
    sender: string;
    pending: number;
    last_at: Date | null;
    last_status: number | null;
    last_error: string | null;
  }>`SELECT DISTINCT ON (sender) sender, last_at, last_status, last_error,
      count(*) FILTER (WHERE status = 'pending') OVER (PARTITION BY sender) AS pending
    FROM webhook_delivery WHERE sender = ANY(${senders}) ORDER BY sender, last_at DESC NULLS LAST`.execute(
    read,
  );
  return rows;
}

export function readDeliveries(read: Reader, changeIds: readonly number[]) {
  return read
    .selectFrom('webhook_delivery')
    .select(presentedColumns)
    .where((where) => where('change_id', '=', where.fn.any(where.val(changeIds))))
    .execute();
}

/** A sender's latest deliveries with their attempts, newest first. */
export function loggedDeliveries(read: Reader, sender: string, page: { limit: number; before?: number }) {
  const { before } = page;
  return read
    .selectFrom('webhook_delivery')
    .select(['id', 'message_id', 'created_at', 'type', 'change_id', 'status', 'log'])
    .where('sender', '=', sender)
    .$if(before !== undefined, (more) => more.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute();
}

/** Failed deliveries of all owners, newest first, without bodies and secrets. */
export function failedDeliveries(read: Reader, limit: number, before?: number) {
  return read
    .selectFrom('webhook_delivery as delivery')
    .innerJoin('webhook_endpoint as endpoint', 'endpoint.id', 'delivery.endpoint_id')
    .select([
      'delivery.id',
      'delivery.message_id',
      'endpoint.owner',
      'endpoint.url',
      'delivery.type',
      'delivery.attempts',
      'delivery.last_status',
      'delivery.last_error',
      'delivery.last_at',
      'delivery.created_at',
    ])
    .where('delivery.status', '=', sql.lit('failed'))
    .$if(before !== undefined, (query) => query.where('delivery.id', '<', before ?? 0))
    .orderBy('delivery.id', 'desc')
    .limit(limit)
    .execute();
}

export const loggedDelivery = (read: Reader, sender: string, id: number) =>
  read
    .selectFrom('webhook_delivery')
    .select(['id', 'message_id', 'created_at', 'type', 'change_id', 'status', 'log'])
    .where('sender', '=', sender)
    .where('id', '=', id)
    .executeTakeFirst();
