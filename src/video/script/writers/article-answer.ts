import type { Findings } from '../encyclopaedia/encyclopaedia.ts';
import type { RankedSentence } from '../encyclopaedia/ranking.ts';
import { carriesAnswer, namesNothing, shareSaid } from '../question/answer-sentence.ts';
import { type Question, sayTopic } from '../question/question.ts';
import { namesAsked, nameWords } from '../question/sentence-names.ts';
import { fitsUnnamed, hasSuperlative } from '../question/unnamed-subject.ts';
import { toStems } from '../question/words.ts';
import { countLineWords, defaultWords, type ScriptLine } from './lines.ts';

/** Share of the question that a script must cover to count as an answer; a short one is one sentence or two. */
const minCoverage = { long: 0.55, short: 0.65 };
/** Another article counts as an equal answer if it covers this share of what the answer says. */
const likeShare = 0.66;
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
  // The opening repeats the question, and the source its words.
  const sentences = lines
    .filter(
      ({ text, scene }) => scene.kind !== 'end' && !(question.isQuestion && text === sayTopic(question)),
    )
    .map(({ text }) => text);
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
  const names = [...nameWords(question.text), ...firstNameOf(question.text, articles)];
  const subjects =
    name.length > 0
      ? name
      : articles.flatMap(({ title }) => toStems(title)).filter((each) => names.includes(each));
  return ({ text, article }) => {
    const title = articles[article ?? -1]?.title ?? '';
    return (
      carriesAnswer(question, text, name) &&
      (name.length > 0 || fitsUnnamed(question, text)) &&
      hasSuperlative(question.text, text) &&
      namesAsked(question, names, text, title) &&
      (subjects.length === 0 || toStems(`${title} ${text}`).some((each) => subjects.includes(each)))
    );
  };
}

/** Stem of the first word if it is a name: the articles have it within sentences, and only with a capital letter. */
function firstNameOf(question: string, articles: Findings['articles']): string[] {
  const word = /^\p{Lu}\p{L}+/u.exec(question)?.[0];
  if (word === undefined || toStems(word).length === 0) return [];
  const isIn = (pattern: RegExp) =>
    articles.some(({ paragraphs }) => paragraphs.some((text) => pattern.test(text)));
  const within = new RegExp(`\\p{Ll},? ${word}\\b`, 'u');
  const common = new RegExp(`\\b${word.toLowerCase()}`, 'u');
  return isIn(within) && !isIn(common) ? toStems(word) : [];
}

/**
 * Whether the question names no subject ("How many books are in the library?") and another article answers it equally
 * well.
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
    others.some((other) => other.article !== answer.article && share(other) >= share(answer) * likeShare)
  );
}

/** Moves the sentence that gives the answer to the front; of several, the one with the most words of the question. */
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
