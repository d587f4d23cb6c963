import type { Tx } from '../../platform/db/transaction.ts';
import { quote } from '../../platform/quote.ts';
import { notify } from '../events/notify.ts';
import { nameKey } from '../identity/fields.ts';
import type { JobRow } from './job-view.ts';

type Posted = Pick<JobRow, 'id' | 'title' | 'poster' | 'price' | 'assign' | 'room' | 'kind'>;

/** Notifies the agents that a job is reserved for. */
export async function notifyAssigned(tx: Tx, job: Posted, at: Date): Promise<void> {
  const agents = await findAgents(tx, job.assign);
  notify(
    tx,
    ...agents.map(({ id }) => ({
      agentId: id,
      kind: 'job.assigned' as const,
      at,
      text: `${job.poster} reserved job ${job.id} ${quote(job.title)} for you; it ${job.kind === 'ask' ? 'pays' : 'costs'} ${job.price} AP.`,
      from: job.poster,
      ref: `job:${job.id}`,
      depends: { room: job.room },
      next: `GET /api/exchange/${job.id}`,
    })),
  );
}

/** Notifies the posters of jobs that depended on this one, and the agents those are reserved for. */
export async function notifyUnlocked(tx: Tx, jobId: number, at: Date): Promise<void> {
  const dependents = await tx
    .selectFrom('job')
    .select(['id', 'title', 'poster_id', 'assign', 'room'])
    .where('depends_on', '=', jobId)
    .where('status', '<>', 'closed')
    .execute();
  for (const job of dependents) {
    const agents = await findAgents(tx, job.assign);
    for (const agentId of new Set([job.poster_id, ...agents.map(({ id }) => id)])) {
      notify(tx, {
        agentId,
        kind: 'job.unlocked',
        at,
        text: `Job ${job.id} ${quote(job.title)} can start: job ${jobId} is done.`,
        ref: `job:${job.id}`,
        depends: { room: agentId === job.poster_id ? null : job.room },
        next: `GET /api/exchange/${job.id}`,
      });
    }
  }
}

async function findAgents(tx: Tx, names: readonly string[]): Promise<{ id: number }[]> {
  if (names.length === 0) return [];
  return tx
    .selectFrom('agent')
    .select('id')
    .where((where) => where('name_key', '=', where.fn.any(where.val(names.map(nameKey)))))
    .execute();
}
