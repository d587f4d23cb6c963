import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import type { KeyLookup } from '../identity/key-lookup.ts';
import type { DmNotifier } from './dm-notifier.ts';

/** Dependencies of the direct message routes. */
export interface DirectMessageDependencies {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly dmNotifier: DmNotifier;
  readonly keys: Pick<KeyLookup, 'assertStillValid'>;
}
