import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { sampleOwner, type VideoJob } from './job.ts';
import type { WaitEstimate } from './view.ts';

/** Duration of a render before any was measured. */
const defaultSeconds = 75;
const measuredJobs = 20;

interface EstimateDependencies {
  readonly read: Reader;
  readonly clock: Clock;
  readonly renders: number;
}

/** Queue position and remaining time of a job, estimated from the last videos. */
export async function estimateWait(
  { read, clock, renders }: EstimateDependencies,
  job: VideoJob,
): Promise<WaitEstimate> {
  if (job.status === 'done' || job.status === 'failed') return { position: null, seconds: null };
  const typical = await typicalSeconds(read);
  if (job.status === 'rendering') {
    const spent = job.started_at ? (clock.now().getTime() - job.started_at.getTime()) / 1_000 : 0;
    // The further the render is, the more its own speed counts.
    const own = job.progress > 0.05 ? spent / job.progress : typical;
    const total = own * job.progress + typical * (1 - job.progress);
    return {
      position: null,
      seconds: Math.max(1, Math.round(total - Math.min(spent, total * job.progress))),
    };
  }
  const { ahead } = await read
    .selectFrom('video_job')
    .select((all) => all.fn.countAll<string>().as('ahead'))
    .where('status', '=', sql.lit('queued'))
    // Samples are aborted for ordered videos, so they do not count.
    .where('owner', '!=', sampleOwner)
    .where((where) =>
      where.or([
        where('created_at', '<', job.created_at),
        where.and([where('created_at', '=', job.created_at), where('id', '<', job.id)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  const position = Number(ahead) + 1;
  return { position, seconds: Math.round(typical * (1 + Math.floor((position - 1) / Math.max(1, renders)))) };
}

async function typicalSeconds(read: Reader): Promise<number> {
  const last = read
    .selectFrom('video_job')
    .select(sql<number>`extract(epoch FROM finished_at - started_at)`.as('seconds'))
    .where('status', '=', sql.lit('done'))
    .where('started_at', 'is not', null)
    .orderBy('finished_at', 'desc')
    .limit(measuredJobs)
    .as('last');
  const { mean } = await read
    .selectFrom(last)
    .select(sql<number | null>`avg(seconds)::float8`.as('mean'))
    .executeTakeFirstOrThrow();
  return mean ?? defaultSeconds;
}
