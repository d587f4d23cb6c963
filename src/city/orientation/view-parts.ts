import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { CompanySource } from './companies.ts';

/** What the pages of orientation are made of. */
export interface ViewParts {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly companies: CompanySource;
  /** Those who watch the stream through this process. */
  readonly watchers: () => number;
  /** Calls that are held open in this process until somebody speaks. */
  readonly waiting: () => number;
  readonly onError: (error: unknown) => void;
}
