import type { Payments } from '../../payments/payments.ts';
import type { Browser } from '../../platform/chromium/browser.ts';
import { BrowserFailure } from '../../platform/chromium/failure.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { runLimit, SkillCall } from '../catalogue/call.ts';
import { runSkill } from '../catalogue/routes.ts';
import type { SkillDirectory } from '../catalogue/skill-directory.ts';
import { findObstacle, type ReachDependencies } from './obstacles.ts';
import { officialCases } from './official-cases.ts';
import { ownPageCases } from './own-pages.ts';
import { findMismatch, type TestCase } from './test-case.ts';

export type SelftestOutcome = 'passed' | 'failed' | 'unreachable' | 'skipped';

export interface Result {
  readonly skill: string;
  readonly passed: boolean;
  readonly outcome: SelftestOutcome;
  readonly ms: number;
  readonly checked: string;
  readonly error: string | null;
}

export interface SelftestRunDependencies extends ReachDependencies {
  readonly directory: SkillDirectory;
  /** The public URL of the utility API, if configured. */
  readonly publicUrl: string | undefined;
  readonly onError: (error: unknown) => void;
  /** Undefined if this deployment accepts no payments. */
  readonly payments: Pick<Payments, 'examine'> | undefined;
  readonly browser: Browser;
}

const maxBrowserStartMs = 30_000;
/** Small, so that other callers of the process are not slowed down. */
const atOnce = 3;

/** Runs every skill once for real, without access control: no one's free calls are used. */
export async function runSelftest(deps: SelftestRunDependencies, signal: AbortSignal): Promise<Result[]> {
  const cases = await casesFor(deps.directory.ids, deps);
  const results: Result[] = [];
  let next = 0;
  const runCases = async () => {
    for (let at = next++; at < cases.length; at = next++) {
      const each = cases[at];
      if (each) results[at] = await resultOf(each, deps, signal);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runCases));
  return [
    ...results,
    await renderingResult(deps.browser, signal),
    ...(deps.payments ? [await paymentResult(deps.payments)] : []),
  ];
}

/** Renders a built-in page in the browser; skipped if there is no browser. */
async function renderingResult(browser: Browser, signal: AbortSignal): Promise<Result> {
  const startedAt = performance.now();
  const failure = await browser
    .checkWorks(AbortSignal.any([signal, AbortSignal.timeout(maxBrowserStartMs)]))
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
    checked: 'the sandboxed browser runs the script of our test page and reads the result',
    error: failure === null ? null : failure instanceof Error ? failure.message : 'it failed',
  };
}

/** Checks that payments work, if this deployment accepts them. */
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
    checked:
      'a payment challenge is created, the payee can be paid, and the facilitator refuses an unsigned payment',
    error,
  };
}

/** Cases in the order of the catalogue. A skill without a case is a bug and is reported as one. */
async function casesFor(
  ids: readonly string[],
  { publicUrl, outbound }: SelftestRunDependencies,
): Promise<TestCase[]> {
  const own = publicUrl !== undefined && (await isPublic(publicUrl, outbound)) ? ownPageCases(publicUrl) : [];
  return ids.map((id) => {
    const found = [...own, ...officialCases].find(({ skill }) => skill === id);
    if (!found) throw new Error(`no self-test of ${id}`);
    return found;
  });
}

/** A URL known only to this machine or its network cannot be tested from outside. */
const isPublic = (url: string, outbound: Outbound) =>
  outbound.check(url).then(
    () => true,
    () => false,
  );

async function resultOf(each: TestCase, deps: SelftestRunDependencies, signal: AbortSignal): Promise<Result> {
  const { skill, checked } = each;
  const resultOf = (outcome: SelftestOutcome, { ms, error }: CaseRun) => ({
    skill,
    passed: outcome === 'passed',
    outcome,
    ms,
    checked,
    error,
  });
  const first = await runCase(each, deps, signal);
  if (first.error === null) return resultOf('passed', first);
  const missing = await findObstacle(each.needs, deps, signal);
  if (missing !== null) return resultOf('unreachable', { ...first, error: missing });
  // The target is reachable: a temporary problem is over now, and a broken skill fails again.
  const second = await runCase(each, deps, signal);
  return resultOf(second.error === null ? 'passed' : 'failed', second);
}

interface CaseRun {
  readonly ms: number;
  readonly error: string | null;
}

async function runCase(
  { skill, params, expects }: TestCase,
  { directory, onError }: SelftestRunDependencies,
  signal: AbortSignal,
): Promise<CaseRun> {
  const startedAt = performance.now();
  const endedWith = (error: string | null) => ({ ms: Math.round(performance.now() - startedAt), error });
  const found = directory.find(skill);
  if (!found) return endedWith(`there is no skill ${skill}`);
  const call = new SkillCall({
    signal: AbortSignal.any([signal, runLimit(params)]),
    maxAgeS: 0,
  });
  try {
    const answer = await runSkill(found, directory.params(found, params), call);
    return endedWith(findMismatch(expects, answer));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Refusal) return endedWith(error.message);
    onError(error);
    return endedWith('an internal error; see the log');
  }
}
