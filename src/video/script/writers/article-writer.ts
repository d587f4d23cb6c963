import type { Storyboard } from '../../storyboard.ts';
import { sentencesOf } from '../../voice/sentences.ts';
import type { Findings } from '../encyclopaedia/encyclopaedia.ts';
import type { Photo } from '../encyclopaedia/photo.ts';
import { type RankedSentence, rankSentences } from '../encyclopaedia/ranking.ts';
import type { Question } from '../question/question.ts';
import { stemsOf, wordCount } from '../question/words.ts';
import type { ScriptAuthor, Source, WrittenScript } from '../script.ts';
import { capitalised, clipped } from '../text.ts';
import { figureLines } from './figure-lines.ts';
import { type Line, saysSame, storyboardOf, wordsFor } from './lines.ts';
import { sentenceScene } from './sentence-scene.ts';
import { asSpoken, leansBack, withoutLink } from './spoken-sentence.ts';

/** Words in addition to those of the articles: the opening and the source. */
const aroundWords = 22;
/** Articles other than the main one contribute only if their sentence is among this many best ones. */
const othersHeard = 3;
/** Share of the question that a script must cover to count as an answer. */
const coverageOfAnswer = 0.65;

interface Wish {
  readonly by: Extract<ScriptAuthor, 'encyclopaedia' | 'facts'>;
  readonly length_s?: number | undefined;
  /** The caller's facts are the answer: no further check. */
  readonly trusted?: boolean;
}

/** A script from articles: the question, then the sentences that answer it, in article order. */
export function writeFromArticles(
  findings: Findings,
  question: Question,
  wish: Wish,
): WrittenScript | undefined {
  const { articles } = findings;
  const first = articles[0];
  if (!first) return undefined;
  const most = wordsFor(wish.length_s);
  const ranked = rankSentences(articles, question);
  const figures = figureLines(findings, question);
  const spent = figures.reduce((sum, { text }) => sum + wordCount(text), 0);
  const chosen = chosenSentences(ranked, Math.max(20, most - aroundWords - spent));
  const body = inOrder(chosen).map(({ text }) => text);
  const opening = openingOf(question, articles[chosen[0]?.article ?? 0]?.paragraphs[0] ?? '', body);
  const subject = question.subject || first.title;
  const used = [
    ...new Set([...chosen.map(({ article }) => article), ...(figures.length > 0 ? [0] : [])]),
  ].sort((a, b) => a - b);
  const sources: Source[] = used.flatMap((index) => {
    const article = articles[index];
    return article
      ? [{ title: article.title, url: article.url || null, licence: article.licence || null }]
      : [];
  });
  const lines: Line[] = [
    { text: opening, scene: { kind: 'title' }, shown: titleOf(question), subject, weight: 10 },
    ...figures,
    ...body.filter((text) => text !== opening).map((text) => sentenceScene(text, subject, 8)),
    ...(sources[0] ? [sourceLine(sources, wish.by, subject)] : []),
  ];
  if (lines.length < 2) return undefined;
  const photo = used[0] === 0 ? first.photo : undefined;
  const told = photo ? [...sources, photoSource(photo)] : sources;
  return {
    storyboard: withPhoto(
      storyboardOf(lines, {
        title: titleOf(question),
        sources: told,
        tags: [subject, ...used.map((index) => articles[index]?.title ?? ''), 'explained'],
        mood: 'curious',
      }),
      photo,
    ),
    by: wish.by,
    sources: told,
    answers:
      wish.trusted === true ||
      (figures.length > 0 && question.asks === 'how-many') ||
      isAnswered(question, ranked, body),
    notes: findings.notes,
  };
}

const photoSource = ({ title, author, page, licence, image }: Photo): Source => ({
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
  const credit = clipped(`Photo: ${photo.author}, ${photo.licence}`, 120);
  return {
    ...storyboard,
    beats: beats.map((beat, index) => (index === place ? { ...beat, image: 0, credit } : beat)),
  };
}

const titleOf = ({ text }: Question): string => capitalised(text);

/** The best sentences that fit the time, without duplicates, each with the sentence it refers back to. */
function chosenSentences(ranked: readonly RankedSentence[], most: number): RankedSentence[] {
  const chosen: RankedSentence[] = [];
  let words = 0;
  const before = ({ article, paragraph, place }: RankedSentence) =>
    ranked.find(
      (other) => other.article === article && other.paragraph === paragraph && other.place === place - 1,
    );
  const add = (sentence: RankedSentence): boolean => {
    const text = asSpoken(sentence.text);
    const length = wordCount(text);
    if (
      words + length > most ||
      chosen.some((other) => other.text === text || saysSame(other, { text }, 0.85))
    )
      return false;
    chosen.push({ ...sentence, text });
    words += length;
    return true;
  };
  const best = ranked[0]?.score ?? 0;
  const main = mainArticle(ranked);
  for (const [rank, sentence] of ranked.entries()) {
    // A script has one subject: another article contributes only the sentences that fit the question best.
    if (sentence.article !== main && rank >= othersHeard) continue;
    if (words > most * 0.88 || sentence.score < best * 0.25) break;
    if (!add(sentence)) continue;
    const lead = leansBack(sentence.text) ? before(sentence) : undefined;
    if (
      lead &&
      wordCount(lead.text) <= 24 &&
      !chosen.some(
        ({ article, paragraph, place }) =>
          article === lead.article && paragraph === lead.paragraph && place === lead.place,
      )
    )
      add(lead);
  }
  return chosen;
}

/** The article whose best sentences fit the question best. */
function mainArticle(ranked: readonly RankedSentence[]): number {
  const sums = new Map<number, { sum: number; count: number }>();
  for (const { article, score } of ranked) {
    const so = sums.get(article) ?? { sum: 0, count: 0 };
    if (so.count < 3) sums.set(article, { sum: so.sum + score, count: so.count + 1 });
  }
  return [...sums].sort(([, a], [, b]) => b.sum - a.sum)[0]?.[0] ?? 0;
}

/** In article order; a link word to a sentence that was left out is removed. */
function inOrder(chosen: readonly RankedSentence[]): RankedSentence[] {
  const order = [...new Set(chosen.map(({ article }) => article))];
  const sorted = [...chosen].sort(
    (a, b) =>
      order.indexOf(a.article) - order.indexOf(b.article) || a.paragraph - b.paragraph || a.place - b.place,
  );
  return sorted.map((sentence, index) => {
    const last = sorted[index - 1];
    const follows =
      last?.article === sentence.article &&
      last.paragraph === sentence.paragraph &&
      last.place === sentence.place - 1;
    return follows ? sentence : { ...sentence, text: withoutLink(sentence.text) };
  });
}

/** A question opens with itself; a noun with the article's defining sentence. */
function openingOf(question: Question, lead: string, body: readonly string[]): string {
  if (question.isQuestion) return `${capitalised(question.text.replace(/[\s?.!]+$/u, ''))}?`;
  const sentence = asSpoken(sentencesOf(lead)[0] ?? '');
  const stems = stemsOf(question.subject);
  const names = (text: string) => stems.some((each) => stemsOf(text).includes(each));
  if (sentence !== '' && names(sentence) && wordCount(sentence) <= 32) return sentence;
  return body.find(names) ?? `${capitalised(question.subject)}.`;
}

/** Whether the script covers most of the question, and one sentence much of it. */
function isAnswered(question: Question, ranked: readonly RankedSentence[], body: readonly string[]): boolean {
  const asked = [...new Set(question.stems)];
  if (asked.length === 0 || ranked.length === 0) return false;
  const said = new Set(stemsOf(body.join(' ')));
  const share = (stems: ReadonlySet<string>) => asked.filter((each) => stems.has(each)).length / asked.length;
  const nearest = Math.max(...body.map((text) => share(new Set(stemsOf(text)))), 0);
  return share(said) >= coverageOfAnswer && nearest >= 0.4;
}

function sourceLine(sources: readonly Source[], by: Wish['by'], subject: string): Line {
  const host = sources[0]?.url ? new URL(sources[0].url).hostname.replace(/^(?:www|en)\./, '') : '';
  const name = /wikipedia/.test(host)
    ? 'Wikipedia'
    : host && !/^[\d.]+$|^localhost$/.test(host)
      ? host
      : 'the encyclopaedia';
  const titles = sources.slice(0, 2).map(({ title }) => `“${title}”`);
  const text =
    by === 'facts'
      ? `Source: ${sources[0]?.title ?? 'the text that was given'}.`
      : `Source: ${name}, ${titles.join(' and ')}.`;
  return { text, scene: { kind: 'end' }, shown: text.slice(0, 60), subject, weight: 10 };
}
