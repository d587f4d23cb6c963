import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { dayMs, hourMs, minuteMs } from '../platform/duration.ts';
import type { EventBus } from '../platform/events/bus.ts';
import { OperatorProblem } from '../platform/operator-problem.ts';
import { publishDueHint } from '../platform/scheduler/queue.ts';
import { taskCounts } from '../platform/scheduler/task-counts.ts';

/** Runs at the speed of the real clock from the time it was set to; it can be moved forward only. */
export class MovableClock implements Clock {
  #offsetMs: number;

  constructor(start?: Date) {
    this.#offsetMs = start ? start.getTime() - Date.now() : 0;
  }

  now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }

  forwardTo(time: Date): void {
    this.#offsetMs += Math.max(0, time.getTime() - this.now().getTime());
  }
}

const unitMs: Readonly<Record<string, number>> = {
  s: 1_000,
  m: minuteMs,
  h: hourMs,
  d: dayMs,
  w: 7 * dayMs,
};
const maxMoveMs = 366 * dayMs;

/** `+7d`, `+1h30m`, `2026-12-24T18:00:00Z` or `now` (the real time), as a time that is not before `from`. */
export function targetTime(text: string, from: Date): Date {
  const to = parse(text.trim(), from);
  const forwardMs = to.getTime() - from.getTime();
  if (forwardMs < 0) {
    throw new OperatorProblem(
      `the clock is at ${from.toISOString()} and only moves forward: kith dev --fresh starts over`,
    );
  }
  if (forwardMs > maxMoveMs) throw new OperatorProblem('the clock can be moved by at most 366 days at once');
  return to;
}

function parse(text: string, from: Date): Date {
  if (text === 'now') return new Date();
  if (/^\+(\d+[smhdw])+$/.test(text)) {
    const parts = [...text.matchAll(/(\d+)([smhdw])/g)];
    const ms = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (unitMs[unit ?? ''] ?? 0), 0);
    return new Date(from.getTime() + ms);
  }
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? new Date(text) : new Date(Number.NaN);
  if (Number.isNaN(time.getTime()))
    throw new OperatorProblem(`"${text}" is not a time: write +7d, +1h30m, 2026-12-24T18:00:00Z or now`);
  return time;
}

/**
 * Steps to move the clock by, so that recurring tasks run once per interval: an hour for up to two days, six hours for
 * up to a month, a day beyond.
 */
export function* stepsTo(from: Date, to: Date): Generator<Date> {
  const spanMs = to.getTime() - from.getTime();
  const stepMs = spanMs <= 2 * dayMs ? hourMs : spanMs <= 31 * dayMs ? 6 * hourMs : dayMs;
  for (let at = from.getTime() + stepMs; at < to.getTime(); at += stepMs) yield new Date(at);
  yield to;
}

/** A task kind that takes longer is not waited for, at this and later steps: a video renders while the clock moves. */
const maxStepMs = 30_000;
const pollMs = 20;

interface Dependencies {
  readonly database: Database;
  readonly bus: EventBus;
  readonly clock: MovableClock;
}

export interface ClockMove {
  readonly from: string;
  readonly now: string;
  /** Ledger entries created by the move, by kind. */
  readonly entries: Readonly<Record<string, number>>;
  /** Task kinds that were due and not finished when the move ended. */
  readonly unfinished: readonly string[];
}

/** Moves the clock step by step, and finishes the tasks due at each step before the next. */
export async function moveClock({ database, bus, clock }: Dependencies, to: Date): Promise<ClockMove> {
  const from = clock.now();
  const last = await readLastEntryId(database);
  const slow = new Set<string>();
  let unfinished: string[] = [];
  for (const step of stepsTo(from, to)) {
    clock.forwardTo(step);
    unfinished = await finishDueWork({ database, bus, clock, slow });
  }
  const entries = await entriesSince(database, last);
  return { from: from.toISOString(), now: clock.now().toISOString(), entries, unfinished };
}

/** Wakes the scheduler until nothing is due. Returns the task kinds that did not finish in time. */
async function finishDueWork(deps: {
  database: Database;
  bus: EventBus;
  clock: Clock;
  slow: Set<string>;
}): Promise<string[]> {
  const { database, bus, clock, slow } = deps;
  const end = performance.now() + maxStepMs;
  // Only tasks due at the time of the step: tasks that recur every minute would never end.
  const now = clock.now();
  for (;;) {
    const busy = (await taskCounts(database.read, now)).filter(
      (each) => Number(each.overdue) + Number(each.running) > 0,
    );
    const kinds = busy.map(({ kind }) => kind);
    const isLate = performance.now() > end;
    if (isLate) for (const kind of kinds) slow.add(kind);
    if (isLate || kinds.every((kind) => slow.has(kind))) return kinds;
    const overdue = busy.filter((each) => Number(each.overdue) > 0);
    await database.transaction(async (tx) => {
      for (const { kind } of overdue) publishDueHint(tx, bus, clock, kind, now);
    });
    await sleep(pollMs);
  }
}

async function readLastEntryId({ read }: Database): Promise<string> {
  const { rows } = await sql<{
    id: string;
  }>`SELECT coalesce(max(id), 0)::text AS id FROM ledger_entry`.execute(read);
  return rows[0]?.id ?? '0';
}

async function entriesSince({ read }: Database, last: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ kind: string; count: number }>`
    SELECT kind, count(*)::int AS count FROM ledger_entry WHERE id > ${last} GROUP BY kind ORDER BY kind`.execute(
    read,
  );
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}
