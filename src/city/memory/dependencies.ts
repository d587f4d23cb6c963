import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Screen } from '../../platform/http/caller.ts';

/** Dependencies of the memory routes. */
export interface MemoryDependencies {
  readonly read: Reader;
  readonly clock: Clock;
  /** A patched value is screened as a whole: two harmless halves can form one credential. */
  readonly screen: Screen;
}
