import type { Findings } from '../encyclopaedia/encyclopaedia.ts';
import type { RankedSentence } from '../encyclopaedia/ranking.ts';
import {
  carriesAnswer,
  namesAsked,
  namesNothing,
  nameWords,
  shareSaid,
} from '../question/answer-sentence.ts';
import type { Question } from '../question/question.ts';
import { toStems } from '../question/words.ts';
import { countLineWords, defaultWords, type ScriptLine } from './lines.ts';

/** Share of the question that a script must cover to count as an answer; a short one is one sentence or two. */
const minCoverage = { long: 0.6, short: 0.65 };
/** The answer is expected among this many best sentences. */
export const maxAnswerRank = 3;

/** Whether a spoken sentence gives the answer, and the script covers most of the question. */
export function isAnswered(
  question: Question,
  name: readonly string[],
  lines: readonly ScriptLine[],
  gives: (text: string) => boolean,
): boolean {
  const asked = [...new Set(question.stems)];
  const sentences = lines.map(({ text }) => text).filter((text) => !text.endsWith('?'));
  const said = new Set([...name, ...toStems(sentences.join(' '))]);
  const covered = asked.filter((each) => said.has(each)).length / asked.length;
  const least = countLineWords(lines) < defaultWords.least / 2 ? minCoverage.short : minCoverage.long;
  return asked.length > 0 && covered >= least && sentences.some(gives);
}

export type AnswerCheck = (sentence: {
  readonly text: string;
  readonly article: number | undefined;
}) => boolean;

/**
 * Checks whether a sentence of one of the articles gives the answer, and about the subject: another university
 * has other graduates.
 */
export function createAnswerCheck(
  question: Question,
  articles: Findings['articles'],
  name: readonly string[],
): AnswerCheck {
  const names = nameWords(question.text);
  const subjects =
    name.length > 0
      ? name
      : articles.flatMap(({ title }) => toStems(title)).filter((each) => names.includes(each));
  return ({ text, article }) => {
    const title = articles[article ?? -1]?.title ?? '';
    return (
      carriesAnswer(question, text, name) &&
      namesAsked(question, text, title) &&
      (subjects.length === 0 || toStems(`${title} ${text}`).some((each) => subjects.includes(each)))
    );
  };
}

/**
 * Whether the question names nothing ("How many books are in the library?") and another article answers it
 * just as well.
 */
export function isAmbiguous(
  question: Question,
  name: readonly string[],
  ranked: readonly RankedSentence[],
  gives: AnswerCheck,
): boolean {
  if (!namesNothing(question, name)) return false;
  const [answer, ...others] = ranked.filter(gives);
  const share = (of: RankedSentence) => shareSaid(question, of.text, name);
  return (
    answer !== undefined &&
    others.some((other) => other.article !== answer.article && share(other) >= share(answer))
  );
}

/**
 * Moves the sentence that gives the answer to the front: of the best ones, that with most of the question's
 * words.
 */
export function moveAnswerFirst(
  ranked: readonly RankedSentence[],
  gives: AnswerCheck,
  shareSaidIn: (text: string) => number,
): RankedSentence[] {
  const answers = ranked.filter(gives);
  const [first] = answers;
  if (!first) return [...ranked];
  const best = ranked.slice(0, maxAnswerRank).filter((each) => answers.includes(each));
  const answer = best.reduce((a, b) => (shareSaidIn(b.text) > shareSaidIn(a.text) ? b : a), best[0] ?? first);
  return [answer, ...ranked.filter((each) => each !== answer)];
}
