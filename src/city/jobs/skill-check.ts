import { isJsonObject } from '../../platform/decode.ts';
import { truncateLines } from '../../platform/quote.ts';
import type { SkillCaller } from './skill-caller.ts';

/** An acceptance check by a data skill: its response must contain the expected values. */
export interface SkillCheck {
  readonly kind: 'skill';
  readonly skill: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly expect: Readonly<Record<string, unknown>>;
}

/** Values of the placeholders in parameters. */
export interface ProofTexts {
  readonly proof: string;
  readonly artifact: string;
}

const placeholder = /\{(proof|artifact)\}/g;
const maxExpectLength = 2_000;
const maxAnswerLength = 2_000;

/** Replaces `{proof}` and `{artifact}` in all text parameters. */
export function fillParams(params: SkillCheck['params'], texts: ProofTexts): Record<string, unknown> {
  const fill = (value: unknown) =>
    typeof value === 'string'
      ? value.replaceAll(placeholder, (_, name: keyof ProofTexts) => texts[name].trim())
      : value;
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, fill(value)]));
}

/** Why a job cannot have this check; undefined if it can. */
export function findSkillCheckFault(check: SkillCheck, skills: SkillCaller): string | undefined {
  if (Object.keys(check.expect).length === 0) return 'expect must name at least one field of the response';
  if (JSON.stringify(check.expect).length > maxExpectLength)
    return `expect must be at most ${maxExpectLength} characters`;
  const open = Object.entries(check.params)
    .filter(([, value]) => typeof value === 'string' && value.search(placeholder) >= 0)
    .map(([name]) => name);
  return skills.findCallFault({ ...check, open });
}

/**
 * Whether a response contains the expected value: objects field by field, a list if each expected element
 * matches one of its elements, everything else by equality.
 */
function containsExpected(answer: unknown, expected: unknown): boolean {
  if (Array.isArray(expected))
    return (
      Array.isArray(answer) && expected.every((each) => answer.some((one) => containsExpected(one, each)))
    );
  if (isJsonObject(expected))
    return (
      isJsonObject(answer) &&
      Object.entries(expected).every(
        ([name, each]) => Object.hasOwn(answer, name) && containsExpected(answer[name], each),
      )
    );
  return answer === expected;
}

/** The part of a response that `expected` covers, so that a reader can repeat the comparison. */
function comparedPart(answer: unknown, expected: unknown): unknown {
  if (!isJsonObject(expected) || !isJsonObject(answer)) return answer ?? null;
  return Object.fromEntries(
    Object.entries(expected).map(([name, each]) => [
      name,
      comparedPart(Object.hasOwn(answer, name) ? answer[name] : null, each),
    ]),
  );
}

/** The result of a skill check; pure, so the same response always gives the same result. */
export function judgeAnswer(check: SkillCheck, answer: unknown): { passed: boolean; detail: string } {
  const passed = containsExpected(answer, check.expect);
  const found = truncateLines(JSON.stringify(comparedPart(answer, check.expect)), maxAnswerLength);
  return { passed, detail: `${check.skill} returned ${found}` };
}
