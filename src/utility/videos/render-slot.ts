import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import { sampleOwner, type VideoJob } from './job.ts';
import { hasOrderedVideos } from './sample-tasks.ts';

/** A machine without a heartbeat for this long no longer renders. */
const heartbeatTimeoutMs = 20_000;

interface SlotDependencies {
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly renders: number;
}

/**
 * Reserves a render slot of this machine while the job has a heartbeat. Returns how many other slots are taken,
 * undefined if all are. Reservations are serialised.
 */
export async function takeSlot(
  { transaction, clock, renders }: SlotDependencies,
  { id, owner }: Pick<VideoJob, 'id' | 'owner'>,
  attempt: string,
): Promise<number | undefined> {
  const host = hostname();
  return transaction(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`renders of ${host}`}, 0))`.execute(tx);
    const now = clock.now();
    const isSample = owner === sampleOwner;
    if (isSample && (await hasOrderedVideos(tx))) return undefined;
    const { taken } = await tx
      .selectFrom('video_job')
      .select((all) => all.fn.countAll<string>().as('taken'))
      .where('status', '=', 'rendering')
      .where('host', '=', host)
      .where('id', '!=', id)
      // A running sample is aborted for this video, so it does not count.
      .$if(!isSample, (rows) => rows.where('owner', '!=', sampleOwner))
      .where('beat_at', '>', new Date(now.getTime() - heartbeatTimeoutMs))
      .executeTakeFirstOrThrow();
    if (Number(taken) >= (isSample ? 1 : renders)) return undefined;
    await tx
      .updateTable('video_job')
      .set({ status: 'rendering', host, attempt, beat_at: now, started_at: now, error: null })
      .where('id', '=', id)
      .where('status', 'in', ['queued', 'rendering'])
      .execute();
    return Number(taken);
  });
}
