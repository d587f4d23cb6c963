import type { Clock } from '../../platform/clock.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import { asRecord } from '../../platform/decode.ts';
import { consumeLimit, type Limit } from '../../platform/http/limits.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Artifact, CheckResult } from './checks.ts';
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
export async function mayCallSkills(
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

export async function runSkillCheck(
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
export class UpstreamUnavailable extends Error {}
