import type { Question } from '../script/question/question.ts';
import { toStems } from '../script/question/words.ts';
import type { Sheet } from './sheet.ts';

/** Matches a sentence that gives a cause or a means. */
export const explains =
  /\b(?:because|so that|due to|thanks to|in order to|caused?|reason (?:why|for)|helps? \w+ to|by \w+ing)\b/i;

export interface NearFact {
  readonly index: number;
  /** Number of the question's focus words that it contains. */
  readonly hits: number;
}

/**
 * Facts that a question is about, closest first; for "how many", those that count the requested thing come
 * first.
 */
export function findNearFacts(sheet: Sheet, question: Question, focus: readonly string[]): NearFact[] {
  // Most figures of a sheet count its subject.
  const asked = focus.length > 0 ? focus : question.stems;
  return sheet.facts
    .map(({ text, about, number }, index) => {
      const of = [...toStems(text), ...toStems(about.join(' '))];
      const hits = focus.filter((stem) => of.includes(stem)).length;
      const counted = number ? toStems(`${number.unit} ${number.label}`) : [];
      const isCount = question.asks === 'how-many' && asked.some((stem) => counted.includes(stem));
      const named = question.stems.filter((stem) => of.includes(stem)).length;
      const isReason = question.asks === 'why' && hits > 0 && explains.test(text);
      const near = hits + (isCount ? 1.5 : 0) + (isReason ? 0.5 : 0) + named * 0.1;
      return { index, hits, near, isNear: hits > 0 || isCount };
    })
    .filter(({ isNear }) => isNear)
    .sort((a, b) => b.near - a.near || a.index - b.index);
}
