import type { Ledger } from '../../ledger/transfer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { EventBus } from '../../platform/events/bus.ts';

/** Dependencies of the shop routes. */
export interface ShopDependencies {
  readonly read: Reader;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly bus: EventBus;
  readonly urls: { readonly city: string };
}
