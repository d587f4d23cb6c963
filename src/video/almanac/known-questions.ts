import { parseQuestion, type Question } from '../script/question/question.ts';
import { toStems } from '../script/question/words.ts';
import type { Sheet } from './sheet.ts';

export const sameKind = (a: string, b: string): boolean =>
  a === b || [a, b].every((each) => each === 'which' || each === 'versus');

const questions = new WeakMap<Sheet, readonly Sheet['answers'][number][]>();

/** The questions of a sheet, and its title: another wording of the first one, if it asks the same. */
export function listQuestions(sheet: Sheet): readonly Sheet['answers'][number][] {
  const known = questions.get(sheet);
  if (known) return known;
  const [main] = sheet.answers;
  const title = main && { ...main, question: sheet.title, asks: parseQuestion(sheet.title).asks };
  const all = title ? [...sheet.answers, title] : sheet.answers;
  questions.set(sheet, all);
  return all;
}

/** Groups of words that ask for the same thing; the first of each represents the others. */
const canonicalStemOf: ReadonlyMap<string, string> = new Map(
  [
    'person man human',
    'newborn baby infant',
    'large big huge',
    'fast quick',
    'begin start',
    'afraid scared',
    'ill sick',
    'clever smart intelligent',
    'kill murder',
    'airplane plane aeroplane aircraft',
    'sea ocean',
    'car automobile',
    'film movie',
    'bicycle bike',
  ].flatMap((words) => {
    const [first = '', ...others] = toStems(words);
    return others.map((other) => [other, first] as const);
  }),
);
export const toCanonicalStems = (stems: readonly string[]): string[] =>
  stems.map((stem) => canonicalStemOf.get(stem) ?? stem);

/** Whether all of these words, or words for the same, are among the others. */
export function hasAll(among: readonly string[], stems: readonly string[]): boolean {
  const known = toCanonicalStems(among);
  return toCanonicalStems(stems).every((stem) => known.includes(stem));
}

const questionStems = new WeakMap<object, readonly string[]>();

function stemsOfQuestion(answer: Sheet['answers'][number]): readonly string[] {
  const known = questionStems.get(answer) ?? [...new Set(toCanonicalStems(toStems(answer.question)))];
  questionStems.set(answer, known);
  return known;
}

/**
 * Similarity of a question to one of a sheet's, from 0 to 1; identical wording is 1, whatever its question
 * word.
 */
export function computeNearness(question: Question, answer: Sheet['answers'][number]): number {
  const { asks } = answer;
  const knownStems = stemsOfQuestion(answer);
  const askedStems = joinCompounds([...new Set(toCanonicalStems(question.stems))], knownStems);
  const both = askedStems.filter((stem) => knownStems.includes(stem)).length;
  const diceCoefficient = (2 * both) / Math.max(1, askedStems.length + knownStems.length);
  if (diceCoefficient > 0.95) return diceCoefficient;
  return diceCoefficient * (sameKind(asks, question.asks) ? 1 : 0.7);
}

/** "Light from the Sun" is sunlight: two words that a known question writes as one. */
function joinCompounds(stems: readonly string[], known: readonly string[]): readonly string[] {
  for (const each of known) {
    const first = stems.find((part) => part.length >= 3 && each.startsWith(part));
    const second = first && stems.find((part) => `${first}${part}` === each);
    if (second) return [...stems.filter((part) => part !== first && part !== second), each];
  }
  return stems;
}
