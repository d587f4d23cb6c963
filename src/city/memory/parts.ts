import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Screen } from '../../platform/http/caller.ts';

/** What the memory routes depend on. */
export interface MemoryParts {
  readonly read: Reader;
  readonly clock: Clock;
  /** A patched value is screened whole: two harmless halves can form one credential. */
  readonly screen: Screen;
}
