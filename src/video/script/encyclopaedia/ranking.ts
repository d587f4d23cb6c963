import { splitSentences } from '../../voice/sentences.ts';
import { answerPatterns } from '../question/answer-sentence.ts';
import type { Question } from '../question/question.ts';
import { toStems, wordCount } from '../question/words.ts';
import type { Article } from './article.ts';
import { Bm25 } from './bm25.ts';

export interface RankedSentence {
  readonly text: string;
  readonly article: number;
  readonly paragraph: number;
  /** Index of the sentence in its paragraph. */
  readonly place: number;
  readonly score: number;
}

const split = new WeakMap<Article, string[][]>();

function sentencesIn(article: Article): string[][] {
  const known = split.get(article);
  if (known) return known;
  const made = article.paragraphs.map(splitSentences);
  split.set(article, made);
  return made;
}

/** Ranks the sentences of articles by how likely they answer the question. */
export function rankSentences(articles: readonly Article[], question: Question): RankedSentence[] {
  const paragraphs = articles.flatMap((each, article) =>
    sentencesIn(each).map((sentences, paragraph) => ({
      text: sentences.join(' '),
      article,
      paragraph,
      sentences,
    })),
  );
  const sentences = paragraphs.flatMap(({ sentences: texts, article, paragraph }, of) =>
    texts.map((text, place) => ({ text, article, paragraph, place, of })),
  );
  const stems = question.stems;
  const byParagraph = new Bm25(paragraphs.map(({ text }) => text));
  const bySentence = new Bm25(sentences.map(({ text }) => text));
  const paragraphScores = byParagraph.scores(stems);
  const sentenceScores = bySentence.scores(stems);
  const most = { paragraph: Math.max(1e-9, ...paragraphScores), sentence: Math.max(1e-9, ...sentenceScores) };
  const pairs = stems.slice(1).map((each, i) => `${stems[i]} ${each}`);
  const looksRight = answerPatterns[question.asks];
  const total = stems.reduce((sum, each) => sum + bySentence.rarity(each), 0) || 1;
  return sentences
    .map(({ of, ...sentence }, index) => {
      const own = toStems(sentence.text);
      const joined = ` ${own.join(' ')} `;
      const hits = new Set(own);
      const covered =
        stems.filter((each) => hits.has(each)).reduce((sum, each) => sum + bySentence.rarity(each), 0) /
        total;
      const next = sentences[index + 1]?.of === of ? (sentenceScores[index + 1] ?? 0) : 0;
      const phrase = pairs.filter((pair) => joined.includes(` ${pair} `)).length / Math.max(1, pairs.length);
      const words = wordCount(sentence.text);
      const score =
        (sentenceScores[index] ?? 0) / most.sentence +
        0.35 * ((paragraphScores[of] ?? 0) / most.paragraph) +
        0.1 * covered +
        0.45 * phrase +
        // A sentence before a good one introduces what that one is about.
        0.35 * (next / most.sentence) +
        (looksRight?.test(sentence.text) ? 0.65 : 0) +
        // The first sentence of a paragraph states its point; the article's lead only repeats it.
        (sentence.place === 0 ? 0.35 : 0) -
        (sentence.paragraph === 0 ? 0.3 : 0) -
        0.05 * sentence.article -
        0.1 * (Math.min(words, 60) / 30) -
        (words < 5 ? 0.6 : 0);
      return { ...sentence, score };
    })
    .sort((left, right) => right.score - left.score);
}
