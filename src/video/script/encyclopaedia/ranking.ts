import { splitSentences } from '../../voice/sentences.ts';
import { answerPatternOf, hasExpectedWords } from '../question/answer-sentence.ts';
import { isAboutOther, isDefinition, isDefinitionAsked } from '../question/expected-words.ts';
import type { Question } from '../question/question.ts';
import { speaksOf } from '../question/sentence-names.ts';
import { defines } from '../question/unnamed-subject.ts';
import { countWords, toStems } from '../question/words.ts';
import type { EncyclopaediaArticle } from './article.ts';
import { nameStemsIn } from './article-name.ts';
import { Bm25 } from './bm25.ts';

export interface RankedSentence {
  readonly text: string;
  readonly article: number;
  readonly paragraph: number;
  /** Index of the sentence in its paragraph. */
  readonly place: number;
  readonly score: number;
}

/** Number of words, besides the subject's name, of a short question. */
const fewWords = 2;
/** Starts of sentences that speak of the article's subject without its name. */
const refersToSubject = /^(?:It|They|He|She|Its|Their|His|Her|This|These|The)\b/;

interface Sentence {
  readonly text: string;
  readonly stems: readonly string[];
}

const split = new WeakMap<EncyclopaediaArticle, Sentence[][]>();

function sentencesIn(article: EncyclopaediaArticle): Sentence[][] {
  const known = split.get(article);
  if (known) return known;
  const made = article.paragraphs.map((paragraph) =>
    splitSentences(paragraph).map((text) => ({ text, stems: toStems(text) })),
  );
  split.set(article, made);
  return made;
}

/** Ranks the sentences of articles by how likely they answer the question. */
export function rankSentences(
  articles: readonly EncyclopaediaArticle[],
  question: Question,
): RankedSentence[] {
  const paragraphs = articles.flatMap((each, article) =>
    sentencesIn(each).map((sentences, paragraph) => ({
      article,
      paragraph,
      sentences,
    })),
  );
  const sentences = paragraphs.flatMap(({ sentences: texts, article, paragraph }, of) =>
    texts.map(({ text, stems: own }, place) => ({ text, own, article, paragraph, place, of })),
  );
  const stems = question.stems;
  const names = articles.map(({ title }) => nameStemsIn(title, question));
  const byParagraph = new Bm25(
    paragraphs.map(({ sentences: each }) => each.flatMap(({ stems: own }) => own)),
  );
  const bySentence = new Bm25(sentences.map(({ own }) => own));
  const paragraphScores = byParagraph.scores(stems);
  const sentenceScores = bySentence.scores(stems).map((score, index) => {
    const { article = 0, paragraph = 0, text = '', own = [] } = sentences[index] ?? {};
    if (paragraph > 0 && !refersToSubject.test(text)) return score;
    const unsaid = names[article]?.filter((each) => !own.includes(each)) ?? [];
    return unsaid.reduce((sum, stem) => sum + bySentence.rarity(stem), score);
  });
  const most = { paragraph: Math.max(1e-9, ...paragraphScores), sentence: Math.max(1e-9, ...sentenceScores) };
  const pairs = stems.slice(1).map((stem, i) => `${stems[i]} ${stem}`);
  const looksRight = answerPatternOf(question);
  // A short question about a subject is often answered where its article begins.
  const asksLead = names.map(
    (name) => name.length > 0 && new Set(stems).size - new Set(name).size <= fewWords,
  );
  const asksDefinition = names.map(
    (name) => isDefinitionAsked(question) && stems.every((stem) => name.includes(stem)),
  );
  const asked = [...new Set(stems)];
  const isExpected = (text: string, name: readonly string[]): boolean =>
    hasExpectedWords(question, text) && speaksOf(name, stems, text) && !isAboutOther(question, text);
  const isDefined = ({ article, text }: { article: number; text: string }): boolean =>
    asksDefinition[article]
      ? isDefinition(text, names[article] ?? [])
      : isDefinitionAsked(question) && defines(text, asked);
  const total = asked.reduce((sum, stem) => sum + bySentence.rarity(stem), 0) || 1;
  const shareOf = (some: readonly string[]) =>
    some.reduce((sum, stem) => sum + bySentence.rarity(stem), 0) / total;
  const fit = articles.map((_, article) =>
    sumOfBest(sentenceScores.filter((_, index) => sentences[index]?.article === article)),
  );
  const bestFit = Math.max(1e-9, ...fit);
  return sentences
    .map(({ of, own, ...sentence }, index) => {
      const joined = ` ${own.join(' ')} `;
      const hits = new Set(own);
      const name = names[sentence.article] ?? [];
      const covered = shareOf(asked.filter((stem) => hits.has(stem) || name.includes(stem)));
      const related = shareOf(
        asked.filter((stem) => !hits.has(stem) && own.some((each) => isRelated(stem, each))),
      );
      const scoreAt = (at: number) =>
        sentences[at]?.of === of ? (sentenceScores[at] ?? 0) / most.sentence : 0;
      const phrase = pairs.filter((pair) => joined.includes(` ${pair} `)).length / Math.max(1, pairs.length);
      const isLead = sentence.paragraph === 0;
      const score =
        1.05 * scoreAt(index) +
        0.55 * ((paragraphScores[of] ?? 0) / most.paragraph) +
        0.85 * ((fit[sentence.article] ?? 0) / bestFit) +
        0.15 * covered +
        0.1 * covered ** 2 +
        0.5 * related +
        0.5 * phrase +
        // A sentence before a good one introduces what that one is about, and one after it goes on about it.
        0.25 * scoreAt(index + 1) +
        0.15 * scoreAt(index - 1) +
        (looksRight?.test(sentence.text) ? 0.5 + 0.15 * covered : 0) +
        (isExpected(sentence.text, name) ? 0.75 : 0) +
        (isDefined(sentence) ? 0.8 : 0) +
        // The first sentence of a paragraph states its point; the article's lead mostly repeats it.
        (sentence.place === 0 ? 0.25 : 0) +
        (isLead ? (asksLead[sentence.article] ? 0.4 : -0.15) : 0) -
        0.25 * sentence.article -
        (countWords(sentence.text) < 5 ? 0.6 : 0);
      return { ...sentence, score };
    })
    .sort((left, right) => right.score - left.score);
}

/** Sum of the three highest scores. */
const sumOfBest = (scores: readonly number[]): number =>
  [...scores]
    .sort((a, b) => b - a)
    .slice(0, 3)
    .reduce((sum, score) => sum + score, 0);

/** Letters that two words of the same family begin with: "measure" and "measurement". */
const familyLetters = 5;

const isRelated = (a: string, b: string): boolean =>
  a.length > familyLetters && b.length >= familyLetters && b.startsWith(a.slice(0, familyLetters));
