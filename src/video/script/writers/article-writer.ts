import { isPlain } from '../../picture/relations/relation.ts';
import type { Beat, Storyboard } from '../../storyboard.ts';
import { splitSentences } from '../../voice/sentences.ts';
import { withCapitals } from '../capitals.ts';
import { type Judgement, judge, nameStemsIn, type Passage } from '../claim.ts';
import type { EncyclopaediaArticle } from '../encyclopaedia/article.ts';
import type { Findings } from '../encyclopaedia/encyclopaedia.ts';
import type { Photo } from '../encyclopaedia/photo.ts';
import { type Question, sayTopic } from '../question.ts';
import type { ScriptSource, WrittenScript } from '../script.ts';
import { estimateSeconds } from '../speech-length.ts';
import { capitalise, truncateText } from '../text.ts';
import { countWords, toStems } from '../words.ts';
import { figureLines } from './figure-lines.ts';
import {
  countLineWords,
  createStoryboard,
  cutToLength,
  isSameStatement,
  maxWordsFor,
  type ScriptLine,
} from './lines.ts';
import { openingPicture, SentenceScenes } from './sentence-scene.ts';
import { refersBack, removeLinkWord, shortenForSpeech, toSpokenText } from './spoken-text.ts';

/** Speaking time of the source: the last card stays a second and a half longer. */
const maxSourceS = 4.4;
/** Approximate number of words of the spoken source. */
const sourceWords = 6;
/** Sentences that fit the question less than this share of the best one are left out. */
const minFit = 0.35;
/** The best sentences are said with the sentence that they refer to. */
const maxTop = 3;
/** Sentences after the answer that explain it. */
const maxContext = 2;
const longestLead = 25;
/** A longer subject is a sentence rather than a tag. */
const maxTagWords = 3;

interface Told extends Judgement {
  readonly article: EncyclopaediaArticle;
  readonly index: number;
}

const passagesOf = ({ paragraphs }: Pick<EncyclopaediaArticle, 'paragraphs'>): Passage[] =>
  paragraphs.flatMap((text, paragraph) =>
    splitSentences(text).map((sentence, place) => ({ text: toSpokenText(sentence), paragraph, place })),
  );

/** A script from the one article that answers, or that is about the subject; from two for a comparison of both. */
export function writeFromArticles(
  findings: Findings,
  asked: Question,
  length_s?: number,
): WrittenScript | undefined {
  const { articles } = findings;
  const question = withCapitals(asked, articles);
  const told = articles.map(
    (article, index): Told => ({ ...judge(question, article.title, passagesOf(article)), article, index }),
  );
  const main = mainOf(told, question);
  if (!main) return undefined;
  const figures = figureLines(findings, question);
  const most = maxWordsFor(length_s);
  const room =
    most - (question.isQuestion ? countWords(question.text) : 0) - sourceWords - countLineWords(figures);
  const second =
    question.asks === 'versus' ? told.find((each) => each !== main && isSide(each, question)) : undefined;
  const chosen = [...(second ? [main, second] : [main])].flatMap((each, _, all) =>
    chooseSentences(each, room / all.length),
  );
  const body = chosen.map((text) => text);
  const { article, claim } = main;
  const written = writeLines(question, {
    articles: second ? [article, second.article] : [article],
    opening: writeOpening(question, article.paragraphs[0] ?? '', body),
    figures,
    body,
    answer: claim?.text,
    most,
  });
  if (!written) return undefined;
  const isSaid = (text: string) => written.lines.some((line) => line.text.includes(text));
  const isClaimSaid = claim && spokenParts(claim, true).map(removeLinkWord).every(isSaid);
  const figure = figures.find(({ weight }) => weight >= 10);
  const evidence = figure && isSaid(figure.text) ? figure.text : isClaimSaid ? claim.text : undefined;
  return {
    storyboard: written.storyboard,
    by: 'encyclopaedia',
    sources: written.sources,
    answers: evidence === undefined ? null : true,
    claim:
      evidence === undefined ? null : { sentence: evidence, source: article.title, url: article.url || null },
    notes: findings.notes,
  };
}

/** The article that answers; otherwise the first that is about the subject. */
function mainOf(told: readonly Told[], question: Question): Told | undefined {
  const answering = told
    .filter(({ claim }) => claim)
    .sort((a, b) => Number(b.isAbout) - Number(a.isAbout) || b.sure - a.sure);
  // "How many books are in the library?" names no library: two articles that answer it are two libraries.
  if (answering.length > 1 && !answering[0]?.isAbout) return undefined;
  return answering[0] ?? told.find((each) => each.covers || isSide(each, question));
}

const isSide = ({ article }: Told, { asks, subject, other = '' }: Question): boolean =>
  asks === 'versus' &&
  [subject, other].some((side) => nameStemsIn(article.title, { stems: toStems(side) }).length > 0);

/** The sentences in which a passage is spoken; an answer is never shortened, only divided. */
function spokenParts({ text }: Passage, isAnswer: boolean): string[] {
  const parts = shortenForSpeech(text);
  const isWhole = parts.length > 0 && toStems(parts.join(' ')).length >= toStems(text).length;
  return !isAnswer || isWhole ? parts : [text];
}

/** The best sentences that fit the time, without duplicates, in the order of the article, the answer's paragraph first. */
function chooseSentences({ ranked, claim }: Told, maxWords: number): string[] {
  const at = (paragraph: number, place: number) =>
    ranked.find((each) => each.paragraph === paragraph && each.place === place);
  const best = ranked[0]?.score ?? 0;
  const around = claim
    ? Array.from({ length: maxContext }, (_, i) => at(claim.paragraph, claim.place + i + 1) ?? []).flat()
    : [];
  // The lead of an article and the first sentences of its paragraphs sum it up.
  const summary = ranked.filter(({ place }) => place === 0).sort((a, b) => a.paragraph - b.paragraph);
  const fitting = ranked.filter(({ score }) => score > 0 && score >= best * minFit);
  const chosen: Passage[] = [];
  const wanted = [...(claim ? [claim] : []), ...around, ...fitting, ...(claim ? [] : summary)];
  // Of an article with nothing but long sentences, they are spoken as they are, and so is the best: it may answer.
  const areLong = wanted.every((passage) => spokenParts(passage, passage === claim).length === 0);
  const mayBeLong = (passage: Passage) => areLong || passage === claim || (best > 0 && passage === ranked[0]);
  let words = 0;
  const add = (passage: Passage): boolean => {
    const parts = spokenParts(passage, mayBeLong(passage));
    const length = countWords(parts.join(' '));
    const isSaid = chosen.some((other) => other === passage || isSameStatement(other, passage, 0.85));
    if (
      length === 0 ||
      isSaid ||
      /\?$/.test(passage.text) ||
      (chosen.length > 0 && words + length > maxWords)
    )
      return false;
    chosen.push(passage);
    words += length;
    return true;
  };
  for (const passage of wanted) {
    const before = refersBack(passage.text) ? at(passage.paragraph, passage.place - 1) : undefined;
    const isBest = ranked.indexOf(passage) < maxTop;
    // A sentence such as "They lost it" needs the one before it.
    if (before && !chosen.includes(before) && !isBest) continue;
    if (add(passage) && before && passage !== claim && countWords(before.text) <= longestLead) add(before);
  }
  const turn = ({ paragraph }: Passage) => (paragraph === claim?.paragraph ? -1 : paragraph);
  const sorted = chosen.sort((a, b) => turn(a) - turn(b) || a.place - b.place);
  return sorted.flatMap((passage, i) => {
    const last = sorted[i - 1];
    const follows = last?.paragraph === passage.paragraph && last.place === passage.place - 1;
    const parts = spokenParts(passage, mayBeLong(passage));
    return follows ? parts : parts.map(removeLinkWord);
  });
}

interface Parts {
  readonly articles: readonly EncyclopaediaArticle[];
  readonly opening: string;
  readonly figures: readonly ScriptLine[];
  readonly body: readonly string[];
  /** The sentence that answers, which is not cut. */
  readonly answer: string | undefined;
  readonly most: number;
}

/** Opening, figures, sentences and source, each with its scene, cut to length. */
function writeLines(question: Question, { articles, opening, figures, body, answer, most }: Parts) {
  const [first] = articles;
  if (!first) return undefined;
  const sources: ScriptSource[] = articles.map(({ title, url, licence }) => ({
    title,
    url: url || null,
    licence: licence || null,
  }));
  const subject = question.subject || first.title;
  const picture = openingPicture([first.title, subject]);
  const scenes = new SentenceScenes();
  const title = capitalise(question.text);
  const lines = cutToLength(
    [
      { text: opening, scene: { kind: 'title' }, onScreen: title, subject: picture, weight: 10 },
      ...figures,
      ...body
        .filter((text) => text !== opening)
        .map((text) => scenes.next(text, answer?.includes(text.slice(1, -1)) ? 10 : 8)),
      sourceLine(sources, picture),
    ],
    most,
  );
  if (lines.length < 2) return undefined;
  const { photo } = first;
  const cited = photo ? [...sources, photoSource(photo)] : sources;
  const told = articles.filter(({ url }) => url !== '').map((article) => article.title);
  const asked = countWords(subject) <= maxTagWords ? [subject.replace(/["“”]/g, '')] : [];
  const tags = [...(told.length > 0 ? told : asked), 'explained'];
  const storyboard = withPhoto(
    createStoryboard(lines, { title, sources: cited, tags, mood: 'curious' }),
    photo,
  );
  return { lines, storyboard, sources: cited };
}

/** A script from the caller's facts: all of them in their order, or those that fit the time best, with a note of the others. */
export function writeFromFacts(
  facts: readonly EncyclopaediaArticle[],
  asked: Question,
  length_s?: number,
): WrittenScript | undefined {
  const question = withCapitals(asked, facts);
  const most = maxWordsFor(length_s);
  const room = most - (question.isQuestion ? countWords(question.text) : 0) - sourceWords;
  const told = facts.map(
    (fact, index): Told => ({ ...judge(question, fact.title, passagesOf(fact)), article: fact, index }),
  );
  const all = told.flatMap(({ ranked, index, claim }) =>
    ranked.map((passage) => ({ ...passage, index, score: passage.score + (passage === claim ? 100 : 0) })),
  );
  const inOrder = <T extends { index: number; paragraph: number; place: number }>(some: readonly T[]): T[] =>
    some.toSorted((a, b) => a.index - b.index || a.paragraph - b.paragraph || a.place - b.place);
  let left = room;
  const fits = ({ text }: Passage, i: number): boolean => {
    const length = countWords(text);
    if (i > 0 && length > left) return false;
    left -= length;
    return true;
  };
  const kept = inOrder(all.toSorted((a, b) => b.score - a.score).filter(fits));
  if (kept.length === 0) return undefined;
  const body = kept.map(({ text }) => text);
  const articles = told
    .filter(({ index }) => kept.some((each) => each.index === index))
    .map(({ article }) => article);
  const claimed = told.find(({ claim }) => claim && body.includes(claim.text));
  const written = writeLines(question, {
    articles,
    opening: writeOpening(question, body[0] ?? '', body),
    figures: [],
    body,
    answer: claimed?.claim?.text,
    // What was chosen is said, even if it takes a little longer.
    most: Math.max(most, countWords(body.join(' ')) + most - room),
  });
  if (!written) return undefined;
  const said = written.lines.map(({ text }) => text).join(' ');
  const dropped = inOrder(all.filter(({ text }) => !said.includes(text)));
  const notes = dropped
    .slice(0, maxNamed)
    .map(({ text }) => `not said, as the video would be too long: ${truncateText(text, 80)}`);
  if (dropped.length > maxNamed)
    notes.push(
      `${dropped.length} of ${all.length} sentences of the facts are not said; set length_s for more`,
    );
  const claim = claimed?.claim && {
    sentence: claimed.claim.text,
    source: claimed.article.title,
    url: claimed.article.url || null,
  };
  return {
    storyboard: written.storyboard,
    by: 'facts',
    sources: written.sources,
    answers: claim ? true : null,
    claim: claim ?? null,
    notes,
  };
}

/** Sentences that are left out are named one by one up to this many. */
const maxNamed = 30;

const photoSource = ({ title, author, page, licence, image }: Photo): ScriptSource => ({
  title: `Photograph for “${title}” by ${author}`,
  url: page,
  licence,
  image,
});

/** Puts the photograph into the first scene that explains no more than it does: a picture or words, else a plain act. */
function withPhoto(storyboard: Storyboard, photo: Photo | undefined): Storyboard {
  const { beats } = storyboard;
  const isUnexplained = ({ scene }: Beat) => ['picture', 'definition', 'quote'].includes(scene.kind);
  const beat = beats.find(isUnexplained) ?? beats.find(({ scene }) => isPlain(scene));
  if (!photo || !beat) return storyboard;
  const place = beats.indexOf(beat);
  const credit = truncateText(`Photo: ${photo.author}, ${photo.licence}`, 120);
  return {
    ...storyboard,
    beats: beats.map((beat, index) => (index === place ? { ...beat, image: 0, credit } : beat)),
  };
}

/** A question opens with itself; a noun with the article's defining sentence. */
function writeOpening(question: Question, lead: string, body: readonly string[]): string {
  if (question.isQuestion) return sayTopic(question);
  if (question.other) return `${capitalise(question.subject)} or ${question.other}?`;
  const sentence = toSpokenText(splitSentences(lead)[0] ?? '');
  const stems = toStems(question.subject);
  const names = (text: string) => stems.some((each) => toStems(text).includes(each));
  if (sentence !== '' && names(sentence) && countWords(sentence) <= longestLead) return sentence;
  return body.find((text) => names(text) && !refersBack(text)) ?? `${capitalise(question.subject)}.`;
}

function sourceLine(sources: readonly ScriptSource[], subject: string): ScriptLine {
  const host = sources[0]?.url ? new URL(sources[0].url).hostname.replace(/^(?:www|en)\./, '') : '';
  const name = /wikipedia/.test(host)
    ? 'Wikipedia'
    : host && !/^[\d.]+$|^localhost$/.test(host)
      ? host
      : 'the encyclopaedia';
  const [one = '', two] = sources.slice(0, 2).map(({ title }) => `“${title}”`);
  // Long titles take longer than the last card stays; the description has all of them.
  const wordings = host
    ? [
        ...(two ? [`Source: ${name}, ${one} and ${two}.`] : []),
        `Source: ${name}, ${one}.`,
        `Source: ${name}.`,
      ]
    : [`Source: ${sources[0]?.title ?? 'your facts'}.`, 'Source: your facts.'];
  const text = wordings.find((each) => estimateSeconds(each) <= maxSourceS) ?? wordings.at(-1) ?? '';
  return { text, scene: { kind: 'end', silent: true }, onScreen: text.slice(0, 60), subject, weight: 10 };
}
