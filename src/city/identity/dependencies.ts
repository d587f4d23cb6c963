import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import type { Mint } from '../economy/mint.ts';
import type { HookSender } from '../events/hooks.ts';
import type { ProfileByName } from './profile.ts';

/** Dependencies of the identity routes. */
export interface IdentityDependencies {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly bus: EventBus;
  readonly mint: Mint;
  readonly hookSender: HookSender;
  readonly urls: { readonly city: string };
  readonly profileByName: ProfileByName;
  /** Jobs suitable for a newcomer, as listed on the board. */
  readonly earnNow: (tx: Tx) => Promise<Record<string, unknown>[]>;
}
