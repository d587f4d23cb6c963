import type { Clock } from '../../platform/clock.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import { asRecord } from '../../platform/decode.ts';
import { runForOwner } from '../../platform/fair-share.ts';
import { consumeLimit, type Limit } from '../../platform/http/limits.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { OutboundError } from '../../platform/outbound/error.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import {
  backoffMs,
  patientBackoff,
  quickBackoff,
  type Task,
  type TaskKind,
} from '../../platform/scheduler/task-kind.ts';
import { type Notice, notify } from '../events/notify.ts';
import { maxUploadBytes } from '../uploads/errors.ts';
import { type Artifact, type Check, type CheckResult, extractUrl, runCheck } from './checks.ts';
import { checksKind, jobIdOfTask } from './claim-timers.ts';
import { payClaim } from './claims.ts';
import type { JobDependencies, JobTaskDependencies } from './dependencies.ts';
import { recordEvent } from './job-events.ts';
import { type Claim, decisionCalls, describeEvidence } from './job-view.ts';
import { jobWork, lockJob, saveClaim } from './locked-job.ts';
import type { SkillCaller } from './skill-caller.ts';
import { fillParams, judgeAnswer, type SkillCheck } from './skill-check.ts';

/** Skill checks use the poster's free calls, with the daily limit of a key. */
const callsOfPoster: Limit = {
  name: 'skill-check',
  max: 100,
  window: 'day',
  per: 'caller',
  of: 'skill checks',
};
/** Keeps a worker who amends repeatedly from using up the poster's calls. */
const callsOfClaim: Limit = { ...callsOfPoster, name: 'skill-check-claim', max: 20 };

/** Charges all calls of one run, or none. */
async function mayCallSkills(
  { transaction, clock }: { transaction: Transact; clock: Clock },
  claim: { id: number; poster_id: number },
  calls: number,
): Promise<boolean> {
  try {
    await transaction(async (tx) => {
      for (let i = 0; i < calls; i++) {
        await consumeLimit(tx, callsOfClaim, `claim:${claim.id}`, clock);
        await consumeLimit(tx, callsOfPoster, `agent:${claim.poster_id}`, clock);
      }
    });
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

interface Submitted {
  readonly proof: string;
  readonly artifact: Artifact;
  /** Whether the quota covers its calls. */
  readonly allowed: boolean;
  /** No repetition follows, whatever an upstream does. */
  readonly isLast: boolean;
}

async function runSkillCheck(
  skills: SkillCaller,
  check: SkillCheck,
  { proof, artifact, allowed, isLast }: Submitted,
  signal: AbortSignal,
): Promise<CheckResult> {
  const failCheck = (detail: string): CheckResult => ({ kind: check.kind, passed: false, detail });
  if (!allowed)
    return failCheck(
      `${check.skill} was not called: ${callsOfPoster.max} skill checks per day of the poster, or ${callsOfClaim.max} of this claim, are used up; amend the proof tomorrow, or the poster decides`,
    );
  if (artifact.failure && JSON.stringify(check.params).includes('{artifact}'))
    return failCheck(artifact.failure);
  const texts = { proof, artifact: artifact.bytes.toString('utf8') };
  const params = fillParams(check.params, texts);
  if ('fault' in params) return failCheck(`${check.skill} was not called: ${params.fault}`);
  const outcome = await skills.call(check.skill, params.filled, signal);
  if ('answer' in outcome) {
    const judgement = judgeAnswer(check, outcome.answer);
    const unread = judgement.passed ? undefined : findUnread(check, outcome.answer);
    if (unread !== undefined && !isLast) throw new UpstreamUnavailable(`${check.skill}: ${unread}`);
    return { kind: check.kind, ...judgement };
  }
  if (outcome.mayPass && !isLast) throw new UpstreamUnavailable(`${check.skill}: ${outcome.failure}`);
  return failCheck(`${check.skill} did not respond: ${outcome.failure}`);
}

/** Why a field that the check is about is not known; undefined if all of them are. */
const findUnread = (check: SkillCheck, answer: Readonly<Record<string, unknown>>): string | undefined =>
  Object.entries(asRecord(answer.not_read))
    .filter(([field]) => Object.hasOwn(check.expect, field.split('.')[0] ?? field))
    .map(([field, reason]) => `${field}: ${reason}`)[0];

/** Says nothing about the proof yet, so the whole run is repeated. */
class UpstreamUnavailable extends Error {}

/** As large as an upload, so that what the city hosts can be checked. */
const maxBytes = maxUploadBytes;
/** Runs in which an upstream may fail before that is the result. */
const maxUpstreamFailures = 5;

type CheckDependencies = JobDependencies &
  JobTaskDependencies & { transaction: Transact; outbound: Outbound };

/**
 * Runs a job's acceptance checks on a proof, and approves it if the job allows that and every check passes. A run
 * that fails here, not at an upstream, says nothing about the proof: it is repeated until there is a result.
 */
export function checkTask(deps: CheckDependencies): TaskKind {
  return {
    kind: checksKind,
    leaseMs: 30_000,
    maxAttempts: Number.POSITIVE_INFINITY,
    backoff: quickBackoff,
    concurrency: 4,
    run: async (task) => {
      const claim = await deps.read
        .selectFrom('claim')
        .innerJoin('job', 'job.id', 'claim.job_id')
        .select(['claim.id', 'claim.proof', 'claim.status', 'claim.worker_id', 'job.poster_id', 'job.checks'])
        .where('claim.id', '=', Number(task.subject))
        .executeTakeFirst();
      if (claim?.status !== 'submitted') return;
      const checks: Check[] = claim.checks ?? [];
      const proof = claim.proof ?? '';
      const failedRuns = failedRunsOf(task);
      const isLast = failedRuns + 1 >= maxUpstreamFailures;
      const runAll = async (): Promise<CheckResult[]> => {
        const artifact = await read(deps.outbound, proof, task.signal);
        const bySkill = checks.filter((check) => check.kind === 'skill').length;
        // Repetitions are not the poster's doing.
        const isRepetition = failedRuns > 0 || task.attempt > 1;
        const allowed = bySkill === 0 || isRepetition || (await mayCallSkills(deps, claim, bySkill));
        return Promise.all(
          checks.map(async (check): Promise<CheckResult> => {
            if (check.kind !== 'skill') return runCheck(deps.documents, check, artifact, task.signal);
            return runSkillCheck(deps.skills, check, { proof, artifact, allowed, isLast }, task.signal);
          }),
        );
      };
      const results = await runForOwner(`proofs of ${claim.worker_id}`, runAll).catch((error: unknown) => {
        if (error instanceof UpstreamUnavailable) return null;
        throw error;
      });
      if (results === null) {
        const dueAt = new Date(deps.clock.now().getTime() + backoffMs(patientBackoff, failedRuns + 1));
        const payload = { job: jobIdOfTask(task), failed_runs: failedRuns + 1 };
        return deps.transaction((tx) => task.reschedule(tx, { dueAt, payload }));
      }
      await deps.transaction(async (tx) => {
        const locked = await lockJob(tx, jobIdOfTask(task), deps.clock.now());
        const current = locked.claims.find(({ id }) => String(id) === task.subject);
        await task.finish(tx);
        // Decided or amended in the meantime: an amended proof has its own run.
        if (current?.status !== 'submitted' || current.proof !== proof) return;
        saveClaim(tx, current, { check_results: results });
        const failed = results.filter((result) => !result.passed);
        const text = failed.length === 0 ? 'every check passed' : failed.map(describe).join('; ');
        recordEvent(tx, deps, locked.job, 'checked', { by: null, text });
        if (locked.job.auto && failed.length === 0)
          await payClaim(tx, deps, jobWork(tx, deps.ledger), locked, current, {
            kind: 'auto_approved',
            by: null,
          });
        else notify(tx, checkNotice(current, results, deps.clock.now()));
      });
    },
  };
}

/** Runs of this proof's checks in which an upstream failed. */
const failedRunsOf = ({ payload }: Task): number => Number(asRecord(payload).failed_runs ?? 0);

/** For the payer, who was told of the proof before it was checked. */
function checkNotice(claim: Claim, results: CheckResult[], at: Date): Notice {
  const { do: next, either } = decisionCalls(claim.job_id, claim.worker);
  return {
    agentId: claim.payer_id,
    kind: 'job.checked',
    at,
    text: `The proof of ${claim.worker} for job ${claim.job_id} was checked. ${describeEvidence({ check_results: results, copy_of: claim.copy_of })}`.trimEnd(),
    from: null,
    ref: `job:${claim.job_id}`,
    depends: { claim: claim.id },
    next,
    either,
  };
}

const describe = (result: { kind: string; detail: string }) => `${result.kind}: ${result.detail}`;

async function read(outbound: Outbound, proof: string, signal: AbortSignal): Promise<Artifact> {
  const url = extractUrl(proof);
  if (!url) return { fetched: false, bytes: Buffer.from(proof) };
  try {
    const { status, body } = await outbound.fetch(url, { maxBytes, signal });
    const failure = status >= 200 && status < 300 ? undefined : `the URL returned ${status}`;
    return { fetched: true, failure, bytes: body };
  } catch (error) {
    // Failures of our queue or of DNS say nothing about the proof, so the task is retried.
    if (!(error instanceof OutboundError) || error.blame === 'us' || error.blame === 'dns') throw error;
    return { fetched: true, failure: `the URL could not be read: ${error.message}`, bytes: Buffer.alloc(0) };
  }
}
