import type { Storyboard } from '../../storyboard.ts';
import { splitSentences } from '../../voice/sentences.ts';
import { nameStemsIn } from '../encyclopaedia/article-name.ts';
import type { Findings } from '../encyclopaedia/encyclopaedia.ts';
import type { Photo } from '../encyclopaedia/photo.ts';
import { type RankedSentence, rankSentences } from '../encyclopaedia/ranking.ts';
import { hasAnswerForm, shareSaid } from '../question/answer-sentence.ts';
import { type Question, sayTopic } from '../question/question.ts';
import { countWords, toStems } from '../question/words.ts';
import type { ScriptAuthor, ScriptSource, WrittenScript } from '../script.ts';
import { estimateSeconds } from '../speech-length.ts';
import { capitalise, truncateText } from '../text.ts';
import {
  type AnswerCheck,
  createAnswerCheck,
  isAmbiguous,
  isAnswered,
  maxAnswerRank,
  moveAnswerFirst,
} from './article-answer.ts';
import { figureLines } from './figure-lines.ts';
import {
  answerWeight,
  countLineWords,
  createStoryboard,
  cutToLength,
  isSameStatement,
  maxWordsFor,
  type ScriptLine,
} from './lines.ts';
import { openingPicture, SentenceScenes } from './sentence-scene.ts';
import { refersBack, removeLinkWord, toSpokenText } from './spoken-text.ts';

/** Articles other than the main one contribute only if their sentence is among this many best ones. */
const maxRankOfOtherArticle = 3;
/** Speaking time of the source: the last card stays a second and a half longer. */
const maxSourceS = 4.4;
/** Approximate number of words of the spoken source. */
const sourceWords = 6;
interface ScriptOptions {
  readonly by: Extract<ScriptAuthor, 'encyclopaedia' | 'facts'>;
  readonly length_s?: number | undefined;
  /** The caller's facts are the answer: no further check. */
  readonly trusted?: boolean;
}

/** A script from articles: the question, then the sentences that answer it, in article order. */
export function writeFromArticles(
  findings: Findings,
  question: Question,
  options: ScriptOptions,
): WrittenScript | undefined {
  const { articles } = findings;
  const first = articles[0];
  if (!first) return undefined;
  const most = maxWordsFor(options.length_s);
  const figures = figureLines(findings, question);
  const name = articles.flatMap(({ title }) => nameStemsIn(title, question));
  const byRank = rankSentences(articles, question);
  const gives = createAnswerCheck(question, articles, name);
  const ranked = moveAnswerFirst(byRank, gives, (text) => shareSaid(question, text, name));
  const room = most - countFramingWords(question) - countLineWords(figures);
  const asked = question.stems.filter((each) => !name.includes(each));
  const chosen = dropDangling(chooseSentences(ranked, gives, room, asked));
  const [answering] = ranked;
  const isFirst = hasAnswerForm(question.asks) && answering !== undefined && gives(answering);
  const body = sortByArticle(chosen, isFirst ? chosen[0]?.paragraph : undefined).map(({ text }) => text);
  const opening = writeOpening(question, articles[chosen[0]?.article ?? 0]?.paragraphs[0] ?? '', body);
  const subject = question.subject || first.title;
  const used = [
    ...new Set([...chosen.map(({ article }) => article), ...(figures.length > 0 ? [0] : [])]),
  ].sort((a, b) => a - b);
  const sources: ScriptSource[] = used.flatMap((index) => {
    const article = articles[index];
    return article
      ? [{ title: article.title, url: article.url || null, licence: article.licence || null }]
      : [];
  });
  const picture = openingPicture([first.title, subject], [question.text, opening, ...body]);
  const hook: ScriptLine = {
    text: opening,
    scene: { kind: 'title' },
    onScreen: titleOf(question),
    subject: picture,
    weight: 10,
  };
  const [best] = chosen;
  const answer = best && body.find((text) => text.endsWith(removeLinkWord(best.text)));
  const scenes = new SentenceScenes(picture);
  const lines = cutToLength(
    [
      hook,
      ...figures,
      ...body.filter((text) => text !== opening).map((text) => scenes.next(text, text === answer ? 10 : 8)),
      ...(sources[0] ? [sourceLine(sources, options.by, picture)] : []),
    ],
    most,
  );
  if (lines.length < 2) return undefined;
  const photo = used[0] === 0 ? first.photo : undefined;
  const cited = photo ? [...sources, photoSource(photo)] : sources;
  return {
    storyboard: withPhoto(
      createStoryboard(lines, {
        title: titleOf(question),
        sources: cited,
        tags: [subject, ...used.map((index) => articles[index]?.title ?? ''), 'explained'],
        mood: 'curious',
      }),
      photo,
    ),
    by: options.by,
    sources: cited,
    answers:
      options.trusted === true ||
      (figures.length > 0 && answerLines(figures).every((line) => lines.includes(line))) ||
      (!isAmbiguous(question, name, ranked, gives) &&
        isAnswered(question, name, lines, (text) => {
          const rank = byRank.findIndex((each) => toSentence(each.text) === removeLinkWord(text));
          return rank >= 0 && rank < maxAnswerRank && gives({ text, article: byRank[rank]?.article });
        })),
    notes: findings.notes,
  };
}

const toSentence = (text: string): string => removeLinkWord(toSpokenText(text));

const answerLines = (lines: readonly ScriptLine[]): ScriptLine[] =>
  lines.filter(({ weight }) => weight >= answerWeight);

const photoSource = ({ title, author, page, licence, image }: Photo): ScriptSource => ({
  title: `Photograph for “${title}” by ${author}`,
  url: page,
  licence,
  image,
});

/** Puts the photograph into the first scene after the opening that shows only a picture. */
function withPhoto(storyboard: Storyboard, photo: Photo | undefined): Storyboard {
  const { beats } = storyboard;
  const place = beats.findIndex(({ scene }) => scene.kind === 'picture' || scene.kind === 'definition');
  if (!photo || place < 0) return storyboard;
  const credit = truncateText(`Photo: ${photo.author}, ${photo.licence}`, 120);
  return {
    ...storyboard,
    beats: beats.map((beat, index) => (index === place ? { ...beat, image: 0, credit } : beat)),
  };
}

/** Number of words besides those of the articles: the opening and the source. */
const countFramingWords = ({ text, isQuestion }: Question): number =>
  (isQuestion ? countWords(text) : 0) + sourceWords;

const titleOf = ({ text }: Question): string => capitalise(text);

/** The best sentences that fit the time, without duplicates, each with the sentence it refers back to. */
function chooseSentences(
  ranked: readonly RankedSentence[],
  gives: AnswerCheck,
  most: number,
  asked: readonly string[],
): RankedSentence[] {
  const chosen: RankedSentence[] = [];
  let words = 0;
  // Once the answer is known, the others must belong to it; until then, more of them may have it.
  const isKnown = ranked[0] !== undefined && gives(ranked[0]);
  const belongs = (sentence: RankedSentence): boolean =>
    !isKnown ||
    chosen.length === 0 ||
    chosen.some((other) => isBeside(other, sentence)) ||
    saysOf(sentence.text, asked);
  const before = ({ article, paragraph, place }: RankedSentence) =>
    ranked.find(
      (other) => other.article === article && other.paragraph === paragraph && other.place === place - 1,
    );
  const add = (sentence: RankedSentence): boolean => {
    const text = toSpokenText(sentence.text);
    const length = countWords(text);
    // The first one is the answer, whatever its length.
    if (
      (chosen.length > 0 && words + length > most) ||
      chosen.some((other) => other.text === text || isSameStatement(other, { text }, 0.85))
    )
      return false;
    chosen.push({ ...sentence, text });
    words += length;
    return true;
  };
  const best = Math.max(...ranked.map(({ score }) => score), 0);
  const main = mainArticle(ranked);
  for (const [rank, sentence] of ranked.entries()) {
    // A script has one subject: another article contributes only an answer, and only where none is known.
    const isNeeded = rank === 0 || (!isKnown && rank < maxRankOfOtherArticle && gives(sentence));
    if (sentence.article !== main && !isNeeded) continue;
    if (words > most * 0.88 || (rank > 0 && sentence.score < best * 0.25)) break;
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

/** Part of a compound has another meaning: a "German-speaking country" does not say what people speak. */
const saysOf = (text: string, asked: readonly string[]): boolean =>
  toStems(text.replace(/\p{L}+-\p{Ll}+ing\b/gu, '')).some((each) => asked.includes(each));

const isBeside = (a: RankedSentence, b: RankedSentence): boolean =>
  a.article === b.article && a.paragraph === b.paragraph && Math.abs(a.place - b.place) === 1;

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
const dropDangling = (chosen: readonly RankedSentence[]): RankedSentence[] =>
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
function sortByArticle(chosen: readonly RankedSentence[], first: number | undefined): RankedSentence[] {
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

/** A question opens with itself; a noun with the article's defining sentence. */
function writeOpening(question: Question, lead: string, body: readonly string[]): string {
  if (question.isQuestion) return sayTopic(question);
  const sentence = toSpokenText(splitSentences(lead)[0] ?? '');
  const stems = toStems(question.subject);
  const names = (text: string) => stems.some((each) => toStems(text).includes(each));
  if (sentence !== '' && names(sentence) && countWords(sentence) <= 32) return sentence;
  return body.find(names) ?? `${capitalise(question.subject)}.`;
}

function sourceLine(sources: readonly ScriptSource[], by: ScriptOptions['by'], subject: string): ScriptLine {
  const host = sources[0]?.url ? new URL(sources[0].url).hostname.replace(/^(?:www|en)\./, '') : '';
  const name = /wikipedia/.test(host)
    ? 'Wikipedia'
    : host && !/^[\d.]+$|^localhost$/.test(host)
      ? host
      : 'the encyclopaedia';
  const [one = '', two] = sources.slice(0, 2).map(({ title }) => `“${title}”`);
  // Long titles take longer than the last card stays; the description has all of them.
  const wordings =
    by === 'facts'
      ? [`Source: ${sources[0]?.title ?? 'the text that was given'}.`, 'Source: the text that was given.']
      : [
          ...(two ? [`Source: ${name}, ${one} and ${two}.`] : []),
          `Source: ${name}, ${one}.`,
          `Source: ${name}.`,
        ];
  const text = wordings.find((each) => estimateSeconds(each) <= maxSourceS) ?? wordings.at(-1) ?? '';
  return { text, scene: { kind: 'end' }, onScreen: text.slice(0, 60), subject, weight: 10 };
}
