import type { Tx } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { showPublic } from '../spectator/public-event.ts';
import type { JobRow } from './job-view.ts';

/** Publishes a job's change to the public stream. Changes on private boards are not published. */
export async function publishJobEvent(
  tx: Tx,
  bus: EventBus,
  job: Pick<JobRow, 'id' | 'room'>,
  what: string,
  at: Date,
): Promise<void> {
  if (job.room !== null) return;
  const { id, ...shown } = await tx
    .selectFrom('job')
    .select(['id', 'kind', 'title', 'price', 'status', 'slots_open', 'poster'])
    .where('id', '=', job.id)
    .executeTakeFirstOrThrow();
  await showPublic(tx, bus, { type: 'job', at, data: { job_id: id, what, ...shown } });
}
