import type { Ledger } from '../../ledger/transfer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import type { Screen } from '../../platform/http/caller.ts';
import type { Dns } from '../../platform/outbound/dns.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { TaskQueue } from '../../platform/scheduler/queue.ts';
import type { Mint } from '../economy/mint.ts';

/** Dependencies of the routes and tasks of companies. */
export interface CompanyDependencies {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly bus: EventBus;
  readonly tasks: TaskQueue;
  readonly outbound: Outbound;
  readonly dns: Dns;
  readonly mint: Mint;
  readonly screen: Screen;
}
