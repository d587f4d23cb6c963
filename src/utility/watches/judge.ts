import type { Reading, WatchKind } from './kinds/kind.ts';

export type Status = 'active' | 'paused' | 'failing';

/** What a look came to: a reading, or why there is none. */
export type Look =
  | { readonly ok: true; readonly reading: Reading }
  | { readonly ok: false; readonly reason: string };

/** How a watch stands between two looks. */
export interface Standing {
  readonly status: Status;
  readonly current: Reading;
  readonly suspect: Reading | null;
  readonly noise: readonly string[];
  readonly failures: number;
  readonly lastError: string | null;
}

export interface Judgement {
  readonly next: Standing;
  readonly change: { readonly summary: string; readonly before: Reading; readonly after: Reading } | null;
  /** A second look is wanted before anything is told. */
  readonly soon: boolean;
}

/**
 * The rules of change. Nothing is told after one look: not a difference, and not that the target cannot be read.
 * A target that cannot be read is no change: what it was stays what it was.
 */
export function judge(kind: Pick<WatchKind, 'differs' | 'second'>, before: Standing, look: Look): Judgement {
  if (!look.ok) {
    const failures = before.failures + 1;
    const status = failures >= 2 ? 'failing' : before.status;
    const next = { ...before, status, failures, lastError: look.reason };
    return { next, change: null, soon: failures === 1 };
  }
  const { current, suspect, noise } = before;
  const calm = { ...before, status: 'active' as const, suspect: null, failures: 0, lastError: null };
  if (suspect === null) {
    if (kind.differs(current, look.reading, noise) === undefined) return quiet(calm, look.reading);
    return { next: { ...calm, suspect: look.reading }, change: null, soon: true };
  }
  const second =
    kind.second?.(current, suspect, look.reading, noise) ?? plainSecond(kind, before, look.reading);
  const next = { ...calm, noise: second.noise };
  if (second.change === undefined) return { next, change: null, soon: false };
  return {
    next: { ...next, current: look.reading },
    change: { summary: second.change, before: current, after: look.reading },
    soon: false,
  };
}

/** What does not count still moves on (the block, a status within its class), so that `current` is what it is. */
const quiet = (next: Standing, reading: Reading): Judgement => ({
  next: { ...next, current: reading },
  change: null,
  soon: false,
});

function plainSecond(
  { differs }: Pick<WatchKind, 'differs'>,
  { current, suspect, noise }: Standing,
  seen: Reading,
) {
  const settled = differs(suspect!, seen, noise) === undefined;
  return { change: settled ? differs(current, seen, noise) : undefined, noise };
}
