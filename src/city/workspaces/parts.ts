import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';

/** What the routes of workspaces are handed. */
export interface WorkspaceParts {
  readonly read: Reader;
  readonly clock: Clock;
}
