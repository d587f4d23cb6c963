import { dayMs, hourMs, minuteMs } from '../platform/duration.ts';
import { OperatorProblem } from '../platform/operator-problem.ts';

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
