import type { Ledger } from '../../ledger/transfer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import type { Screen } from '../../platform/http/caller.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { TaskQueue } from '../../platform/scheduler/queue.ts';

/** What the routes and the work of companies are handed. */
export interface CompanyParts {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly bus: EventBus;
  readonly tasks: TaskQueue;
  readonly outbound: Outbound;
  readonly screen: Screen;
}
