import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Screen } from '../../platform/http/caller.ts';

/** What the routes of memory are handed. */
export interface MemoryParts {
  readonly read: Reader;
  readonly clock: Clock;
  /** For what a change makes of a note: two harmless halves can be one credential. */
  readonly screen: Screen;
}
