import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import { hourMs, minuteMs } from '../../platform/duration.ts';
import { runForOwner } from '../../platform/fair-share.ts';
import { consumeLimit, type Limit } from '../../platform/http/limits.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { backoffMs, quickBackoff, type Task, type TaskKind } from '../../platform/scheduler/task-kind.ts';
import { parseTrace, runInSpan } from '../../platform/tracing/trace.ts';
import { type LaneName, laneKinds, lockEndpoint, type WebhookDependencies } from './deliveries.ts';
import { isReceiversFault, postWebhook } from './post-webhook.ts';
import type { WebhookSecrets } from './signature.ts';
import type { LoggedAttempt } from './tables.ts';

/** Recovery time after a crash; a live process renews the lease in time. */
const leaseMs = 15_000;
/** The response body is not used. */
const maxBytes = 1_024;
/** Over all owners and processes. */
const perHost: Limit = {
  name: 'webhooks-to-host',
  max: 240,
  window: 'minute',
  per: 'network',
  of: 'webhooks to one host',
};
const atOnce: Record<LaneName, number> = { quick: 16, slow: 8 };

export interface GivenUpMessage {
  readonly owner: string;
  readonly url: string;
  readonly sender: string;
  readonly error: string;
}

interface DeliveryDependencies extends WebhookDependencies {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly outbound: Outbound;
  readonly secrets: WebhookSecrets;
  /** Called in the transaction that records a receiver's 410. */
  readonly onGone: (tx: Tx, endpoint: { owner: string; url: string }) => Promise<void>;
  /** Called in the transaction that fails a message after a day of attempts, once until one succeeds. */
  readonly onGivenUp: (tx: Tx, message: GivenUpMessage) => Promise<void>;
}

/**
 * One task per endpoint: it sends the oldest pending message, then reschedules itself for the next. An
 * endpoint thus gets its messages in order and one at a time. Failing and slow endpoints use a separate lane.
 */
export function deliveryWork(deps: DeliveryDependencies): TaskKind[] {
  return (['quick', 'slow'] as const).map((lane) => ({
    kind: laneKinds[lane],
    leaseMs,
    maxAttempts: Number.POSITIVE_INFINITY,
    backoff: quickBackoff,
    concurrency: atOnce[lane],
    maxRunMs: 60_000,
    run: (task) => deliverNext(deps, task),
  }));
}

/** Counts one webhook, or says when the next may be sent. */
async function takeOrWait(
  { transaction, clock }: DeliveryDependencies,
  host: string,
): Promise<Date | undefined> {
  try {
    await transaction((tx) => consumeLimit(tx, perHost, host, clock));
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return new Date((Math.floor(clock.now().getTime() / minuteMs) + 1) * minuteMs);
  }
}

async function deliverNext(deps: DeliveryDependencies, task: Task): Promise<void> {
  const endpointId = Number(task.subject);
  const message = await selectOldest(deps.read, endpointId);
  const now = deps.clock.now();
  const resting = message?.retry_at && message.retry_at > now && message.expires_at > now;
  if (!message || resting) return deps.transaction((tx) => continueOrFinish(tx, deps, task, endpointId));
  const nextMinute = await takeOrWait(deps, new URL(message.url).host);
  if (nextMinute) return deps.transaction((tx) => task.reschedule(tx, { dueAt: nextMinute }));

  const attempt = await runForOwner(`receiver of ${message.owner}`, () =>
    runInSpan(parseTrace(message.traceparent), 'deliver webhook', 'producer', async (span) => {
      span?.set('messaging.message.id', message.message_id);
      const result = await send(deps, message, task.signal);
      if (span && result.error !== null) span.failed = true;
      return result;
    }),
  );
  await deps.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, endpointId);
    const at = deps.clock.now();
    const verdict = judgeAttempt(attempt, { failures: endpoint.failures, expiresAt: message.expires_at }, at);
    const outcome = { status: verdict.delivery, last_status: attempt.status, last_error: attempt.error };
    await tx
      .updateTable('webhook_delivery')
      .set((set) => ({
        ...outcome,
        last_at: at,
        attempts: set('attempts', '+', 1),
        log: logWithAttempt(attempt, at),
      }))
      .where('id', '=', message.id)
      .execute();
    if (verdict.gone) await failPendingMessages(tx, deps, endpoint);
    else if (verdict.delivery === 'failed' && !(await hasFailedBefore(tx, endpointId, message.id)))
      await deps.onGivenUp(tx, { ...message, error: attempt.error ?? 'it failed' });
    await tx
      .updateTable('webhook_endpoint')
      .set({ lane: verdict.lane, failures: verdict.failures, retry_at: verdict.retryAt })
      .where('id', '=', endpointId)
      .execute();
    await continueOrFinish(tx, deps, task, endpointId, endpoint.lane);
  });
}

/** A receiver that stays away is reported once, not with every message. */
async function hasFailedBefore(tx: Tx, endpointId: number, messageId: number): Promise<boolean> {
  const previous = await tx
    .selectFrom('webhook_delivery')
    .select('status')
    .where('endpoint_id', '=', endpointId)
    .where('id', '<', messageId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return previous?.status === 'failed';
}

const keptAttempts = 20;

/** The log with one more attempt, truncated to the latest. */
function logWithAttempt({ status, error, tookMs }: DeliveryAttempt, at: Date) {
  const entry: LoggedAttempt = { at: at.toISOString(), status, ms: Math.round(tookMs), error };
  const oldest = keptAttempts - 1;
  return sql<string>`(SELECT coalesce(jsonb_agg(each ORDER BY place), '[]') FROM jsonb_array_elements(log) WITH ORDINALITY AS kept(each, place)
    WHERE place > jsonb_array_length(log) - ${oldest}::int) || ${JSON.stringify([entry])}::jsonb`;
}

/** Fails the other pending messages: the receiver is gone. */
async function failPendingMessages(
  tx: Tx,
  deps: DeliveryDependencies,
  endpoint: { id: number; owner: string; url: string },
) {
  await tx
    .updateTable('webhook_delivery')
    .set({ status: 'failed', last_status: 410, last_error: 'the receiver returned 410 Gone' })
    .where('endpoint_id', '=', endpoint.id)
    .where('status', '=', 'pending')
    .execute();
  await deps.onGone(tx, endpoint);
}

/** Ends this run with the row locked: reschedule for the next message, switch lanes, or finish. */
async function continueOrFinish(
  tx: Tx,
  deps: DeliveryDependencies,
  task: Task,
  endpointId: number,
  from?: LaneName,
) {
  const endpoint = await lockEndpoint(tx, endpointId);
  const next = await selectOldest(tx, endpointId);
  if (!next) return task.finish(tx);
  const now = deps.clock.now();
  const dueAt = endpoint.retry_at && endpoint.retry_at > now ? endpoint.retry_at : now;
  await task.reschedule(tx, { dueAt });
  if (from === undefined || from === endpoint.lane) return;
  await deps.tasks.cancel(tx, { kind: laneKinds[from], subject: task.subject });
  await deps.tasks.schedule(tx, { kind: laneKinds[endpoint.lane], subject: task.subject, dueAt });
}

function selectOldest(read: Reader, endpointId: number) {
  return read
    .selectFrom('webhook_delivery as delivery')
    .innerJoin('webhook_endpoint as endpoint', 'endpoint.id', 'delivery.endpoint_id')
    .select([
      'delivery.id',
      'delivery.message_id',
      'delivery.sender',
      'delivery.body',
      'delivery.secret',
      'delivery.traceparent',
      'delivery.expires_at',
      'endpoint.owner',
      'endpoint.url',
      'endpoint.retry_at',
    ])
    .where('delivery.endpoint_id', '=', endpointId)
    .where('delivery.status', '=', 'pending')
    .orderBy('delivery.id')
    .limit(1)
    .executeTakeFirst();
}

interface OutgoingMessage {
  readonly message_id: string;
  readonly body: string;
  readonly secret: Buffer;
  readonly url: string;
  readonly expires_at: Date;
}

async function send(
  deps: DeliveryDependencies,
  { message_id: id, ...message }: OutgoingMessage,
  signal: AbortSignal,
): Promise<DeliveryAttempt> {
  const startedAt = performance.now();
  try {
    const answer = await postWebhook(deps, { ...message, id }, { maxBytes, signal });
    if (!answer)
      return failedAttempt('its secret cannot be decrypted: the server key has changed', startedAt);
    const after = answer.headers['retry-after'];
    const error =
      answer.status >= 200 && answer.status <= 299 ? null : `the receiver returned ${answer.status}`;
    const retryAfter = Array.isArray(after) ? after[0] : after;
    return { status: answer.status, error, retryAfter, tookMs: performance.now() - startedAt };
  } catch (error) {
    // A failure of our queue or of DNS says nothing about the receiver: the task is retried unchanged.
    if (!isReceiversFault(error)) throw error;
    if (error.blame === 'dns' && message.expires_at > deps.clock.now()) throw error;
    return failedAttempt(error.message, startedAt);
  }
}

const failedAttempt = (error: string, startedAt: number): DeliveryAttempt => ({
  status: null,
  error,
  retryAfter: undefined,
  tookMs: performance.now() - startedAt,
});

/** Exponential backoff: about fifteen attempts per day. */
const pauses = { firstMs: 5_000, factor: 3, maxMs: 3 * hourMs };
/** Cap on a receiver's Retry-After. */
const maxRetryAfterMs = 6 * hourMs;
/** Endpoints slower than this queue separately, so that fast ones never wait for them. */
const slowMs = 2_000;

/** Result of one attempt: a response, or why there was none. */
export interface DeliveryAttempt {
  readonly status: number | null;
  readonly error: string | null;
  readonly retryAfter: string | undefined;
  readonly tookMs: number;
}

interface DeliveryVerdict {
  readonly delivery: 'delivered' | 'pending' | 'failed';
  readonly lane: 'quick' | 'slow';
  /** Consecutive failures, including this one. */
  readonly failures: number;
  readonly retryAt: Date | null;
  /** 410: the receiver wants no further messages. */
  readonly gone: boolean;
}

/** Decides what follows an attempt. The last attempt is made when the day is over, whatever delay was due. */
export function judgeAttempt(
  attempt: DeliveryAttempt,
  before: { failures: number; expiresAt: Date },
  now: Date,
  random = Math.random(),
): DeliveryVerdict {
  const { status } = attempt;
  if (status !== null && status >= 200 && status <= 299) {
    const lane = attempt.tookMs > slowMs ? 'slow' : 'quick';
    return { delivery: 'delivered', lane, failures: 0, retryAt: null, gone: false };
  }
  const failures = before.failures + 1;
  if (status === 410) return { delivery: 'failed', lane: 'slow', failures, retryAt: null, gone: true };
  const pause = Math.max(backoffMs(pauses, failures, random), parseRetryAfter(attempt.retryAfter, now));
  const over = now >= before.expiresAt;
  const backoffEnd = now.getTime() + pause;
  const retryAt = new Date(over ? backoffEnd : Math.min(backoffEnd, before.expiresAt.getTime()));
  return { delivery: over ? 'failed' : 'pending', lane: 'slow', failures, retryAt, gone: false };
}

/** Parses `Retry-After` as seconds or as a date. */
function parseRetryAfter(header: string | undefined, now: Date): number {
  if (header === undefined) return 0;
  const text = header.trim();
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), maxRetryAfterMs) : 0;
}
