import { setTimeout as sleep } from 'node:timers/promises';
import { accountOf } from '../src/city/money/account.ts';
import { publishSealedEntries } from '../src/city/spectator/public-event.ts';
import { Sequencer } from '../src/ledger/sequencer.ts';
import { createLedger } from '../src/ledger/transfer.ts';
import { systemClock } from '../src/platform/clock.ts';
import { openDatabase } from '../src/platform/db/database.ts';
import { LocalBus } from '../src/platform/events/local-bus.ts';
import { timeOrderedId } from '../src/platform/keys/time-ordered-id.ts';
import { handleRequests } from './child.ts';
import { Latencies, type Measurement } from './measurement.ts';
import type { DatabaseAddress } from './postgres.ts';

export interface SealingPlan {
  readonly databaseAddress: DatabaseAddress;
  readonly names: readonly string[];
  readonly seconds: number;
  /** Callers of tips, which are only the background load. */
  readonly tippers: number;
  /** Callers of business transactions, which are measured. */
  readonly movers: number;
  readonly pauseMs: number;
  /** Whether the wake-up of the sealer is suppressed. */
  readonly lost: boolean;
}

const connections = 20;
const maxMovements = 1_000_000;
const settleMs = 20_000;

/** The ledger as a kith process sets it up, and the time each entry waits to be sealed. */
async function run({ databaseAddress, names, seconds, ...load }: SealingPlan): Promise<Measurement> {
  const fail = (error: unknown) => {
    throw error;
  };
  const database = openDatabase(databaseAddress, { name: 'bench', connections, onLost: fail });
  const waits = new Latencies(maxMovements);
  const committed = new Map<string, number>();
  const sealedEarly = new Set<string>();
  const sequencer = new Sequencer({
    transaction: database.transaction,
    clock: systemClock,
    onError: fail,
    onSealed: (entries) => {
      const now = performance.now();
      for (const { ref } of entries) {
        const since = committed.get(ref!);
        if (since === undefined) sealedEarly.add(ref!);
        else waits.add(now - since);
        committed.delete(ref!);
      }
    },
  });
  const bus = new LocalBus();
  sequencer.addToSealing((tx, entries) => publishSealedEntries(tx, bus, entries));
  sequencer.watch();
  const ledger = createLedger({
    clock: systemClock,
    onUnsealed: () => (load.lost ? undefined : sequencer.sealSoon()),
  });
  let n = 0;
  const transfer = (what: string) => {
    const from = n++ % names.length;
    return {
      kind: 'tip',
      from: accountOf(names[from]!),
      to: accountOf(names[(from + 1) % names.length]!),
      amount: 1,
      ref: `${what}:${timeOrderedId(systemClock.now())}`,
    } as const;
  };
  const start = performance.now();
  const end = start + seconds * 1000;
  const tipper = async () => {
    while (performance.now() < end) {
      const posting = { transfer: transfer('tip'), idempotency: undefined, status: 201, answer: () => ({}) };
      await sequencer.post(posting);
      sealedEarly.delete(posting.transfer.ref);
    }
  };
  const mover = async () => {
    while (performance.now() < end) {
      const movement = transfer('moved');
      await database.transaction(async (tx) => ledger.collect(tx, [movement]));
      // A batch of tips may have sealed it, and announced it, before the commit's own response was read.
      if (sealedEarly.delete(movement.ref)) waits.add(0);
      else committed.set(movement.ref, performance.now());
      if (load.pauseMs > 0) await sleep(load.pauseMs * Math.random() * 2);
    }
  };
  try {
    await Promise.all([
      ...Array.from({ length: load.tippers }, tipper),
      ...Array.from({ length: load.movers }, mover),
    ]);
    const elapsed_s = (performance.now() - start) / 1000;
    for (const last = Date.now() + settleMs; committed.size > 0; await sleep(5))
      if (Date.now() > last) throw new Error(`${committed.size} entries were never sealed`);
    return waits.summarize(elapsed_s);
  } finally {
    await sequencer.stop();
    await database.close();
  }
}

handleRequests(run);
