import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import { dayMs, hourMs } from '../../platform/duration.ts';
import { type BoundRoute, bind } from '../../platform/http/route.ts';
import type { ServerKey } from '../../platform/keys/server-key.ts';
import { recurringTask, type TaskKind } from '../../platform/scheduler/task-kind.ts';
import { type ClockRepair, clockRepair } from '../../platform/uptime/clock-repair.ts';
import type { SkillTools } from '../skills/tools.ts';
import { deliveryWork, type GivenUpMessage } from '../webhooks/delivery-tasks.ts';
import { WebhookSecrets } from '../webhooks/signature.ts';
import { type CheckDependencies, checkKind, checkWork, pauseWatches } from './check-tasks.ts';
import { watchKinds } from './kinds/kinds.ts';
import { watchRoutes } from './routes.ts';

type WatchDependencies = Omit<CheckDependencies, 'kinds'> &
  Pick<SkillTools, 'outbound' | 'dns' | 'pages' | 'chains' | 'registries'> & {
    readonly serverKey: ServerKey;
    /** Lets other senders of webhooks react to a 410. */
    readonly onReceiverGone: (tx: Tx, endpoint: { owner: string; url: string }) => Promise<void>;
    /** Lets other senders report messages that were given up. */
    readonly onGivenUp: (tx: Tx, message: GivenUpMessage) => Promise<void>;
  };

/** Assembles watches and their webhooks. */
export function createWatches(given: WatchDependencies): { routes: BoundRoute[]; work: TaskKind[] } {
  const deps = { ...given, kinds: watchKinds(given), secrets: new WebhookSecrets(given.serverKey) };
  const onGone: Parameters<typeof deliveryWork>[0]['onGone'] = async (tx, endpoint) => {
    await pauseWatches(tx, given.tasks, endpoint);
    await given.onReceiverGone(tx, endpoint);
  };
  return {
    routes: bind(watchRoutes, deps),
    work: [checkWork(deps), ...deliveryWork({ ...deps, onGone }), retentionWork(given)],
  };
}

/** How long a change and its webhook are kept for redelivery. */
const changesKeptMs = 90 * dayMs;
const testsKeptMs = 7 * dayMs;
/** Rows per transaction: locks stay short, and a backlog is cleared in batches. */
const batch = 2_000;

/** Prunes old rows, but never deliveries that are still pending. */
function retentionWork({ transaction, clock }: { transaction: Transact; clock: Clock }): TaskKind {
  return recurringTask('prune watch history', hourMs, async (task) => {
    for (const forget of [oldDeliveries, oldChanges, idleEndpoints]) {
      while (!task.signal.aborted && (await transaction((tx) => forget(tx, clock))) === batch);
    }
    task.signal.throwIfAborted();
    await transaction((tx) => task.finish(tx));
  });
}

async function oldDeliveries(tx: Tx, clock: Clock): Promise<number> {
  const now = clock.now().getTime();
  const { numAffectedRows } = await sql`DELETE FROM webhook_delivery WHERE id = ANY (ARRAY (
    SELECT id FROM webhook_delivery WHERE status <> 'pending' AND created_at < ${new Date(now - testsKeptMs)}
      AND (change_id IS NULL OR created_at < ${new Date(now - changesKeptMs)})
    ORDER BY created_at LIMIT ${batch} FOR UPDATE SKIP LOCKED)) AND status <> 'pending'`.execute(tx);
  return Number(numAffectedRows);
}

async function oldChanges(tx: Tx, clock: Clock): Promise<number> {
  const before = new Date(clock.now().getTime() - changesKeptMs);
  const { numAffectedRows } = await sql`DELETE FROM watch_change WHERE id = ANY (ARRAY (
    SELECT id FROM watch_change WHERE at < ${before}
      AND NOT EXISTS (SELECT FROM webhook_delivery WHERE change_id = watch_change.id)
    ORDER BY at LIMIT ${batch}))`.execute(tx);
  return Number(numAffectedRows);
}

/** Endpoints without recent deliveries that no watch uses. They are locked first: one in use stays. */
async function idleEndpoints(tx: Tx): Promise<number> {
  const idle = sql`NOT EXISTS (SELECT FROM webhook_delivery WHERE endpoint_id = webhook_endpoint.id)
    AND NOT EXISTS (SELECT FROM watch WHERE owner = webhook_endpoint.owner AND notify = webhook_endpoint.url)`;
  const { rows } = await sql<{ id: number }>`SELECT id FROM webhook_endpoint WHERE ${idle}
    LIMIT ${batch} FOR UPDATE SKIP LOCKED`.execute(tx);
  const ids = rows.map(({ id }) => id);
  // Checked again now that they are locked: a message may have arrived in between.
  await sql`DELETE FROM webhook_endpoint WHERE id = ANY (${ids}::bigint[]) AND ${idle}`.execute(tx);
  return ids.length;
}

/** Watches scheduled by a clock that ran ahead are checked now. */
export const watchRepairs: readonly ClockRepair[] = [
  clockRepair(
    'watches',
    ({ now, latest }) => sql`WITH ahead AS (
        UPDATE watch SET last_checked_at = ${now}, created_at = least(created_at, ${now}),
          next_check_at = CASE WHEN next_check_at IS NULL THEN NULL ELSE ${now}::timestamptz END
        WHERE last_checked_at > ${latest} RETURNING id)
      UPDATE task SET due_at = ${now}, ready_at = ${now} FROM ahead
      WHERE kind = ${checkKind} AND subject = ahead.id AND lease_token IS NULL`,
  ),
];
