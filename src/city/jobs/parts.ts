import type { Ledger } from '../../ledger/transfer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import type { TaskQueue } from '../../platform/scheduler/queue.ts';

/** Dependencies of job routes and tasks. */
export interface JobParts {
  readonly read: Reader;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly bus: EventBus;
  readonly tasks: TaskQueue;
  readonly urls: { readonly city: string };
  /** An undecided proof is approved automatically after this long. */
  readonly autoApprovalMs: number;
}
