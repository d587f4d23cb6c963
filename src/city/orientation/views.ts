import type { Static } from 'typebox';
import { recurringTask, type TaskKind } from '../../platform/scheduler/task-kind.ts';
import { CachedView } from './cached-view.ts';
import { buildDirectory, type directorySchema } from './directory.ts';
import { type observabilitySchema, observe } from './observability.ts';
import { buildPulse, type pulseSchema } from './pulse.ts';
import { readTotals, type Totals } from './totals.ts';
import type { ViewParts } from './view-parts.ts';

const secondMs = 1_000;
const hourMs = 3_600_000;
const totalsFreshMs = 15 * secondMs;

/** Views that are the same for every caller, each built once for all. */
export interface Views {
  readonly pulse: CachedView<Static<typeof pulseSchema>>;
  readonly directory: CachedView<Static<typeof directorySchema>>;
  readonly totals: CachedView<Totals>;
  readonly observability: CachedView<Static<typeof observabilitySchema>>;
}

export function createViews(parts: ViewParts): Views {
  const startedAt = parts.clock.now();
  const dated = <T extends { at: string }>(freshMs: number, make: () => Promise<T>) =>
    new CachedView<T>({
      ...parts,
      freshMs,
      make: async () => {
        const value = await make();
        return { value, at: new Date(value.at) };
      },
    });
  return {
    pulse: dated(2 * secondMs, () => buildPulse(parts)),
    directory: dated(10 * secondMs, () => buildDirectory(parts)),
    observability: dated(2 * secondMs, () => observe(parts, startedAt)),
    totals: new CachedView({
      ...parts,
      freshMs: totalsFreshMs,
      make: () => readTotals(parts, totalsFreshMs),
    }),
  };
}

/**
 * Counts periodically even without requests, so that the first one after a month does not have to count a
 * month.
 */
export function orientationTasks(
  parts: Pick<ViewParts, 'read' | 'transaction' | 'clock' | 'companies'>,
): TaskKind {
  return recurringTask('count the city', hourMs, async (task) => {
    await readTotals(parts, totalsFreshMs);
    await parts.transaction((tx) => task.finish(tx));
  });
}
