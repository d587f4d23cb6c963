import type { RankedSentence } from '../encyclopaedia/ranking.ts';
import { countWords, toStems } from '../question/words.ts';
import type { AnswerCheck } from './article-answer.ts';
import { isSameStatement } from './lines.ts';
import { refersBack, removeLinkWord, toSpokenText } from './spoken-text.ts';

/** Articles other than the main one contribute only if their sentence is among this many best ones. */
const maxRankOfOtherArticle = 3;
/** Added to the score of a sentence beside a chosen one, and of one in its paragraph. */
const besideBonus = 1;
const paragraphBonus = 0.5;
/** The best sentences are chosen before those beside them. */
const maxTopRank = 3;
/** Part of these for a sentence before the answer. */
const beforeShare = 0.5;
/** Share of what is asked that a sentence of another paragraph must say. */
const minShareAsked = 0.4;
/** The same for one of the best if the question has many words, which an article says differently. */
const minShareOfTop = 0.2;
const manyWords = 4;

/** The best sentences that fit the time, without duplicates, each with the sentence it refers back to. */
export function chooseSentences(
  ranked: readonly RankedSentence[],
  gives: AnswerCheck,
  maxWords: number,
  asked: readonly string[],
): RankedSentence[] {
  const chosen: RankedSentence[] = [];
  let words = 0;
  // Once the answer is known, the others must belong to it; until then, more of them may have it.
  const isKnown = ranked[0] !== undefined && gives(ranked[0]);
  const belongs = (sentence: RankedSentence): boolean =>
    !isKnown ||
    chosen.length === 0 ||
    (top.includes(sentence) && asked.length >= manyWords && saysOf(sentence.text, asked, minShareOfTop)) ||
    chosen.some((other) => isBeside(other, sentence)) ||
    saysOf(sentence.text, asked);
  const top = [...ranked].sort((a, b) => b.score - a.score).slice(0, maxTopRank);
  const before = ({ article, paragraph, place }: RankedSentence) =>
    ranked.find(
      (other) => other.article === article && other.paragraph === paragraph && other.place === place - 1,
    );
  const add = (sentence: RankedSentence): boolean => {
    const text = toSpokenText(sentence.text);
    const length = countWords(text);
    // The first one is the answer, whatever its length.
    if (
      (chosen.length > 0 && words + length > maxWords) ||
      chosen.some((other) => other.text === text || isSameStatement(other, { text }, 0.85))
    )
      return false;
    chosen.push({ ...sentence, text });
    words += length;
    return true;
  };
  const best = Math.max(...ranked.map(({ score }) => score), 0);
  const main = mainArticle(ranked);
  const open = [...ranked.entries()];
  while (open.length > 0 && words <= maxWords * 0.88) {
    const near = ([rank, sentence]: [number, RankedSentence]): number =>
      rank === 0 && isKnown
        ? Number.POSITIVE_INFINITY
        : sentence.score +
          Math.max(top.includes(sentence) ? besideBonus : 0, nearness(sentence, chosen, isKnown));
    const next = open.reduce((a, b) => (near(b) > near(a) ? b : a));
    open.splice(open.indexOf(next), 1);
    const [rank, sentence] = next;
    // A script has one subject: another article contributes only an answer, and only where none is known.
    const isNeeded = gives(sentence) && (rank === 0 || (!isKnown && rank < maxRankOfOtherArticle));
    const isBest = !isKnown && top.slice(0, 2).includes(sentence);
    if (sentence.article !== main && !isNeeded && !isBest) continue;
    if (rank > 0 && near(next) < best * 0.25) break;
    if (!belongs(sentence) || !add(sentence)) continue;
    const lead = refersBack(sentence.text) ? before(sentence) : undefined;
    if (
      lead &&
      countWords(lead.text) <= 24 &&
      !chosen.some(
        ({ article, paragraph, place }) =>
          article === lead.article && paragraph === lead.paragraph && place === lead.place,
      )
    )
      add(lead);
  }
  return chosen;
}

/**
 * Sentences that stand together read as one text. After an answer, what follows explains more than what comes
 * before it.
 */
function nearness(sentence: RankedSentence, chosen: readonly RankedSentence[], isKnown: boolean): number {
  const beside = chosen.filter((other) => isBeside(other, sentence));
  const isBefore = beside.every(({ place }) => place > sentence.place);
  const share = isKnown && isBefore ? beforeShare : 1;
  if (beside.length > 0) return besideBonus * share;
  return chosen.some((other) => isInParagraph(other, sentence)) ? paragraphBonus * share : 0;
}

/** Part of a compound has another meaning: a "German-speaking country" does not say what people speak. */
const saysOf = (text: string, asked: readonly string[], least = minShareAsked): boolean => {
  const stems = toStems(text.replace(/\p{L}+-\p{Ll}+ing\b/gu, ''));
  return asked.filter((each) => stems.includes(each)).length >= Math.max(1, asked.length * least);
};

const isInParagraph = (a: RankedSentence, b: RankedSentence): boolean =>
  a.article === b.article && a.paragraph === b.paragraph;

const isBeside = (a: RankedSentence, b: RankedSentence): boolean =>
  isInParagraph(a, b) && Math.abs(a.place - b.place) === 1;

/** The article whose best sentences fit the question best. */
function mainArticle(ranked: readonly RankedSentence[]): number {
  const sums = new Map<number, { sum: number; count: number }>();
  for (const { article, score } of ranked) {
    const total = sums.get(article) ?? { sum: 0, count: 0 };
    if (total.count < 3) sums.set(article, { sum: total.sum + score, count: total.count + 1 });
  }
  return [...sums].sort(([, a], [, b]) => b.sum - a.sum)[0]?.[0] ?? 0;
}

/**
 * Drops sentences such as "They lost it" whose previous sentence was not chosen. The first one is the answer and
 * stays.
 */
export const dropDangling = (chosen: readonly RankedSentence[]): RankedSentence[] =>
  chosen.filter(
    (sentence, index) =>
      index === 0 ||
      sentence.place === 0 ||
      !refersBack(sentence.text) ||
      chosen.some((other) => other.place === sentence.place - 1 && isBeside(other, sentence)),
  );

/**
 * In article order, but the paragraph with a date, a figure or a name that is asked for comes first; a link word
 * to a sentence that was left out is removed.
 */
export function sortByArticle(
  chosen: readonly RankedSentence[],
  first: number | undefined,
): RankedSentence[] {
  const order = [...new Set(chosen.map(({ article }) => article))];
  const turn = ({ paragraph }: RankedSentence) => (paragraph === first ? -1 : paragraph);
  const sorted = [...chosen].sort(
    (a, b) => order.indexOf(a.article) - order.indexOf(b.article) || turn(a) - turn(b) || a.place - b.place,
  );
  return sorted.map((sentence, index) => {
    const last = sorted[index - 1];
    const follows =
      last?.article === sentence.article &&
      last.paragraph === sentence.paragraph &&
      last.place === sentence.place - 1;
    return follows ? sentence : { ...sentence, text: removeLinkWord(sentence.text) };
  });
}
