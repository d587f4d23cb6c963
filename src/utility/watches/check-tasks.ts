import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import { onBehalfOf } from '../../platform/fair-share.ts';
import { quickBackoff } from '../../platform/scheduler/backoff.ts';
import type { Kind, Task } from '../../platform/scheduler/kind.ts';
import type { TaskQueue } from '../../platform/scheduler/queue.ts';
import { beatAfterRun, rhythmOf } from '../../platform/scheduler/rhythm.ts';
import { enqueue } from '../webhooks/deliveries.ts';
import { type Judgement, judge } from './judge.ts';
import type { WatchKinds } from './kinds/kinds.ts';
import { look } from './look.ts';
import { Turns } from './turns.ts';
import { kindOf, lockWatch, standingOf, targetOf, type Watch, watchFinder } from './watch.ts';

export const checkKind = 'check watches';
const secondLookMs = 15_000;
/** The door lets 64 out at once: the rest is for whoever calls a skill. */
const atOnce = 40;
/** For a look at a host that is busy with others. */
const putOffMs = 4_000;
/** A look that died with its process is taken up soon: one too many is harmless, a late one is not. */
const leaseMs = 12_000;

export interface CheckParts {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly tasks: TaskQueue;
  readonly kinds: WatchKinds;
  readonly watchIntervalMs: number;
}

/**
 * Looks at what is due. The reading is taken outside a transaction; what follows from it is committed with the end of
 * the task, fenced by its lease: a look counts once, and a change is recorded once, with its delivery, whatever dies.
 */
export function checkWork(parts: CheckParts): Kind {
  const tools = { turns: new Turns(), find: watchFinder(parts.read) };
  return {
    kind: checkKind,
    leaseMs,
    maxAttempts: Number.POSITIVE_INFINITY,
    backoff: quickBackoff,
    concurrency: atOnce,
    maxRunMs: 60_000,
    run: (task) => check(parts, tools, task),
  };
}

interface CheckTools {
  readonly turns: Turns;
  readonly find: ReturnType<typeof watchFinder>;
}

async function check(parts: CheckParts, { turns, find }: CheckTools, task: Task): Promise<void> {
  const watch = await find(task.subject);
  if (!watch || watch.status === 'paused') return parts.transaction((tx) => task.finish(tx));
  const kind = parts.kinds[kindOf(watch)];
  const target = targetOf(watch);
  const leave = await turns.take(target, task.signal);
  if (!leave) return parts.transaction((tx) => task.again(tx, { dueAt: putOff(parts) }));
  const seen = await onBehalfOf(`watches of ${watch.owner}`, () =>
    look(kind, target, task.signal, watch.baseline),
  ).finally(leave);
  await parts.transaction(async (tx) => {
    const now = parts.clock.now();
    // Judged as it was read, which is nearly always how it still is; else once more, with the row locked.
    for (let known: Watch | undefined = watch; ; known = await lockWatch(tx, watch.id)) {
      if (!known || known.status === 'paused') return task.finish(tx);
      const judgement = judge(kind, standingOf(known), seen);
      const dueAt = judgement.soon ? secondLookAt(parts, now) : nextBeat(parts, known, task.dueAt, now);
      if (!(await keep(tx, known, judgement, { now, dueAt }))) continue;
      if (judgement.change) await tell(tx, parts, known, judgement.change);
      return task.again(tx, { dueAt });
    }
  });
}

const putOff = ({ clock, watchIntervalMs }: CheckParts): Date =>
  new Date(clock.now().getTime() + Math.min(putOffMs, watchIntervalMs / 4) * (0.5 + Math.random()));

/** Soon, but never so soon that the look after it comes first. Apart from each other: what broke together is not asked at once. */
function secondLookAt({ watchIntervalMs }: CheckParts, now: Date): Date {
  const pause = Math.min(secondLookMs, watchIntervalMs / 4);
  return new Date(now.getTime() + Math.round(pause * (0.75 + Math.random() / 2)));
}

/** Everybody has a place of their own in the interval, by the hash of the id. */
const nextBeat = ({ watchIntervalMs }: CheckParts, { id }: Watch, dueAt: Date, now: Date): Date =>
  beatAfterRun(rhythmOf(id, watchIntervalMs), dueAt > now ? now : dueAt, now);

/** False where it was looked at, paused or removed since it was read: every look counts up `checks`. */
async function keep(
  tx: Tx,
  watch: Watch,
  { next }: Judgement,
  at: { now: Date; dueAt: Date },
): Promise<boolean> {
  const changed = <T>(value: T, before: T): string | undefined => {
    const text = JSON.stringify(value);
    return text === JSON.stringify(before) ? undefined : text;
  };
  const current = changed(next.current, watch.current);
  const noise = changed(next.noise, watch.noise);
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

async function tell(
  tx: Tx,
  parts: CheckParts,
  watch: Watch,
  change: Judgement['change'] & object,
): Promise<void> {
  const { present, reason: reasonOf } = parts.kinds[kindOf(watch)];
  const { summary } = change;
  const reason = reasonOf?.(change.before, change.after) ?? kindOf(watch);
  const at = parts.clock.now();
  const [before, after] = [present(change.before), present(change.after)];
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
  await enqueue(tx, parts, {
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

/** The receiver is gone for good: nobody is left to look for, until the owner asks for a check again. */
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
