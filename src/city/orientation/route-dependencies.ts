import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Service } from '../../platform/http/server.ts';
import type { Views } from './views.ts';

export interface OrientationDependencies {
  readonly clock: Clock;
  readonly read: Reader;
  /** The complete city including these routes, so available only after composition. */
  readonly service: () => Service;
  readonly views: Views;
}
