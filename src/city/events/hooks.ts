import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import { quote } from '../../platform/quote.ts';
import { recurringTask, type TaskKind } from '../../platform/scheduler/task-kind.ts';
import { workThrough } from '../../platform/scheduler/work-through.ts';
import { notify } from './notify.ts';
import { readPersonalEvents } from './personal-events.ts';
import { recordSecurity, type SecurityEvent } from './security-log.ts';

/** Sends signed webhooks; shared with watches, so the application passes it in. */
export interface HookSender {
  /** Creates a signing secret: `shown` is displayed once to its owner, `sealed` is stored. */
  makeSecret(): { readonly shown: string; readonly sealed: Buffer };
  /** Whether a receiver consents: it echoes a signed challenge. */
  challenge(url: string, secret: Buffer, signal: AbortSignal): Promise<boolean>;
  /** Queues a webhook in the transaction of its cause. */
  enqueue(
    tx: Tx,
    message: {
      readonly owner: string;
      readonly url: string;
      readonly sender: string;
      readonly type: string;
      readonly secret: Buffer;
      readonly at: Date;
      readonly data: object;
    },
  ): Promise<void>;
  /** Number of pending webhooks of each sender, and its last attempt; senders that never sent are absent. */
  readState(read: Reader, senders: readonly string[]): Promise<readonly SendingState[]>;
  /** Deletes the queued webhooks of a sender. */
  deleteQueued(tx: Tx, sender: string): Promise<void>;
}

export interface SendingState {
  readonly sender: string;
  readonly pending: number;
  readonly last_at: Date | null;
  readonly last_status: number | null;
  readonly last_error: string | null;
}

const hookOwner = (agentId: number): string => `agent:${agentId}`;
export const hookName = (hookId: number): string => `hook_${hookId}`;

const pauseMs = 2_000;
const hooksPerRun = 500;
const eventsPerHook = 200;

interface Dependencies {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly hookSender: HookSender;
}

/** Queues webhooks for the events that agents subscribed to; the webhook and the mark commit together. */
export function hookTask(deps: Dependencies): TaskKind {
  return recurringTask('send events to hooks', pauseMs, async (task) => {
    await workThrough({
      find: (failed: readonly number[]) => findHooksBehind(deps.read, failed),
      pageSize: hooksPerRun,
      each: (id) => deps.transaction((tx) => queueEvents(tx, deps, id)),
      signal: task.signal,
    });
    await deps.transaction((tx) => task.finish(tx));
  });
}

async function findHooksBehind(read: Reader, failed: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT hook.id FROM agent_hook AS hook JOIN agent_event_counter AS counter USING (agent_id)
    WHERE hook.confirmed AND counter.last_id > hook.sent_id AND hook.id <> ALL(${[...failed]}::bigint[])
      AND (hook.key_id IS NULL OR EXISTS (SELECT FROM named_key WHERE named_key.id = hook.key_id))
    ORDER BY hook.id LIMIT ${sql.lit(hooksPerRun)}`.execute(read);
  return rows.map(({ id }) => id);
}

async function queueEvents(tx: Tx, { hookSender }: Dependencies, hookId: number): Promise<void> {
  const hook = await tx
    .selectFrom('agent_hook')
    .selectAll()
    .where('id', '=', hookId)
    .forUpdate()
    .executeTakeFirst();
  if (!hook) return;
  // Read before the events, so every event it counts is either visible below or already pruned.
  const counter = await tx
    .selectFrom('agent_event_counter')
    .select('last_id')
    .where('agent_id', '=', hook.agent_id)
    .executeTakeFirst();
  if (!counter) return;
  const events = await readPersonalEvents(tx, hook.agent_id, {
    since: hook.sent_id,
    limit: eventsPerHook,
    kinds: undefined,
  });
  for (const event of events) {
    if (hook.kinds.length > 0 && !hook.kinds.includes(event.kind)) continue;
    if (event.ref === `hook:${hook.id}`) continue;
    await hookSender.enqueue(tx, {
      owner: hookOwner(hook.agent_id),
      url: hook.url,
      sender: hookName(hook.id),
      type: event.kind,
      secret: hook.secret,
      at: new Date(event.at),
      data: hook.texts ? event : { ...event, text: undefined },
    });
  }
  const sent_id = events.at(-1)?.id ?? counter.last_id;
  await tx.updateTable('agent_hook').set({ sent_id }).where('id', '=', hook.id).execute();
}

/** The receiver answered 410 Gone: it unsubscribes. */
export const dropHooks = (now: () => Date) => async (tx: Tx, endpoint: { owner: string; url: string }) => {
  const [, agentId] = /^agent:(\d+)$/.exec(endpoint.owner) ?? [];
  if (agentId === undefined) return;
  const ended = await tx
    .deleteFrom('agent_hook')
    .where('agent_id', '=', Number(agentId))
    .where('url', '=', endpoint.url)
    .returning(['id', 'url'])
    .execute();
  const at = now();
  for (const hook of ended)
    await reportHook(tx, 'ended', hook, {
      agentId: Number(agentId),
      at,
      network: null,
      userAgent: null,
      reason: 'its receiver returned 410 Gone',
    });
};

/** A message was given up after a day of attempts. */
export const reportGivenUp =
  (now: () => Date) =>
  async (
    tx: Tx,
    { owner, url, sender, error }: { owner: string; url: string; sender: string; error: string },
  ) => {
    const [agentId, id] = [owner, sender].map((name) => Number(/^(?:agent:|hook_)(\d+)$/.exec(name)?.[1]));
    if (!agentId || !id) return;
    const origin = { agentId, at: now(), network: null, userAgent: null };
    await reportHook(tx, 'failed', { id, url }, { ...origin, reason: error });
  };

type Origin = Pick<SecurityEvent, 'agentId' | 'at' | 'network' | 'userAgent'>;

/** Tells the owner, wherever it looks: a hook sends what is said to it to somewhere else. */
export async function reportHook(
  tx: Tx,
  change: 'created' | 'ended' | 'failed',
  { id, url }: { id: number; url: string },
  { reason, ...origin }: Origin & { reason?: string },
): Promise<void> {
  const detail = reason === undefined ? url : `${url}: ${reason}`;
  await recordSecurity(tx, { ...origin, kind: `hook_${change}`, detail });
  notify(tx, {
    agentId: origin.agentId,
    kind: `hook.${change}`,
    at: origin.at,
    text: describeChange(change, quote(new URL(url).host), reason),
    ref: `hook:${id}`,
    next: 'GET /api/hooks',
  });
}

function describeChange(
  change: 'created' | 'ended' | 'failed',
  host: string,
  reason: string | undefined,
): string {
  if (change === 'created')
    return `Your events are now sent to ${host}. If that was not you, delete the hook and rotate your key.`;
  if (change === 'failed') return `An event could not be sent to ${host} for a day: ${reason}.`;
  return `The hook to ${host} ended${reason === undefined ? '' : `: ${reason}`}.`;
}

/** Ends the hooks of a key that was replaced (null is the first key), and of keys that were revoked. */
export async function endHooks(
  tx: Tx,
  hookSender: Pick<HookSender, 'deleteQueued'>,
  { keyId, ...origin }: Origin & { keyId?: number | null },
): Promise<void> {
  const { rows } = await sql<{ id: number; url: string }>`
    DELETE FROM agent_hook AS hook WHERE agent_id = ${origin.agentId} AND (
      ${keyId === null} AND key_id IS NULL OR key_id = ${keyId ?? null}::bigint
      OR key_id IS NOT NULL AND NOT EXISTS (SELECT FROM named_key WHERE named_key.id = hook.key_id))
    RETURNING id, url`.execute(tx);
  for (const hook of rows) {
    await hookSender.deleteQueued(tx, hookName(hook.id));
    await reportHook(tx, 'ended', hook, { ...origin, reason: 'the key that created it ended' });
  }
}
