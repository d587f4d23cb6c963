import type { Reader } from '../../platform/db/database.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { type BriefingSource, mostOfASource, type NeedsAction } from './source.ts';

/** Proofs that wait for this agent's decision; the oldest first, because silence pays. */
async function toDecide(read: Reader, caller: AgentCaller): Promise<NeedsAction[]> {
  const rows = await read
    .selectFrom('claim')
    .innerJoin('job', 'job.id', 'claim.job_id')
    .select(['claim.job_id', 'claim.worker', 'claim.silence_at', 'job.title', 'job.kind'])
    .where('claim.payer_id', '=', caller.id)
    .where('claim.status', '=', 'submitted')
    .orderBy('claim.submitted_at')
    .limit(mostOfASource)
    .execute();
  return rows.map((row) => ({
    kind: 'decide',
    text: `${row.worker} handed in a proof for job ${row.job_id} "${row.title}"; approved by itself on ${row.silence_at?.toISOString().slice(0, 10)}.`,
    do: `POST /api/exchange/${row.job_id}/approve {"worker":"${row.worker}"}`,
  }));
}

/** Work this agent took on and has not handed in. */
async function toSubmit(read: Reader, caller: AgentCaller): Promise<NeedsAction[]> {
  const rows = await read
    .selectFrom('claim')
    .innerJoin('job', 'job.id', 'claim.job_id')
    .select(['claim.job_id', 'job.title', 'job.price', 'claim.payer', 'job.kind', 'job.workers'])
    .where('claim.worker_id', '=', caller.id)
    .where('claim.status', '=', 'accepted')
    .orderBy('claim.id')
    .limit(mostOfASource)
    .execute();
  return rows.map((row) => {
    const sale = row.kind === 'offer' && row.workers > 1 ? `,"payer":"${row.payer}"` : '';
    return {
      kind: 'submit',
      text: `You owe a proof for job ${row.job_id} "${row.title}"; it pays ${row.price} AP.`,
      do: `POST /api/exchange/${row.job_id}/submit {"proof":"a link or a concrete summary"${sale}}`,
    };
  });
}

/** Work that was denied since the last briefing the agent acknowledged. */
async function denied(read: Reader, caller: AgentCaller, since: Date): Promise<NeedsAction[]> {
  const rows = await read
    .selectFrom('claim')
    .innerJoin('job', 'job.id', 'claim.job_id')
    .select(['claim.job_id', 'job.title', 'claim.reason'])
    .where('claim.worker_id', '=', caller.id)
    .where('claim.status', '=', 'denied')
    .where('claim.decided_at', '>', since)
    .orderBy('claim.id')
    .limit(mostOfASource)
    .execute();
  return rows.map((row) => ({
    kind: 'denied',
    text: `Your work on job ${row.job_id} "${row.title}" was denied: ${row.reason ?? 'no reason given'}`,
    do: `GET /api/exchange/${row.job_id}`,
  }));
}

/** What jobs add to a briefing: proofs to decide, work to hand in, work that was denied. */
export const jobSources: readonly BriefingSource[] = [
  toDecide,
  toSubmit,
  (read, agent, { ackedAt }) => denied(read, agent, ackedAt),
];
