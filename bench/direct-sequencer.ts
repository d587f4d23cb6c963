import { accountOf } from '../src/city/money/account.ts';
import { notifyReceivers } from '../src/city/money/received-notices.ts';
import { publishSealedEntries } from '../src/city/spectator/public-event.ts';
import { Sequencer } from '../src/ledger/sequencer.ts';
import { systemClock } from '../src/platform/clock.ts';
import { openDatabase } from '../src/platform/db/database.ts';
import { LocalBus } from '../src/platform/events/local-bus.ts';
import { timeOrderedId } from '../src/platform/keys/time-ordered-id.ts';
import { handleRequests } from './child.ts';
import { type Measurement, runCallers } from './measurement.ts';
import type { DatabaseAddress } from './postgres.ts';

export interface DirectPlan {
  readonly databaseAddress: DatabaseAddress;
  readonly callers: number;
  readonly seconds: number;
  readonly names: readonly string[];
  /** All transfers go to one account. */
  readonly hot: boolean;
  /** Ends after this many transfers, unless the time is over earlier. */
  readonly most?: number;
  /** Transfers before the measured ones, so that connections, plans and caches are warm. */
  readonly warmUp?: number;
}

const connections = 2;

/** The Sequencer with direct callers and no HTTP: the maximum rate of the batched design. */
async function run({
  databaseAddress,
  callers,
  seconds,
  names,
  hot,
  most,
  warmUp = 0,
}: DirectPlan): Promise<Measurement> {
  const fail = (error: unknown) => {
    throw error;
  };
  const database = openDatabase(databaseAddress, { name: 'bench', connections, onLost: fail });
  const { transaction } = database;
  const sequencer = new Sequencer({ transaction, clock: systemClock, onError: fail, onSealed: () => {} });
  // The public event and the receiver's event of a tip are part of its SQL.
  const bus = new LocalBus();
  sequencer.addToSealing((tx, entries) => {
    publishSealedEntries(tx, bus, entries);
    notifyReceivers(tx, entries);
  });
  const accounts = names.map(accountOf);
  const post = (n: number) => {
    // The first account only receives.
    const from = 1 + ((n * 7919) % (accounts.length - 1));
    const to = hot ? 0 : (from + 1 + ((n * 104_729) % (accounts.length - 1))) % accounts.length;
    return sequencer.post({
      transfer: {
        kind: 'tip',
        from: accounts[from]!,
        to: accounts[to]!,
        amount: 1,
        ref: `tip:${timeOrderedId(systemClock.now())}`,
      },
      idempotency: undefined,
      status: 201,
      answer: ({ seq }, balance) => ({ balance, seq }),
    });
  };
  try {
    if (warmUp > 0) await runCallers(callers, seconds, post, warmUp);
    return await runCallers(callers, seconds, (n) => post(n + warmUp), most);
  } finally {
    await sequencer.stop();
    await database.close();
  }
}

handleRequests(run);
