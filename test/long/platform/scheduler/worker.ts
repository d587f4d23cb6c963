import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../../../src/platform/clock.ts';
import { openDatabase } from '../../../../src/platform/db/database.ts';
import { openEventBus } from '../../../../src/platform/events/open.ts';
import { createLog } from '../../../../src/platform/log.ts';
import { Scheduler } from '../../../../src/platform/scheduler/scheduler.ts';
import { defineTaskKind, recordEffect } from '../../../fixtures/platform/scheduler/scheduler-fixture.ts';

/** A process that pays every subject for every period up to the last one, until it is killed. */
const [connectionString, periodMs, lastMs] = process.argv.slice(2) as [string, string, string];
const { read, transaction } = openDatabase(
  { connectionString },
  { name: 'worker', connections: 6, onLost: () => {} },
);
const bus = await openEventBus({ connection: { connectionString } }, () => {});
const log = createLog({ level: 'silent' });

// Pauses everywhere, so that a kill hits every point: before, inside and after the transaction.
const pay = defineTaskKind(
  'pay',
  async (task) => {
    await sleep(Math.random() * 10);
    await transaction(async (tx) => {
      await recordEffect(tx, task);
      await sleep(Math.random() * 10);
      const dueAt = new Date(task.dueAt.getTime() + Number(periodMs));
      if (dueAt.getTime() > Number(lastMs)) await task.finish(tx);
      else await task.reschedule(tx, { dueAt });
      await sleep(Math.random() * 5);
    });
    await sleep(Math.random() * 5);
  },
  { leaseMs: 1_000, maxAttempts: Number.POSITIVE_INFINITY, concurrency: 8 },
);
const scheduler = new Scheduler({ read, transaction, clock: systemClock, bus, log, kinds: [pay] });
await scheduler.start();
process.send?.('started');
