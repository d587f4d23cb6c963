import type { Noise, Reading, WatchKind } from './kinds/kind.ts';

export type WatchStatus = 'active' | 'paused' | 'failing';

/** Outcome of a check: a reading, or why there is none. */
export type CheckOutcome =
  | { readonly ok: true; readonly reading: Reading }
  | { readonly ok: false; readonly reason: string };

/** State of a watch between two checks. */
export interface WatchState {
  readonly status: WatchStatus;
  readonly current: Reading;
  readonly suspect: Reading | null;
  readonly noise: Noise;
  readonly failures: number;
  readonly lastError: string | null;
}

export interface Judgement {
  readonly next: WatchState;
  readonly change: { readonly summary: string; readonly before: Reading; readonly after: Reading } | null;
  /** A second check is needed before anything is reported. */
  readonly recheckSoon: boolean;
}

/**
 * The rules of change. A single check never reports anything: neither a difference nor an unreadable target.
 * An unreadable target is not a change: the last reading stays.
 */
type Rules = Pick<WatchKind, 'differs' | 'confirm' | 'learn' | 'settle'>;

export function judge(kind: Rules, before: WatchState, look: CheckOutcome): Judgement {
  if (!look.ok) {
    const failures = before.failures + 1;
    const status = failures >= 2 ? 'failing' : before.status;
    const next = { ...before, status, failures, lastError: look.reason };
    return { next, change: null, recheckSoon: failures === 1 };
  }
  const { current, suspect } = before;
  const { reading } = look;
  const noise = kind.learn?.(current, reading, before.noise) ?? before.noise;
  const calm = { ...before, noise, status: 'active' as const, suspect: null, failures: 0, lastError: null };
  if (suspect === null) {
    if (kind.differs(current, reading, noise) === undefined) return withoutChange(kind, calm, reading);
    return { next: { ...calm, suspect: reading }, change: null, recheckSoon: true };
  }
  const summary = kind.confirm
    ? kind.confirm(current, suspect, reading, noise)
    : confirmSettled(kind, { ...before, noise }, suspect, reading);
  if (summary === undefined) return { next: calm, change: null, recheckSoon: false };
  return {
    next: { ...calm, current: reading },
    change: { summary, before: current, after: reading },
    recheckSoon: false,
  };
}

/** Ignored differences still update `current` (the block, a status within its class). */
const withoutChange = (kind: Rules, next: WatchState, reading: Reading): Judgement => ({
  next: { ...next, current: kind.settle?.(next.current, reading) ?? reading },
  change: null,
  recheckSoon: false,
});

function confirmSettled(
  { differs }: Rules,
  { current, noise }: WatchState,
  first: Reading,
  seen: Reading,
): string | undefined {
  const settled = differs(first, seen, noise) === undefined;
  return settled ? differs(current, seen, noise) : undefined;
}
