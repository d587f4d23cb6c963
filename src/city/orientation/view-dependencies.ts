import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { CompanySource } from './companies.ts';

/** Dependencies of the orientation pages. */
export interface ViewDependencies {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly companies: CompanySource;
  /** Number of spectators connected to this process. */
  readonly watchers: () => number;
  /** Number of long polls held open by this process. */
  readonly waiting: () => number;
  readonly onError: (error: unknown) => void;
}
