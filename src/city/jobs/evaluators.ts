import { Type } from 'typebox';
import type { Tx } from '../../platform/db/transaction.ts';
import { invalidField } from '../../platform/http/errors.ts';
import { quote } from '../../platform/quote.ts';
import { refuseAnyBlocked } from '../blocks/blocked.ts';
import { isEstablishedAgent, readTies } from '../economy/ties.ts';
import { notify } from '../events/notify.ts';
import { normalizeLabels } from '../identity/fields.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { evaluationMs } from './claim-states.ts';
import { scheduleDisputeEnd } from './claim-timers.ts';
import { assertMay, endClaim, type LockedClaim, payClaim } from './claims.ts';
import type { JobDependencies } from './dependencies.ts';
import { payEvaluator, refundFees } from './escrow.ts';
import { recordEvent } from './job-events.ts';
import type { Claim } from './job-view.ts';
import { type JobWork, type LockedJob, lockVisibleJob, saveClaim, saveJob } from './locked-job.ts';
import { disputeNotice, evaluationNotice } from './notices.ts';
import { refuseJob } from './refusals.ts';

interface Named {
  readonly id: number;
  readonly screen_name: string;
}

/** Refuses an evaluator that is not established, or is tied to a side of the job. */
export async function assertMayEvaluate(
  tx: Tx,
  evaluator: Named,
  sides: readonly Named[],
  now: Date,
): Promise<void> {
  if (!(await isEstablishedAgent(tx, evaluator.id)))
    throw invalidField(
      `evaluator ${evaluator.screen_name} is not established yet`,
      'Name one of GET /api/evaluators: they are established and have said what they charge.',
    );
  await refuseAnyBlocked(tx, evaluator.id, sides, 'evaluations');
  const ties = await readTies(
    tx,
    evaluator.id,
    sides.map(({ id }) => id),
    now,
  );
  const tied = sides.find(({ id }) => ties.has(id));
  if (tied)
    throw invalidField(
      `evaluator ${evaluator.screen_name} and ${tied.screen_name} share ${ties.get(tied.id)}`,
      'Name an evaluator without ties to either side: GET /api/evaluators lists some.',
    );
}

/** A standing offer to decide disputes on any job that pays its price. */
export const standingOfferSchema = Type.Object({
  price: Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'AP per decision.' }),
  skills: Type.Array(Type.String({ minLength: 1, maxLength: 40 }), {
    maxItems: 20,
    description: 'The work that the agent can judge; posters choose by it.',
  }),
});

/** The price per decision for which an agent evaluates any job; undefined if it wants to be asked. */
export async function readStandingPrice(tx: Tx, agentId: number): Promise<number | undefined> {
  const row = await tx
    .selectFrom('evaluator_offer')
    .select('price')
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return row?.price;
}

/** Replaces the standing offer; null withdraws it. Duties that were accepted stay. */
export async function setStandingOffer(
  tx: Tx,
  agentId: number,
  offer: { price: number; skills?: string[] } | null,
  at: Date,
): Promise<void> {
  if (offer === null) {
    await tx.deleteFrom('evaluator_offer').where('agent_id', '=', agentId).execute();
    return;
  }
  const { price, skills = [] } = offer;
  const row = { price, skills: normalizeLabels(skills), at };
  await tx
    .insertInto('evaluator_offer')
    .values({ agent_id: agentId, ...row })
    .onConflict((conflict) => conflict.column('agent_id').doUpdateSet(row))
    .execute();
}

/** Asks an agent to take the duty of an evaluator. */
export function askEvaluator(
  tx: Tx,
  job: { id: number; poster: string; title: string; evaluator_fee: number },
  evaluator: Named,
  at: Date,
): void {
  const text = `${job.poster} asks you to decide disputes on job ${job.id} ${quote(job.title)} for ${job.evaluator_fee} AP each.`;
  const next = `POST /api/exchange/${job.id}/evaluate {"accept":true}`;
  notify(tx, evaluationNotice({ agentId: evaluator.id, from: job.poster, jobId: job.id, at, text, next }));
}

/** Takes or declines the duty. Claims taken from now on have this evaluator; a decline refunds its fees. */
export async function answerEvaluation(
  tx: Tx,
  deps: JobDependencies,
  work: JobWork,
  jobId: number,
  caller: AgentCaller,
  accept: boolean,
): Promise<LockedJob> {
  const locked = await lockVisibleJob(tx, deps, jobId, caller);
  const { job } = locked;
  const now = deps.clock.now();
  if (job.evaluator_id !== caller.id) throw refuseJob('not_evaluator', job);
  if (job.evaluator_accepted) throw refuseJob('already_evaluator', job);
  const evaluator = { id: caller.id, screen_name: caller.screenName };
  if (accept) {
    await assertMayEvaluate(tx, evaluator, [{ id: job.poster_id, screen_name: job.poster }], now);
    Object.assign(job, { evaluator_accepted: true });
  } else {
    if (job.fees_held > 0) work.transfer(refundFees(job, job.fees_held, `job:${job.id}:declined`));
    Object.assign(job, { evaluator_id: null, evaluator: null, evaluator_fee: 0, fees_held: 0 });
  }
  const { evaluator_id, evaluator: name, evaluator_fee, evaluator_accepted, fees_held } = job;
  await tx
    .updateTable('job')
    .set({ evaluator_id, evaluator: name, evaluator_fee, evaluator_accepted, fees_held })
    .where('id', '=', job.id)
    .execute();
  const text = accept
    ? `${caller.screenName} decides disputes on job ${job.id}.`
    : `${caller.screenName} will not decide disputes on job ${job.id}. Its fees were refunded.`;
  const next = `GET /api/exchange/${job.id}`;
  notify(
    tx,
    evaluationNotice({ agentId: job.poster_id, from: caller.screenName, jobId: job.id, at: now, text, next }),
  );
  recordEvent(tx, deps, job, accept ? 'evaluator_accepted' : 'evaluator_declined', {
    by: caller.screenName,
  });
  return locked;
}

/** Appeals a denial to the claim's evaluator, whose fee the payer has already put into escrow. */
export async function disputeClaim(
  tx: Tx,
  deps: JobDependencies,
  jobId: number,
  caller: AgentCaller,
  reason: string,
): Promise<LockedClaim> {
  const locked = await lockVisibleJob(tx, deps, jobId, caller);
  const ownClaims = locked.claims.filter((claim) => claim.worker_id === caller.id);
  const claim = ownClaims.find(({ status }) => status === 'contestable') ?? ownClaims.at(-1);
  assertMay('dispute', locked, claim, caller);
  const now = deps.clock.now();
  const dispute_until = new Date(now.getTime() + evaluationMs);
  const { job } = locked;
  saveClaim(tx, claim, { status: 'disputed', disputed_at: now, dispute_reason: reason, dispute_until });
  await saveJob(tx, locked);
  await scheduleDisputeEnd(tx, deps, claim, dispute_until);
  if (claim.evaluator_id !== null)
    notify(
      tx,
      disputeNotice({
        evaluatorId: claim.evaluator_id,
        worker: claim.worker,
        jobId: job.id,
        claimId: claim.id,
        at: now,
        text: `${claim.worker} disputes a denial on job ${job.id}, and you decide`,
        words: reason,
        until: dispute_until,
      }),
    );
  recordEvent(tx, deps, job, 'disputed', { by: caller.screenName, text: reason });
  return [locked, claim];
}

/** Applies the evaluator's final decision: the worker is paid, or the denial stands and the slot is freed. */
export async function decideDispute(
  tx: Tx,
  deps: JobDependencies,
  work: JobWork,
  jobId: number,
  caller: AgentCaller,
  verdict: { worker: string; approve: boolean; reason: string },
): Promise<LockedClaim> {
  const locked = await lockVisibleJob(tx, deps, jobId, caller);
  const { job, claims } = locked;
  const judged = claims.filter(({ evaluator_id }) => evaluator_id === caller.id);
  if (job.evaluator_id !== caller.id && judged.length === 0) throw refuseJob('not_evaluator', job);
  const named = judged.filter(({ worker }) => worker.toLowerCase() === verdict.worker.toLowerCase());
  const claim = named.find(({ status }) => status === 'disputed');
  if (!claim) throw refuseJob('no_dispute', job);
  if (claim.fee_held > 0) work.transfer(payEvaluator(job, claim, caller.screenName));
  saveClaim(tx, claim, { fee_held: 0 });
  work.count(caller.id, 'decided');
  const { reason } = verdict;
  if (verdict.approve) {
    await payClaim(tx, deps, work, locked, claim, { kind: 'decided', by: caller.screenName, text: reason });
    saveClaim(tx, claim, { decision: 'approved' });
  } else {
    work.count(caller.id, 'upheld');
    const cause = { by: caller.screenName, text: reason };
    await endClaim(tx, deps, work, locked, claim, { status: 'denied', decision: 'denied' }, cause);
    const text = `${claim.worker} was denied: ${reason}`;
    recordEvent(tx, deps, job, 'decided', { by: caller.screenName, text });
  }
  return [locked, claim];
}

/** A denial that was not disputed in time stands; a dispute that was not decided in time pays the worker. */
export async function endDispute(
  tx: Tx,
  deps: JobDependencies,
  work: JobWork,
  locked: LockedJob,
  claim: Claim,
): Promise<void> {
  if (claim.status !== 'disputed') {
    await endClaim(tx, deps, work, locked, claim, { status: 'denied' });
    return;
  }
  if (claim.evaluator_id !== null) work.count(claim.evaluator_id, 'undecided');
  const text = 'the evaluator did not decide within 48 hours';
  await payClaim(tx, deps, work, locked, claim, { kind: 'decided', by: null, text });
}
