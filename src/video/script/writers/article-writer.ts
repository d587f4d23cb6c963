import type { Storyboard } from '../../storyboard.ts';
import { splitSentences } from '../../voice/sentences.ts';
import { nameStemsIn } from '../encyclopaedia/article-name.ts';
import type { Findings } from '../encyclopaedia/encyclopaedia.ts';
import type { Photo } from '../encyclopaedia/photo.ts';
import { rankSentences } from '../encyclopaedia/ranking.ts';
import { shareSaid } from '../question/answer-sentence.ts';
import { withCapitals } from '../question/capitals.ts';
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
  maxWordsFor,
  type ScriptLine,
} from './lines.ts';
import { chooseSentences, dropDangling, sortByArticle } from './sentence-choice.ts';
import { openingPicture, SentenceScenes } from './sentence-scene.ts';
import { refersBack, removeLinkWord, toSpokenText } from './spoken-text.ts';

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
  asked: Question,
  options: ScriptOptions,
): WrittenScript | undefined {
  const { articles } = findings;
  const question = withCapitals(asked, articles);
  const first = articles[0];
  if (!first) return undefined;
  const most = maxWordsFor(options.length_s);
  const figures = figureLines(findings, question);
  const name = articles.flatMap(({ title }) => nameStemsIn(title, question));
  const byRank = rankSentences(articles, question);
  const gives = asSpoken(createAnswerCheck(question, articles, name));
  const ranked = moveAnswerFirst(byRank, gives, (text) => shareSaid(question, text, name));
  const room = most - countFramingWords(question) - countLineWords(figures);
  const wanted = question.stems.filter((each) => !name.includes(each));
  const chosen = dropDangling(chooseSentences(ranked, gives, room, wanted));
  const [answering] = ranked;
  const isFirst = answering !== undefined && gives(answering);
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
  const told = articles[chosen[0]?.article ?? 0] ?? first;
  const picture = openingPicture([told.title, subject], [question.text, opening, ...body]);
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

/** Judges a sentence by what is spoken of it: an answer in a long aside is not heard. */
function asSpoken(gives: AnswerCheck): AnswerCheck {
  const known = new Map<string, boolean>();
  return ({ text, article }) => {
    const key = `${article} ${text}`;
    const isGiven = known.get(key) ?? gives({ text: toSpokenText(text), article });
    known.set(key, isGiven);
    return isGiven;
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

/** A question opens with itself; a noun with the article's defining sentence. */
function writeOpening(question: Question, lead: string, body: readonly string[]): string {
  if (question.isQuestion) return sayTopic(question);
  if (question.other) return `${capitalise(question.subject)} or ${question.other}?`;
  const sentence = toSpokenText(splitSentences(lead)[0] ?? '');
  const stems = toStems(question.subject);
  const names = (text: string) => stems.some((each) => toStems(text).includes(each));
  if (sentence !== '' && names(sentence) && countWords(sentence) <= 32) return sentence;
  return body.find((text) => names(text) && !refersBack(text)) ?? `${capitalise(question.subject)}.`;
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
