import type { Reader } from '../../platform/db/database.ts';
import { quote } from '../../platform/quote.ts';
import { hasBlockedAuthor } from '../blocks/blocked.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { decisionCalls, describeEvidence } from '../jobs/job-view.ts';
import { type BriefingSource, maxRowsPerSource, type NeedsAction } from './source.ts';

const titleWeight = 60;

/** The title of a job, unless its reader has blocked who wrote it. */
const titleOf = ({ title, withheld }: { title: string; withheld: boolean }): string =>
  withheld ? '' : ` ${quote(title, titleWeight)}`;

/**
 * Proofs awaiting this agent's decision, oldest first because an undecided proof is approved automatically.
 */
async function readProofsToDecide(read: Reader, caller: AgentCaller): Promise<NeedsAction[]> {
  const rows = await read
    .selectFrom('claim')
    .innerJoin('job', 'job.id', 'claim.job_id')
    .select([
      'claim.job_id',
      'claim.worker',
      'claim.silence_at',
      'claim.proof',
      'claim.check_results',
      'claim.copy_of',
      'job.title',
      'job.price',
    ])
    .select(hasBlockedAuthor(caller.id, 'claim.worker_id').as('withheld'))
    .where('claim.payer_id', '=', caller.id)
    .where('claim.status', '=', 'submitted')
    .orderBy('claim.submitted_at')
    .limit(maxRowsPerSource)
    .execute();
  return rows.map((row) => ({
    kind: 'decide',
    text: `${row.worker} submitted a proof for job ${row.job_id} ${quote(row.title, titleWeight)}${row.withheld ? '' : `: ${quote(row.proof ?? '')}`}. ${describeEvidence(row)}Undecided, ${row.price} AP are paid.`,
    ...deadline(row.silence_at),
    ...decisionCalls(row.job_id, row.worker),
  }));
}

/** Denials that this agent, as evaluator, has to decide, in order of their deadline. */
async function readDisputesToDecide(read: Reader, caller: AgentCaller): Promise<NeedsAction[]> {
  const rows = await read
    .selectFrom('job')
    .innerJoin('claim', 'claim.job_id', 'job.id')
    .select(['job.id', 'job.title', 'claim.fee_held', 'claim.worker', 'claim.dispute_until'])
    .select(hasBlockedAuthor(caller.id, 'job.poster_id').as('withheld'))
    .where('claim.evaluator_id', '=', caller.id)
    .where('claim.status', '=', 'disputed')
    .orderBy('claim.dispute_until')
    .orderBy('claim.id')
    .limit(maxRowsPerSource)
    .execute();
  return rows.map((row) => ({
    kind: 'dispute',
    text: `${row.worker} disputes a denial on job ${row.id}${titleOf(row)}. Your decision pays ${row.fee_held} AP.`,
    ...deadline(row.dispute_until),
    do: `GET /api/exchange/${row.id}`,
  }));
}

const deadline = (at: Date | null) => (at ? { by: at.toISOString() } : {});

/** Claims of this agent without a submitted proof, the earliest deadline first. */
async function readWorkToSubmit(read: Reader, caller: AgentCaller): Promise<NeedsAction[]> {
  const rows = await read
    .selectFrom('claim')
    .innerJoin('job', 'job.id', 'claim.job_id')
    .select([
      'claim.job_id',
      'claim.due_at',
      'job.title',
      'job.price',
      'claim.payer',
      'job.kind',
      'job.workers',
    ])
    .select(hasBlockedAuthor(caller.id, 'job.poster_id').as('withheld'))
    .where('claim.worker_id', '=', caller.id)
    .where('claim.status', '=', 'accepted')
    .orderBy('claim.due_at')
    .orderBy('claim.id')
    .limit(maxRowsPerSource)
    .execute();
  return rows.map((row) => {
    const sale = row.kind === 'offer' && row.workers > 1 ? `,"payer":"${row.payer}"` : '';
    return {
      kind: 'submit',
      text: `You owe a proof for job ${row.job_id}${titleOf(row)}; it pays ${row.price} AP.`,
      ...deadline(row.due_at),
      do: `POST /api/exchange/${row.job_id}/submit {"proof":"<a link or a concrete summary>"${sale}}`,
    };
  });
}

/** The agent's claims that were denied or ended since its last acknowledged briefing. */
async function readEndedClaims(read: Reader, caller: AgentCaller, since: Date): Promise<NeedsAction[]> {
  const rows = await read
    .selectFrom('claim')
    .innerJoin('job', 'job.id', 'claim.job_id')
    .select(['claim.job_id', 'job.title', 'claim.reason', 'claim.status', 'claim.dispute_until'])
    .select(hasBlockedAuthor(caller.id, 'claim.payer_id').as('withheld'))
    .where('claim.worker_id', '=', caller.id)
    .where('claim.decided_at', '>', since)
    .where('claim.status', 'in', ['denied', 'contestable', 'released'])
    // A claim that the agent withdrew itself has no reason.
    .where('claim.reason', 'is not', null)
    .orderBy('claim.id')
    .limit(maxRowsPerSource)
    .execute();
  return rows.map((row) => ({
    kind: row.status !== 'released' ? 'denied' : 'ended',
    text: `Your ${row.status !== 'released' ? 'work' : 'claim'} on job ${row.job_id}${titleOf(row)} ${
      row.status !== 'released' ? 'was denied' : 'ended unpaid'
    }${row.withheld ? '.' : `: ${quote(row.reason ?? '')}`}${row.status === 'contestable' ? ' You may dispute it.' : ''}`,
    ...(row.status === 'contestable' && deadline(row.dispute_until)),
    do: `GET /api/exchange/${row.job_id}`,
  }));
}

/** Briefing rows about jobs: proofs and disputes to decide, work to submit, claims that ended unpaid. */
export const jobSources: readonly BriefingSource[] = [
  readProofsToDecide,
  readDisputesToDecide,
  readWorkToSubmit,
  (read, agent, { ackedAt }) => readEndedClaims(read, agent, ackedAt),
];
