import { asRecord } from '../../platform/decode.ts';
import type { ChainKey } from '../chains/chain.ts';

/**
 * The part of a response that matters: a plain value must be equal, text must match a regular expression, an
 * object must have these fields, a list must start with these elements; a function decides for itself.
 */
type Expected =
  | string
  | number
  | boolean
  | null
  | RegExp
  | ((value: unknown) => boolean)
  | readonly Expected[]
  | { readonly [field: string]: Expected };

/** Describes where a response differs from what is expected; null if it matches. */
export function findMismatch(expected: Expected, got: unknown, at = 'the answer'): string | null {
  if (typeof expected === 'function') return expected(got) ? null : describeMismatch(at, got);
  if (expected instanceof RegExp)
    return typeof got === 'string' && expected.test(got) ? null : describeMismatch(at, got);
  if (typeof expected !== 'object' || expected === null)
    return got === expected ? null : describeMismatch(at, got);
  if (typeof got !== 'object' || got === null) return describeMismatch(at, got);
  for (const [field, inner] of Object.entries(expected) as [string, Expected][]) {
    const wrong = findMismatch(inner, asRecord(got)[field], at === 'the answer' ? field : `${at}.${field}`);
    if (wrong) return wrong;
  }
  return null;
}

const describeMismatch = (at: string, got: unknown) =>
  `${at} is not as expected: ${(JSON.stringify(got) ?? 'missing').slice(0, 200)}`;

export const atLeast = (least: number) => (value: unknown) => typeof value === 'number' && value >= least;
export const hasAtLeast = (least: number) => (value: unknown) =>
  Array.isArray(value) && value.length >= least;
export const oneOfValues =
  (...values: unknown[]) =>
  (value: unknown) =>
    values.includes(value);
/** Matches a list with at least one matching element. */
export const someMatching = (expected: Expected) => (value: unknown) =>
  Array.isArray(value) && value.some((each) => findMismatch(expected, each) === null);

/** A dependency of a skill, checked separately when the skill fails. */
export type Need =
  | { readonly dns: string }
  | { readonly page: string }
  | { readonly chains: readonly ChainKey[] }
  /** An eth node that has it. */
  | { readonly transaction: string }
  | { readonly registryOf: string }
  | { readonly vatRegisterOf: string }
  | null;

/** A real call of one skill with a target whose response is known well enough to check. */
export interface TestCase {
  readonly skill: string;
  readonly params: Readonly<Record<string, string>>;
  /** A sentence that names the target and what is verified. */
  readonly checked: string;
  readonly expects: Expected;
  readonly needs: Need;
}

/** A test case for a page. */
export const pageCase = (
  skill: string,
  url: string,
  checked: string,
  expects: Expected,
  needs = url,
): TestCase => ({
  skill,
  params: { url },
  checked: `${url}: ${checked}`,
  expects,
  needs: { page: needs },
});
