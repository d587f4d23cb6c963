import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import type { Mint } from '../economy/mint.ts';
import type { ProfileByName } from './profile.ts';

/** What the routes of identity are handed. */
export interface IdentityParts {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly bus: EventBus;
  readonly mint: Mint;
  readonly urls: { readonly city: string };
  readonly profileByName: ProfileByName;
  /** Jobs a newcomer can begin with, as the board shows them. */
  readonly earnNow: (tx: Tx) => Promise<Record<string, unknown>[]>;
}
