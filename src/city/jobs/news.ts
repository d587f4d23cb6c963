import { afterCommit, type Tx } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import type { JobRow } from './job.ts';

/** Tells the city that something happened to a job; what happens on a private board stays there. */
export function announce(tx: Tx, bus: EventBus, job: Pick<JobRow, 'id' | 'room'>, what: string): void {
  if (job.room !== null) return;
  afterCommit(tx, () => bus.publish('job', { id: job.id, what }));
}
