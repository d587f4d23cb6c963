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
  const { ahead, rendering, remaining } = await read
    .selectFrom('video_job')
    .select([
      sql<number>`(count(*) FILTER (WHERE status = 'queued'))::int`.as('ahead'),
      sql<number>`(count(*) FILTER (WHERE status = 'rendering'))::int`.as('rendering'),
      sql<number>`coalesce(sum(1 - progress) FILTER (WHERE status = 'rendering'), 0)::float8`.as('remaining'),
    ])
    // Samples are aborted for ordered videos, so they do not count.
    .where('owner', '!=', sampleOwner)
    .where((where) =>
      where.or([
        where('status', '=', sql.lit('rendering')),
        where.and([
          where('status', '=', sql.lit('queued')),
          where.or([
            where('created_at', '<', job.created_at),
            where.and([where('created_at', '=', job.created_at), where('id', '<', job.id)]),
          ]),
        ]),
      ]),
    )
    .executeTakeFirstOrThrow();
  const slots = Math.max(1, renders);
  // All slots share the work that is left, and it starts at once if one of them is free.
  const waiting = ahead + rendering < slots ? 0 : (ahead + remaining) / slots;
  return { position: ahead + 1, seconds: Math.round(typical * (1 + waiting)) };
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
