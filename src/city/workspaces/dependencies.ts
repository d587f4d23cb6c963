import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';

/** Dependencies of the workspace routes. */
export interface WorkspaceDependencies {
  readonly read: Reader;
  readonly clock: Clock;
}
