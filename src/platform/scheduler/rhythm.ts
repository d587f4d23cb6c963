import { createHash } from 'node:crypto';

/** The times phase, phase + interval, phase + 2 intervals … since 1970, the same for every process and version. */
export interface Rhythm {
  readonly intervalMs: number;
  readonly phaseMs: number;
}

/** Everyone has a place of their own within the interval, so that what has one rhythm is not due at one moment. */
export function rhythmOf(subject: string, intervalMs: number): Rhythm {
  const digest = createHash('sha256').update(subject).digest();
  return { intervalMs, phaseMs: digest.readUIntBE(0, 6) % intervalMs };
}

export function nextBeat(rhythm: Rhythm, after: Date): Date {
  const { intervalMs, phaseMs } = rhythm;
  return new Date((Math.floor((after.getTime() - phaseMs) / intervalMs) + 1) * intervalMs + phaseMs);
}

/** One run for all the beats missed; and never a beat twice, although the clock may have been set back. */
export function beatAfterRun(rhythm: Rhythm, dueAt: Date, now: Date): Date {
  return nextBeat(rhythm, dueAt > now ? dueAt : now);
}
