import type { Question } from '../script/question/question.ts';
import { overlap, stemsOf } from '../script/question/words.ts';
import type { Comparison, Sheet } from './sheet.ts';

/** What of a sheet a question asks for. */
export interface Answerable {
  /** The sheet has what is asked for, not only its subject. */
  readonly answers: boolean;
  /** Sentences that answer directly; empty where a part of the sheet does. */
  readonly direct: readonly string[];
  /** Which part of the sheet is told in its own order. */
  readonly part: 'chain' | 'items' | 'timeline' | 'comparison' | 'facts';
  readonly comparison?: Comparison | undefined;
  /** Facts that the question asks about, the nearest first. */
  readonly facts: readonly number[];
  /** How near the question is to one that the sheet answers, from 0 to 1. */
  readonly similarity: number;
}

/** Words that ask for a part of a subject and are said of nearly everything. */
export const general: ReadonlySet<string> = new Set(
  stemsOf(
    'history origin basics overview introduction explained simple science reason cause causes way ways tips habits facts story fall need',
  ),
);

export function answerIn(sheet: Sheet, question: Question): Answerable {
  const names = [sheet.subject, ...sheet.aliases].flatMap(stemsOf);
  const focus = question.stems.filter((each) => !names.includes(each) && !general.has(each));
  const known = sheet.answers
    .map((each) => ({ ...each, near: nearness(question, each) }))
    .sort((a, b) => b.near - a.near);
  const best = known[0];
  const similarity = best?.near ?? 0;
  const facts = sheet.facts
    .map(({ text, about, number }, index) => {
      const of = [...stemsOf(text), ...stemsOf(about.join(' '))];
      const hits = focus.filter((each) => of.includes(each)).length;
      return { index, near: hits + (hits > 0 && question.asks === 'how-many' && number ? 0.5 : 0) };
    })
    .filter(({ near }) => near > 0)
    .sort((a, b) => b.near - a.near || a.index - b.index)
    .map(({ index }) => index);
  const base = { facts, similarity, direct: [] as readonly string[] };

  if (question.asks === 'versus') {
    const comparison = comparisonOf(sheet, question);
    const direct = best && sameKind(best.asks, 'versus') && best.near > 0.6 ? best.answer : [];
    if (comparison) return { ...base, answers: true, part: 'comparison', comparison, direct };
  }
  // Nearly word for word one that the sheet answers, or the same kind of question with nothing else in it.
  const spoken = best ? stemsOf(`${best.question} ${best.answer.join(' ')}`) : [];
  const isCovered = focus.every((each) => spoken.includes(each));
  const isSame =
    best !== undefined &&
    isCovered &&
    (similarity >= 0.75 || (sameKind(best.asks, question.asks) && (similarity >= 0.5 || focus.length === 0)));
  if (isSame)
    return {
      ...base,
      answers: true,
      part: partFor(sheet, question, best.question === sheet.answers[0]?.question),
      direct: best.answer,
    };
  switch (question.asks) {
    case 'list':
      return {
        ...base,
        answers: sheet.items !== null || facts.length >= 3 || focus.length === 0,
        part: sheet.items ? 'items' : 'facts',
      };
    case 'what':
      return {
        ...base,
        answers: focus.length === 0 || facts.length > 0,
        part: partFor(sheet, question, focus.length === 0),
      };
    case 'how':
    case 'why':
      return {
        ...base,
        answers: (sheet.chain !== null || sheet.items !== null) && (focus.length === 0 || facts.length > 0),
        part: partFor(sheet, question, true),
      };
    default:
      return { ...base, answers: facts.length > 0, part: partFor(sheet, question, false) };
  }
}

const sameKind = (a: string, b: string): boolean =>
  a === b || [a, b].every((each) => each === 'which' || each === 'versus');

function partFor(sheet: Sheet, { asks }: Question, isMain: boolean): Answerable['part'] {
  if (!isMain) return 'facts';
  if (asks === 'list' && sheet.items) return 'items';
  if ((asks === 'how' || asks === 'why') && sheet.chain) return 'chain';
  if (sheet.timeline && (asks === 'when' || asks === 'what' || !sheet.chain)) return 'timeline';
  if (asks === 'how-many' || asks === 'where' || asks === 'who') return 'facts';
  if (sheet.items) return 'items';
  return sheet.chain ? 'chain' : 'facts';
}

const questionStems = new WeakMap<object, readonly string[]>();

function stemsOfQuestion(answer: Sheet['answers'][number]): readonly string[] {
  const known = questionStems.get(answer) ?? [...new Set(stemsOf(answer.question))];
  questionStems.set(answer, known);
  return known;
}

/** How near a question is to one of a sheet's, from 0 to 1; word for word the same is 1 whatever it begins with. */
export function nearness(question: Question, answer: Sheet['answers'][number]): number {
  const { asks } = answer;
  const [mine, its] = [[...new Set(question.stems)], stemsOfQuestion(answer)];
  const both = mine.filter((each) => its.includes(each)).length;
  const dice = (2 * both) / Math.max(1, mine.length + its.length);
  if (dice > 0.95) return dice;
  return dice * (sameKind(asks, question.asks) ? 1 : 0.7);
}

function comparisonOf(sheet: Sheet, { subject, other = '' }: Question): Comparison | undefined {
  const [left, right] = [stemsOf(subject), stemsOf(other)];
  const names = [sheet.subject, ...sheet.aliases].map(stemsOf);
  return sheet.comparisons.find((comparison) => {
    const second = [comparison.with, ...comparison.aliases].map(stemsOf);
    const isIn = (asked: readonly string[], known: readonly (readonly string[])[]) =>
      known.some(
        (name) =>
          name.length > 0 && (name.every((part) => asked.includes(part)) || overlap(asked, name) === 1),
      );
    return (isIn(left, names) && isIn(right, second)) || (isIn(right, names) && isIn(left, second));
  });
}
