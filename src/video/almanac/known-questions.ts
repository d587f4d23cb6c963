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

/** Words that ask for the same thing, and the one that stands for them. */
const like: ReadonlyMap<string, string> = new Map(
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
  ].flatMap((words) => {
    const [first = '', ...others] = toStems(words);
    return others.map((other) => [other, first] as const);
  }),
);
export const toLike = (stems: readonly string[]): string[] => stems.map((stem) => like.get(stem) ?? stem);

const questionStems = new WeakMap<object, readonly string[]>();

function stemsOfQuestion(answer: Sheet['answers'][number]): readonly string[] {
  const known = questionStems.get(answer) ?? [...new Set(toLike(toStems(answer.question)))];
  questionStems.set(answer, known);
  return known;
}

/**
 * Similarity of a question to one of a sheet's, from 0 to 1; identical wording is 1, whatever its question
 * word.
 */
export function computeNearness(question: Question, answer: Sheet['answers'][number]): number {
  const { asks } = answer;
  const its = stemsOfQuestion(answer);
  const askedStems = joinCompounds([...new Set(toLike(question.stems))], its);
  const both = askedStems.filter((stem) => its.includes(stem)).length;
  const dice = (2 * both) / Math.max(1, askedStems.length + its.length);
  if (dice > 0.95) return dice;
  return dice * (sameKind(asks, question.asks) ? 1 : 0.7);
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
