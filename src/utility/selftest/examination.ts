import type { Payments } from '../../payments/payments.ts';
import type { Browser } from '../../platform/chromium/browser.ts';
import { BrowserFailure } from '../../platform/chromium/failure.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { SkillCall } from '../catalogue/call.ts';
import { runSkill } from '../catalogue/routes.ts';
import { runLimit } from '../catalogue/run-limit.ts';
import type { SkillDirectory } from '../catalogue/skill-directory.ts';
import { mismatch } from './expected.ts';
import { officialCases } from './official-cases.ts';
import { ownCases } from './own-pages.ts';
import { outOfReach, type ReachParts } from './reach.ts';
import type { TestCase } from './test-case.ts';

export type Outcome = 'passed' | 'failed' | 'unreachable' | 'skipped';

export interface Result {
  readonly skill: string;
  readonly passed: boolean;
  readonly outcome: Outcome;
  readonly ms: number;
  readonly checked: string;
  readonly error: string | null;
}

export interface ExaminationParts extends ReachParts {
  readonly desk: SkillDirectory;
  /** Where others reach the utility API, if the operator said so. */
  readonly publicUrl: string | undefined;
  readonly onError: (error: unknown) => void;
  /** Undefined where this deployment takes no payments. */
  readonly payments: Pick<Payments, 'examine'> | undefined;
  readonly browser: Browser;
}

const longestBrowserStartMs = 30_000;
/** Few, so that callers of the same process do not feel it. */
const atOnce = 3;

/** Every skill of the catalogue once, for real, past access control: nobody's free calls are used up. */
export async function examine(parts: ExaminationParts, signal: AbortSignal): Promise<Result[]> {
  const cases = await casesFor(parts.desk.ids, parts);
  const results: Result[] = [];
  let next = 0;
  const hand = async () => {
    for (let at = next++; at < cases.length; at = next++) {
      const each = cases[at];
      if (each) results[at] = await resultOf(each, parts, signal);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, hand));
  return [
    ...results,
    await renderingResult(parts.browser, signal),
    ...(parts.payments ? [await paymentResult(parts.payments)] : []),
  ];
}

/** A page of our own in the browser; skipped where there is none. */
async function renderingResult(browser: Browser, signal: AbortSignal): Promise<Result> {
  const startedAt = performance.now();
  const failure = await browser
    .examine(AbortSignal.any([signal, AbortSignal.timeout(longestBrowserStartMs)]))
    .then(
      () => null,
      (error: unknown) => error,
    );
  signal.throwIfAborted();
  const isMissing = failure instanceof BrowserFailure && failure.reason === 'missing';
  return {
    skill: 'render',
    passed: failure === null,
    outcome: failure === null ? 'passed' : isMissing ? 'skipped' : 'failed',
    ms: Math.round(performance.now() - startedAt),
    checked: 'the sandboxed browser runs the script of a page of our own and reads what it wrote',
    error: failure === null ? null : failure instanceof Error ? failure.message : 'it failed',
  };
}

/** The way of a payment, where this deployment takes payments. */
async function paymentResult(payments: Pick<Payments, 'examine'>): Promise<Result> {
  const startedAt = performance.now();
  const error = await payments.examine().then(
    () => null,
    (failure: unknown) => (failure instanceof Error ? failure.message : 'it failed'),
  );
  return {
    skill: 'x402',
    passed: error === null,
    outcome: error === null ? 'passed' : 'failed',
    ms: Math.round(performance.now() - startedAt),
    checked: 'a challenge is made, the payee can be paid, and the facilitator refuses an unsigned payment',
    error,
  };
}

/** In the order of the catalogue. A skill without a case is a mistake that no report may hide. */
async function casesFor(
  ids: readonly string[],
  { publicUrl, outbound }: ExaminationParts,
): Promise<TestCase[]> {
  const own = publicUrl !== undefined && (await isPublic(publicUrl, outbound)) ? ownCases(publicUrl) : [];
  return ids.map((id) => {
    const found = [...own, ...officialCases].find(({ skill }) => skill === id);
    if (!found) throw new Error(`no self-test of ${id}`);
    return found;
  });
}

/** An address that only this machine or its network knows is not one to be asked from outside. */
const isPublic = (url: string, outbound: Outbound) =>
  outbound.check(url).then(
    () => true,
    () => false,
  );

async function resultOf(each: TestCase, parts: ExaminationParts, signal: AbortSignal): Promise<Result> {
  const { skill, checked } = each;
  const resultOf = (outcome: Outcome, { ms, error }: Attempt) => ({
    skill,
    passed: outcome === 'passed',
    outcome,
    ms,
    checked,
    error,
  });
  const first = await attempt(each, parts, signal);
  if (first.error === null) return resultOf('passed', first);
  const missing = await outOfReach(each.needs, parts, signal);
  if (missing !== null) return resultOf('unreachable', { ...first, error: missing });
  // Its target answers: what was only a moment's trouble is over, what is broken fails again.
  const second = await attempt(each, parts, signal);
  return resultOf(second.error === null ? 'passed' : 'failed', second);
}

interface Attempt {
  readonly ms: number;
  readonly error: string | null;
}

async function attempt(
  { skill, params, expects }: TestCase,
  { desk, onError }: ExaminationParts,
  signal: AbortSignal,
): Promise<Attempt> {
  const startedAt = performance.now();
  const ended = (error: string | null) => ({ ms: Math.round(performance.now() - startedAt), error });
  const found = desk.find(skill);
  if (!found) return ended(`there is no skill ${skill}`);
  const call = new SkillCall({
    signal: AbortSignal.any([signal, runLimit(params)]),
    maxAgeS: 0,
  });
  try {
    const answer = await runSkill(found, desk.params(found, params), call);
    return ended(mismatch(expects, answer));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Refusal) return ended(error.message);
    onError(error);
    return ended('an internal error, told in the log');
  }
}
