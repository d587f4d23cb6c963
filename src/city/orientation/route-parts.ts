import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Service } from '../../platform/http/server.ts';
import type { Views } from './views.ts';

export interface OrientationParts {
  readonly clock: Clock;
  readonly read: Reader;
  /** The city whole, with these routes in it: known only once it is composed. */
  readonly service: () => Service;
  readonly views: Views;
}
