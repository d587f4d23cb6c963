import type { Static } from 'typebox';
import { hourMs } from '../../platform/duration.ts';
import { recurringTask, type TaskKind } from '../../platform/scheduler/task-kind.ts';
import { CachedView, type ViewDependencies } from './cached-view.ts';
import { buildDirectory, type directorySchema } from './directory.ts';
import { type observabilitySchema, readObservability } from './observability.ts';
import { buildPulse, type pulseSchema } from './pulse.ts';
import { readTotals, type Totals } from './totals.ts';

const secondMs = 1_000;
const totalsFreshMs = 15 * secondMs;

/** Views that are the same for every caller, each built once for all. */
export interface Views {
  readonly pulse: CachedView<Static<typeof pulseSchema>>;
  readonly directory: CachedView<Static<typeof directorySchema>>;
  readonly totals: CachedView<Totals>;
  readonly observability: CachedView<Static<typeof observabilitySchema>>;
}

export function createViews(deps: ViewDependencies): Views {
  const startedAt = deps.clock.now();
  const cacheView = <T extends { at: string }>(freshMs: number, make: () => Promise<T>) =>
    new CachedView<T>({
      ...deps,
      freshMs,
      make: async () => {
        const value = await make();
        return { value, at: new Date(value.at) };
      },
    });
  return {
    pulse: cacheView(2 * secondMs, () => buildPulse(deps)),
    directory: cacheView(10 * secondMs, () => buildDirectory(deps)),
    observability: cacheView(2 * secondMs, () => readObservability(deps, startedAt)),
    totals: new CachedView({
      ...deps,
      freshMs: totalsFreshMs,
      make: () => readTotals(deps, totalsFreshMs),
    }),
  };
}

/**
 * Counts periodically even without requests, so that the first one after a month does not have to count a
 * month.
 */
export function orientationTasks(
  deps: Pick<ViewDependencies, 'read' | 'transaction' | 'clock' | 'companies'>,
): TaskKind {
  return recurringTask('count the city', hourMs, async (task) => {
    await readTotals(deps, totalsFreshMs);
    await deps.transaction((tx) => task.finish(tx));
  });
}
