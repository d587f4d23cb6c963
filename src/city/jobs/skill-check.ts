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
const maxParamsLength = 4_000;
/** Of all parameters together, after the placeholders are replaced. */
const maxFilledLength = 100_000;
const maxExpectLength = 2_000;
const maxAnswerLength = 2_000;
/** Each of them is compared with every element of a list in the response. */
const maxExpectedElements = 16;
/** Values of a response that a result quotes. */
const maxQuotedValues = 400;

/** The parameters with all placeholders replaced, or why they cannot be: measured before any text is built. */
export function fillParams(
  params: SkillCheck['params'],
  texts: ProofTexts,
): { readonly filled: Record<string, unknown> } | { readonly fault: string } {
  const replacements = { proof: texts.proof.trim(), artifact: texts.artifact.trim() };
  let length = 0;
  for (const value of Object.values(params)) {
    if (typeof value !== 'string') continue;
    length += value.length;
    for (const [found, name] of value.matchAll(placeholder))
      length += replacements[name as keyof ProofTexts].length - found.length;
  }
  if (length > maxFilledLength)
    return { fault: `its parameters have ${length} characters with the proof; at most ${maxFilledLength}` };
  const fill = (value: unknown) =>
    typeof value === 'string'
      ? value.replaceAll(placeholder, (_, name: keyof ProofTexts) => replacements[name])
      : value;
  return { filled: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, fill(value)])) };
}

/** Why a job cannot have this check; undefined if it can. */
export function findSkillCheckFault(check: SkillCheck, skills: SkillCaller): string | undefined {
  if (Object.keys(check.expect).length === 0) return 'expect must name at least one field of the response';
  if (JSON.stringify(check.expect).length > maxExpectLength)
    return `expect must be at most ${maxExpectLength} characters`;
  if (JSON.stringify(check.params).length > maxParamsLength)
    return `params must be at most ${maxParamsLength} characters`;
  if (countElements(check.expect) > maxExpectedElements)
    return `expect must hold at most ${maxExpectedElements} objects and lists inside lists`;
  const open = Object.entries(check.params)
    .filter(([, value]) => typeof value === 'string' && value.search(placeholder) >= 0)
    .map(([name]) => name);
  return skills.findCallFault({ ...check, open });
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

function countElements(expected: unknown): number {
  if (isScalar(expected)) return 0;
  const parts: unknown[] = Object.values(expected as object);
  const own = Array.isArray(expected) ? parts.filter((each) => !isScalar(each)).length : 0;
  return parts.reduce<number>((sum, each) => sum + countElements(each), own);
}

/**
 * Whether a response contains the expected value: objects field by field, a list if each expected element
 * matches one of its elements, everything else by equality. Linear in the response: expected scalars are looked
 * up, and the number of other expected elements is bounded.
 */
function containsExpected(answer: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) {
    if (!Array.isArray(answer)) return false;
    const scalars = new Set(answer.filter(isScalar));
    return expected.every((each) =>
      isScalar(each) ? scalars.has(each) : answer.some((one) => containsExpected(one, each)),
    );
  }
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
function comparedPart(answer: unknown, expected: unknown, left: { values: number }): unknown {
  if (!isJsonObject(expected) || !isJsonObject(answer)) return quotedPart(answer ?? null, left);
  return Object.fromEntries(
    Object.entries(expected).map(([name, each]) => [
      name,
      comparedPart(Object.hasOwn(answer, name) ? answer[name] : null, each, left),
    ]),
  );
}

/** The first values of a response: the rest of a long one is never written. */
function quotedPart(value: unknown, left: { values: number }): unknown {
  left.values -= 1;
  if (typeof value === 'string') return value.slice(0, maxAnswerLength);
  if (Array.isArray(value)) {
    const part: unknown[] = [];
    for (const each of value) {
      if (left.values <= 0) break;
      part.push(quotedPart(each, left));
    }
    return part;
  }
  if (!isJsonObject(value)) return value;
  const part: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(value)) {
    if (left.values <= 0) break;
    part[name] = quotedPart(each, left);
  }
  return part;
}

/** The result of a skill check; pure, so the same response always gives the same result. */
export function judgeAnswer(check: SkillCheck, answer: unknown): { passed: boolean; detail: string } {
  const passed = containsExpected(answer, check.expect);
  const part = comparedPart(answer, check.expect, { values: maxQuotedValues });
  const found = truncateLines(JSON.stringify(part), maxAnswerLength);
  return { passed, detail: `${check.skill} returned ${found}` };
}
