import { sql } from 'kysely';
import type pg from 'pg';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { WitnessAddress } from '../ledger/witness-list.ts';
import type { Clock } from '../platform/clock.ts';
import type { Reader } from '../platform/db/database.ts';
import type { EventBus } from '../platform/events/bus.ts';
import type { Metrics } from '../platform/metrics.ts';
import { recurringSubject } from '../platform/scheduler/recurring-task.ts';
import { taskCounts } from '../platform/scheduler/task-counts.ts';
import { backupKind } from './backup/backup-tasks.ts';

interface DomainDependencies {
  readonly metrics: Metrics;
  readonly read: Reader;
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly bus: EventBus;
  readonly onError: (error: unknown) => void;
  /** Whether scheduled backups are enabled. */
  readonly takesBackups: boolean;
  readonly witnesses: readonly WitnessAddress[];
}

/** Scrapes within this interval get the previous values. */
const cacheMs = 5_000;
/** Counting stops here; the value then means "or more". */
const maxCounted = 10_000;
/** Number of newest webhook deliveries that the success rate covers. */
const recentDeliveries = 1_000;
const lagTopic = 'metrics.lag';

/**
 * Product metrics, read from the database only when Prometheus scrapes. Every process reports the same values
 * for what is in the database: aggregate them with `max`.
 */
export function registerDomainMetrics(deps: DomainDependencies): void {
  const { metrics, read, pool, clock, bus, onError, takesBackups, witnesses } = deps;
  const registers = [metrics.registry];
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge({ name, help, labelNames, registers, aggregator: 'max' });
  const tasks = gauge('kith_tasks', 'Scheduled work by kind and state.', ['kind', 'state']);
  const taskLag = gauge('kith_task_lag_seconds', 'Age of the oldest overdue task, by kind.', ['kind']);
  const connections = new Gauge({
    name: 'kith_db_connections',
    help: 'Connections of the pool of this process.',
    labelNames: ['state'],
    registers,
  });
  const unsealed = gauge('kith_ledger_unsealed_entries', 'Ledger entries that are not sealed yet.');
  const sealLag = gauge('kith_ledger_seal_lag_seconds', 'Age of the oldest unsealed ledger entry.');
  const deliveries = gauge('kith_webhook_deliveries', `Newest ${recentDeliveries} webhooks by status.`, [
    'status',
  ]);
  const deliveryLag = gauge('kith_webhook_lag_seconds', 'Age of the oldest pending webhook.');
  const payments = gauge(
    'kith_payments_unfinished',
    'Payments whose response is not delivered yet, by state.',
    ['state'],
  );
  const paymentLag = gauge('kith_payment_lag_seconds', 'Age of the oldest payment that is in doubt.');
  const renders = gauge('kith_renders', 'Videos that are being rendered.');
  const backupOverdue = gauge(
    'kith_backup_overdue_seconds',
    'How long a scheduled backup is overdue; 0 if none is scheduled.',
  );
  const witnessed = gauge(
    'kith_witness_seconds',
    'Seconds since each witness last cosigned, and since it last failed to; absent if it never did.',
    ['witness', 'last'],
  );
  const busLag = gauge(
    'kith_event_bus_lag_seconds',
    'How long the last event of another process took to arrive.',
  );
  const busGaps = new Counter({
    name: 'kith_event_bus_gaps_total',
    help: 'How often events of other processes may have been missed.',
    registers,
  });

  registerBusTraffic(bus, registers);

  bus.onGap(() => busGaps.inc());
  bus.subscribe(lagTopic, (sent) => {
    if (typeof sent === 'number') busLag.set(Math.max(0, Date.now() - sent) / 1_000);
  });

  const secondsSince = (since: Date | null) =>
    since ? Math.max(0, clock.now().getTime() - since.getTime()) / 1_000 : 0;
  const refresh = async () => {
    connections.set({ state: 'open' }, pool.totalCount);
    connections.set({ state: 'idle' }, pool.idleCount);
    connections.set({ state: 'waiting' }, pool.waitingCount);
    bus.publish(lagTopic, Date.now());
    const counts = await taskCounts(read, clock.now());
    tasks.reset();
    taskLag.reset();
    for (const { kind, lag_ms, ...states } of counts) {
      for (const [state, count] of Object.entries(states)) tasks.set({ kind, state }, Number(count));
      taskLag.set({ kind }, lag_ms / 1_000);
    }
    const { rows } = await figures.execute(read);
    const [found] = rows;
    if (!found) return;
    unsealed.set(Number(found.unsealed));
    sealLag.set(secondsSince(found.unsealed_since));
    deliveryLag.set(secondsSince(found.waits_since));
    paymentLag.set(secondsSince(found.in_doubt_since));
    renders.set(Number(found.rendering));
    backupOverdue.set(takesBackups ? secondsSince(found.backup_due) : 0);
    witnessed.reset();
    for (const { key } of witnesses) {
      const state = found.witnesses?.find(({ vkey }) => vkey === key.vkey);
      for (const [last, at] of [
        ['success', state?.cosigned_at],
        ['error', state?.failed_at],
      ] as const)
        if (at) witnessed.set({ witness: key.name, last }, secondsSince(new Date(at)));
    }
    for (const status of ['pending', 'delivered', 'failed'] as const)
      deliveries.set({ status }, found.deliveries?.[status] ?? 0);
    for (const state of ['settling', 'settled'] as const)
      payments.set({ state }, found.payments?.[state] ?? 0);
  };

  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  metrics.beforeText(async () => {
    if (performance.now() - readAt < cacheMs) return;
    reading ??= refresh()
      .catch(onError)
      .finally(() => {
        readAt = performance.now();
        reading = undefined;
      });
    await reading;
  });
}

/** Counters of the bus itself: a received event costs only an increment. */
function registerBusTraffic(bus: EventBus, registers: Registry[]): void {
  new Counter({
    name: 'kith_event_bus_received_total',
    help: 'Events received from other processes, on common topics and on subjects (one room, one thread).',
    labelNames: ['scope'],
    registers,
    collect() {
      this.reset();
      this.inc({ scope: 'common' }, bus.traffic.common);
      this.inc({ scope: 'subject' }, bus.traffic.subject);
    },
  });
  new Counter({
    name: 'kith_event_bus_unserved_total',
    help: 'Events received on subjects without a subscriber in this process.',
    registers,
    collect() {
      this.reset();
      this.inc(bus.traffic.unserved);
    },
  });
  new Gauge({
    name: 'kith_event_bus_channels',
    help: 'Channels of the event bus that this process listens to.',
    registers,
    collect() {
      this.set(bus.traffic.channels);
    },
  });
}

const figures = sql<{
  unsealed: string;
  unsealed_since: Date | null;
  waits_since: Date | null;
  in_doubt_since: Date | null;
  rendering: string;
  backup_due: Date | null;
  witnesses: { vkey: string; cosigned_at: string | null; failed_at: string | null }[] | null;
  deliveries: Record<string, number> | null;
  payments: Record<string, number> | null;
}>`SELECT
  (SELECT count(*) FROM (SELECT FROM ledger_entry WHERE seq IS NULL LIMIT ${maxCounted}) AS open) AS unsealed,
  (SELECT at FROM ledger_entry WHERE seq IS NULL ORDER BY id LIMIT 1) AS unsealed_since,
  (SELECT min(created_at) FROM webhook_delivery WHERE status = 'pending') AS waits_since,
  (SELECT min(created_at) FROM payment WHERE state = 'settling') AS in_doubt_since,
  (SELECT count(*) FROM video_job WHERE status = 'rendering') AS rendering,
  (SELECT due_at FROM task WHERE subject = ${recurringSubject} AND kind = ${backupKind}) AS backup_due,
  (SELECT jsonb_agg(ledger_witness) FROM ledger_witness) AS witnesses,
  (SELECT jsonb_object_agg(status, count) FROM (
    SELECT status, count(*) FROM (
      SELECT status FROM webhook_delivery ORDER BY id DESC LIMIT ${recentDeliveries}) AS newest
    GROUP BY status) AS each) AS deliveries,
  (SELECT jsonb_object_agg(state, count) FROM (
    SELECT state, count(*) FROM payment
    WHERE state = 'settling' OR (state = 'settled' AND answer IS NULL AND answered_at IS NULL) GROUP BY state) AS each) AS payments`;
