import { accountOf } from '../src/city/money/account.ts';
import { notifyReceivers } from '../src/city/money/received-notices.ts';
import { publishSealedEntries } from '../src/city/spectator/sealed-entries.ts';
import { Sequencer } from '../src/ledger/sequencer.ts';
import { systemClock } from '../src/platform/clock.ts';
import { openDatabase } from '../src/platform/db/database.ts';
import { LocalBus } from '../src/platform/events/local-bus.ts';
import { timeOrderedId } from '../src/platform/keys/time-ordered-id.ts';
import { answerParent } from './child.ts';
import { drive, type Measured } from './measured.ts';
import type { Place } from './postgres.ts';

export interface DirectPlan {
  readonly place: Place;
  readonly callers: number;
  readonly seconds: number;
  readonly names: readonly string[];
  /** All give to the same one. */
  readonly hot: boolean;
  /** Ends after so many transfers, if the time is not over before. */
  readonly most?: number;
  /** Made before the measured ones, so that connections, plans and caches are warm. */
  readonly warmUp?: number;
}

const connections = 2;

/** The Sequencer with direct callers and no HTTP: the maximum rate of the batched design. */
async function run({ place, callers, seconds, names, hot, most, warmUp = 0 }: DirectPlan): Promise<Measured> {
  const fail = (error: unknown) => {
    throw error;
  };
  const database = openDatabase(place, { name: 'bench', connections, onLost: fail });
  const { transaction } = database;
  const sequencer = new Sequencer({ transaction, clock: systemClock, onError: fail, onSealed: () => {} });
  // What a tip writes for the spectators and for its receiver is part of the SQL of a tip.
  const bus = new LocalBus();
  sequencer.addToSealing((tx, entries) => {
    publishSealedEntries(tx, bus, entries);
    notifyReceivers(tx, entries);
  });
  const accounts = names.map(accountOf);
  const post = (n: number) => {
    // The first is the hot one and gives nothing.
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
    if (warmUp > 0) await drive(callers, seconds, post, warmUp);
    return await drive(callers, seconds, (n) => post(n + warmUp), most);
  } finally {
    await sequencer.stop();
    await database.close();
  }
}

answerParent(run);
