import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { toStorable } from '../../platform/db/row-values.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import { runForOwner } from '../../platform/fair-share.ts';
import { errors } from '../../platform/http/errors.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { KeyedSlots } from '../../platform/outbound/slots.ts';
import type { TaskQueue } from '../../platform/scheduler/queue.ts';
import {
  nextDueAfterRun,
  quickBackoff,
  scheduleFor,
  type Task,
  type TaskKind,
} from '../../platform/scheduler/task-kind.ts';
import { asSkillError } from '../catalogue/errors.ts';
import { enqueue } from '../webhooks/deliveries.ts';
import { type CheckOutcome, type Judgement, judge } from './judge.ts';
import type { Reading, WatchKind, WatchTarget } from './kinds/kind.ts';
import type { WatchKinds } from './kinds/kinds.ts';
import { kindOf, lockWatch, stateOf, targetOf, type Watch, watchFinder } from './watch.ts';

export const checkKind = 'check watches';
const recheckMs = 15_000;
/** The outbound client allows 64 concurrent requests; the rest is reserved for skill calls. */
const atOnce = 40;
/** Delay before retrying a check whose host is busy with other checks. */
const postponeMs = 4_000;
/** A check whose process died is retried soon: an extra check is harmless, a late one is not. */
const leaseMs = 12_000;

export interface CheckDependencies {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly tasks: TaskQueue;
  readonly kinds: WatchKinds;
  readonly watchIntervalMs: number;
}

/**
 * Checks the watches that are due. The target is read outside a transaction; the outcome is committed with
 * the end of the task, fenced by its lease: a check counts once, and a change is recorded once with its
 * delivery, whatever crashes.
 */
export function checkWork(deps: CheckDependencies): TaskKind {
  const tools = { turns: new HostSlots(), find: watchFinder(deps.read) };
  return {
    kind: checkKind,
    leaseMs,
    maxAttempts: Number.POSITIVE_INFINITY,
    backoff: quickBackoff,
    concurrency: atOnce,
    maxRunMs: 60_000,
    run: (task) => check(deps, tools, task),
  };
}

interface CheckTools {
  readonly turns: HostSlots;
  readonly find: ReturnType<typeof watchFinder>;
}

async function check(deps: CheckDependencies, { turns, find }: CheckTools, task: Task): Promise<void> {
  const watch = await find(task.subject);
  if (!watch || watch.status === 'paused') return deps.transaction((tx) => task.finish(tx));
  const kind = deps.kinds[kindOf(watch)];
  const target = targetOf(watch);
  const leave = await turns.take(target, task.signal);
  if (!leave) return deps.transaction((tx) => task.reschedule(tx, { dueAt: postponedTo(deps) }));
  const outcome = await runForOwner(`watches of ${watch.owner}`, () =>
    checkTarget(kind, target, task.signal, watch.baseline),
  ).finally(leave);
  await deps.transaction(async (tx) => {
    const now = deps.clock.now();
    // Judged against the row as read, which is nearly always still current; otherwise again with the row
    // locked.
    for (let known: Watch | undefined = watch; ; known = await lockWatch(tx, watch.id)) {
      if (!known || known.status === 'paused') return task.finish(tx);
      const judgement = judge(kind, stateOf(known), outcome);
      const dueAt = judgement.recheckSoon ? recheckAt(deps, now) : nextCheckAt(deps, known, task.dueAt, now);
      if (!(await saveCheck(tx, known, judgement, { now, dueAt }))) continue;
      if (judgement.change) await notifyOwner(tx, deps, known, judgement.change);
      return task.reschedule(tx, { dueAt });
    }
  });
}

const postponedTo = ({ clock, watchIntervalMs }: CheckDependencies): Date =>
  new Date(clock.now().getTime() + Math.min(postponeMs, watchIntervalMs / 4) * (0.5 + Math.random()));

/**
 * Soon, but never after the next regular check. Spread out, so that targets that broke together are not
 * queried at once.
 */
function recheckAt({ watchIntervalMs }: CheckDependencies, now: Date): Date {
  const pause = Math.min(recheckMs, watchIntervalMs / 4);
  return new Date(now.getTime() + Math.round(pause * (0.75 + Math.random() / 2)));
}

/** Each watch has its own slot in the interval, by the hash of its id. */
const nextCheckAt = ({ watchIntervalMs }: CheckDependencies, { id }: Watch, dueAt: Date, now: Date): Date =>
  nextDueAfterRun(scheduleFor(id, watchIntervalMs), dueAt > now ? now : dueAt, now);

/** False if the watch was checked, paused or removed since it was read: every check increments `checks`. */
async function saveCheck(
  tx: Tx,
  watch: Watch,
  { next }: Judgement,
  at: { now: Date; dueAt: Date },
): Promise<boolean> {
  const jsonIfChanged = <T>(value: T, before: T): string | undefined => {
    const text = JSON.stringify(value);
    return text === JSON.stringify(before) ? undefined : text;
  };
  const current = jsonIfChanged(next.current, watch.current);
  const noise = jsonIfChanged(next.noise, watch.noise);
  const { numUpdatedRows } = await tx
    .updateTable('watch')
    .set({
      status: next.status,
      suspect: next.suspect && JSON.stringify(next.suspect),
      failures: next.failures,
      last_error: next.lastError,
      checks: watch.checks + 1,
      last_checked_at: at.now,
      next_check_at: at.dueAt,
      ...(current !== undefined && { current }),
      ...(noise !== undefined && { noise }),
    })
    .where('id', '=', watch.id)
    .where('checks', '=', watch.checks)
    .where('status', '=', watch.status)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function notifyOwner(
  tx: Tx,
  deps: CheckDependencies,
  watch: Watch,
  change: Judgement['change'] & object,
): Promise<void> {
  const { present, reason: reasonOf } = deps.kinds[kindOf(watch)];
  const { summary } = change;
  const reason = reasonOf?.(change.before, change.after, summary) ?? kindOf(watch);
  const at = deps.clock.now();
  // Text to be presented may be truncated anywhere.
  const [before, after] = toStorable([present(change.before), present(change.after)]);
  const { id } = await tx
    .insertInto('watch_change')
    .values({
      watch_id: watch.id,
      at,
      summary,
      reason,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (watch.notify === null) return;
  const { id: watch_id, kind, target } = watch;
  await enqueue(tx, deps, {
    owner: watch.owner,
    url: watch.notify,
    sender: watch.id,
    changeId: id,
    type: 'watch.changed',
    secret: watch.secret,
    at,
    data: { watch_id, kind, target, summary, reason, before, after },
  });
}

/** The receiver is gone for good: pauses its watches until the owner requests a check again. */
export async function pauseWatches(
  tx: Tx,
  tasks: TaskQueue,
  endpoint: { owner: string; url: string },
): Promise<void> {
  const paused = await tx
    .updateTable('watch')
    .set({ status: 'paused', next_check_at: null })
    .where('owner', '=', endpoint.owner)
    .where('notify', '=', endpoint.url)
    .returning('id')
    .execute();
  for (const { id } of paused) await tasks.cancel(tx, { kind: checkKind, subject: id });
}

/** Time limit of one check. */
const maxCheckMs = 15_000;

/**
 * One check. An unreadable target is an outcome; our own failures are thrown, as they say nothing about the
 * target.
 */
async function checkTarget(
  kind: WatchKind,
  target: WatchTarget,
  signal: AbortSignal,
  baseline: Reading,
): Promise<CheckOutcome> {
  try {
    const reading = await kind.read(target, withTimeLimit(signal), baseline);
    return { ok: true, reading: toStorable(reading) };
  } catch (error) {
    signal.throwIfAborted();
    const skillError = asSkillError(error);
    if (!(skillError instanceof Refusal) || skillError.kind === errors.overloaded) throw error;
    return { ok: false, reason: skillError.message };
  }
}

/** The first check, whose failure is returned to the caller. */
export async function checkFirstTime(
  kind: WatchKind,
  target: WatchTarget,
  signal: AbortSignal,
): Promise<Reading> {
  try {
    return toStorable(await kind.read(target, withTimeLimit(signal)));
  } catch (error) {
    throw asSkillError(error);
  }
}

const withTimeLimit = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(maxCheckMs)]);

/** Fewer than the outbound limit per host, so that watches never delay skill calls. */
const checksPerHost = 4;
const maxWaitMs = 500;

/** Limits concurrent checks per host: a slow or much-watched host delays no other host's checks. */
class HostSlots {
  readonly #hosts = new KeyedSlots(checksPerHost, Number.POSITIVE_INFINITY);

  /** Undefined if the host is too busy: the check is better postponed than queued. */
  async take({ target }: WatchTarget, signal: AbortSignal): Promise<(() => void) | undefined> {
    // Domain names and chain addresses are read from servers of our choice, which are many and fast.
    const host = URL.parse(target)?.hostname;
    if (!host) return () => {};
    const patience = AbortSignal.timeout(maxWaitMs);
    try {
      return await this.#hosts.take(host, AbortSignal.any([signal, patience]));
    } catch (error) {
      signal.throwIfAborted();
      if (patience.aborted) return undefined;
      throw error;
    }
  }
}
