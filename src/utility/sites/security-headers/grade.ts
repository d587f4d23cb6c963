import { gradeContentPolicy } from './content-policy.ts';
import { gradeCookies } from './cookies.ts';
import {
  gradeContentTypeOptions,
  gradeEmbedderPolicy,
  gradeFrameOptions,
  gradeOpenerPolicy,
  gradeReferrerPolicy,
  gradeResourcePolicy,
  gradeResourceSharing,
} from './headers.ts';
import data from './scores.json' with { type: 'json' };
import { gradeSubresourceIntegrity } from './scripts.ts';
import type { HeaderFinding, Visit } from './seen-response.ts';
import { gradeRedirection, gradeStrictTransport } from './transport.ts';

/**
 * Score and meaning of each result, and advice by the prefix of results that cost points. The scores are those of
 * Mozilla's HTTP Observatory (1.6), so that grades match; the texts are ours.
 */
const scores: Readonly<Record<string, { readonly points: number; readonly note: string }>> = data.scores;
const advice: Readonly<Record<string, string>> = data.advice;

const tests: readonly (readonly [name: string, test: (visit: Visit) => HeaderFinding])[] = [
  ['content-security-policy', gradeContentPolicy],
  ['cookies', gradeCookies],
  ['cross-origin-resource-sharing', gradeResourceSharing],
  ['redirection', gradeRedirection],
  ['referrer-policy', gradeReferrerPolicy],
  ['strict-transport-security', gradeStrictTransport],
  ['subresource-integrity', gradeSubresourceIntegrity],
  ['x-content-type-options', gradeContentTypeOptions],
  ['x-frame-options', gradeFrameOptions],
  ['cross-origin-resource-policy', gradeResourcePolicy],
  ['cross-origin-embedder-policy', gradeEmbedderPolicy],
  ['cross-origin-opener-policy', gradeOpenerPolicy],
];

/** In steps of five points, from 0. */
const grades = 'F F F F F D- D D D+ C- C C C+ B- B B B+ A- A A A+'.split(' ');
/** Bonus points require at least this score. */
const minScoreForBonus = 90;
/** Results that cost points without failing the test: browsers ignore the weakness or it is harmless. */
const passingDespiteCost = new Set(['csp-implemented-with-insecure-scheme-in-passive-content-only']);

export interface TestResult {
  readonly name: string;
  readonly pass: boolean;
  readonly score: number;
  readonly value: string | null;
  readonly note: string;
  readonly result: string;
}

export function gradeVisit(visit: Visit) {
  const results = tests.map(([name, test]): TestResult => {
    const { result, value } = test(visit);
    const { points: score, note } = scores[result] ?? { points: 0, note: '' };
    return {
      name,
      pass: score >= 0 || passingDespiteCost.has(result),
      score,
      value: value?.slice(0, 4_096) ?? null,
      note,
      result,
    };
  });
  const scoreWithoutBonus = results.reduce((sum, { score }) => sum + Math.min(0, score), 100);
  const scoreWithBonus = results.reduce((sum, { score }) => sum + score, 100);
  const score = Math.max(0, scoreWithoutBonus >= minScoreForBonus ? scoreWithBonus : scoreWithoutBonus);
  return {
    grade: grades[Math.floor(Math.min(score, 100) / 5)]!,
    score,
    tests: results,
    recommendations: results.filter(({ score: points }) => points < 0).map(({ result }) => adviceFor(result)),
  };
}

const adviceFor = (result: string): string =>
  advice[Object.keys(advice).find((each) => result.startsWith(`${each}-`)) ?? ''] ?? '';
