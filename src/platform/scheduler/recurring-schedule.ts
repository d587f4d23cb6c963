import { createHash } from 'node:crypto';

/**
 * The times phase, phase + interval, phase + 2 intervals … since 1970, the same for every process and
 * version.
 */
export interface RecurringSchedule {
  readonly intervalMs: number;
  readonly phaseMs: number;
}

/**
 * Each subject has its own phase within the interval, so that tasks with the same interval are not all due at
 * once.
 */
export function scheduleFor(subject: string, intervalMs: number): RecurringSchedule {
  const digest = createHash('sha256').update(subject).digest();
  return { intervalMs, phaseMs: digest.readUIntBE(0, 6) % intervalMs };
}

export function nextDueAfter(schedule: RecurringSchedule, after: Date): Date {
  const { intervalMs, phaseMs } = schedule;
  return new Date((Math.floor((after.getTime() - phaseMs) / intervalMs) + 1) * intervalMs + phaseMs);
}

/** One run for all missed times, and never a time twice, even if the clock was set back. */
export function nextDueAfterRun(schedule: RecurringSchedule, dueAt: Date, now: Date): Date {
  return nextDueAfter(schedule, dueAt > now ? dueAt : now);
}
