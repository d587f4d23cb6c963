import { splitSentences } from '../../voice/sentences.ts';
import { answerPatternOf, hasExpectedWords } from '../question/answer-sentence.ts';
import { isDefinition, isDefinitionAsked } from '../question/expected-words.ts';
import type { Question } from '../question/question.ts';
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
  const total = stems.reduce((sum, stem) => sum + bySentence.rarity(stem), 0) || 1;
  return sentences
    .map(({ of, own, ...sentence }, index) => {
      const joined = ` ${own.join(' ')} `;
      const hits = new Set(own);
      const covered =
        stems.filter((stem) => hits.has(stem)).reduce((sum, stem) => sum + bySentence.rarity(stem), 0) /
        total;
      const next = sentences[index + 1]?.of === of ? (sentenceScores[index + 1] ?? 0) : 0;
      const phrase = pairs.filter((pair) => joined.includes(` ${pair} `)).length / Math.max(1, pairs.length);
      const words = countWords(sentence.text);
      const score =
        (sentenceScores[index] ?? 0) / most.sentence +
        0.35 * ((paragraphScores[of] ?? 0) / most.paragraph) +
        0.1 * covered +
        0.45 * phrase +
        // A sentence before a good one introduces what that one is about.
        0.35 * (next / most.sentence) +
        (looksRight?.test(sentence.text) ? 0.65 : 0) +
        (hasExpectedWords(question, sentence.text) ? 0.4 : 0) +
        (asksDefinition[sentence.article] && isDefinition(sentence.text, names[sentence.article] ?? [])
          ? 0.8
          : 0) +
        // The first sentence of a paragraph states its point; the article's lead mostly repeats it.
        (sentence.place === 0 ? 0.35 : 0) -
        (sentence.paragraph > 0 ? 0 : asksLead[sentence.article] ? -0.4 : 0.3) -
        0.05 * sentence.article -
        0.1 * (Math.min(words, 60) / 30) -
        (words < 5 ? 0.6 : 0);
      return { ...sentence, score };
    })
    .sort((left, right) => right.score - left.score);
}
