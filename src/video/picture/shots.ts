import { zip } from '../../platform/zip.ts';
import type { Narration, SpokenWord } from '../narration.ts';
import { keyWords } from '../script/key-words.ts';
import { capitalise } from '../script/text.ts';
import { toStems } from '../script/words.ts';
import { type Beat, noPicture, type Storyboard } from '../storyboard.ts';
import { isUnspaced } from '../voice/unspaced.ts';
import { isDrawable } from './drawing/subject.ts';
import { samePicture } from './icons/picture.ts';
import { earliestCut_s, latestCut_s, maxScene_s, minScene_s } from './pace.ts';
import { computeBeatTimes } from './timeline.ts';
import { picturesByWords } from './word-pictures.ts';

/** Ends of clauses, where a speaker pauses. */
const clauseEnd = /[,;:—–，、；：،؛]["”’»)」』]*$/u;
/** Words that start a clause. */
const startsClause =
  /^(?:and|but|or|because|while|when|where|which|who|that|until|since|after|before|than|as)$/i;
/** A word that starts a clause or phrase. */
const startsPhrase =
  /^(?:and|but|or|because|while|when|where|which|who|that|until|since|from|with|without|into|onto|for|in|on|at|by|as|than|to|near|during|after|before|around|through|between|against|under|over)$/i;
/** A word that starts a noun phrase. */
const startsNounPhrase =
  /^(?:the|an?|its?|his|her|their|our|your|this|these|about|almost|nearly|only|more|\d.*)$/i;
const preposition =
  /^(?:from|with|without|into|onto|for|in|on|at|by|as|than|to|near|during|after|before|around|through|between|against|under|over|of)$/i;
const verb = /^(?:is|are|was|were|has|have|had|can|could|will|would|may|do|does|did)$/i;
/** The rest of the first side of a row: "for trains; " before the second side. */
const restOfSide = /^for [^;]{1,60};\s+/;
/** Conjunctions are dropped from a clause that stands alone. */
const leadingConjunctions = /^(?:(?:and|but|or|so|which|who|that)\s+)+/i;

/**
 * Splits a scene longer than six seconds into shots, cut where a clause starts: each has its part of the
 * sentence. A list or table that one beat narrates fills up by itself, and an uploaded image stays as
 * placed.
 */
export function splitLongScenes(
  storyboard: Storyboard,
  narration: Narration,
): { storyboard: Storyboard; narration: Narration } {
  const beats: Beat[] = [];
  const words: SpokenWord[] = [];
  const [opening, ...rest] = storyboard.beats;
  // Most sentences name the main subject, and it has already been shown.
  const main = opening?.subject ?? noPicture;
  const subjects = [...new Set([...rest.map(({ subject }) => subject), ...storyboard.tags])].filter(
    (each) => !samePicture(each, main),
  );
  const isMain = ({ subject }: Beat) => samePicture(subject, main);
  let mainShots = storyboard.beats.filter(isMain).length;
  const isMainWorn = () => mainShots >= maxMainShots;
  for (const [beat, { beat: number, from, to }] of zip(
    storyboard.beats,
    computeBeatTimes(narration, storyboard.beats.length),
  )) {
    const own = narration.words.filter((word) => word.beat === number);
    const cuts = isCuttable(beat) ? findCuts(own, from, to) : [];
    const isShown = (picture: string) => beats.some(({ subject }) => samePicture(subject, picture));
    const starts = [0];
    const first = beats.push(untilCut(beat, own, cuts[0])) - 1;
    for (const [i, cut] of cuts.entries()) {
      const shot = createNextShot(beat, own.slice(0, cuts[i + 1]), cut, {
        main,
        subjects,
        isShown,
        isMainWorn,
      });
      if (!shot) continue;
      if (isMain(shot)) mainShots++;
      beats.push(shot);
      starts.push(cut);
    }
    words.push(
      ...own.map((word, i) => ({ ...word, beat: first + starts.findLastIndex((start) => start <= i) })),
    );
  }
  return { storyboard: { ...storyboard, beats }, narration: { ...narration, words } };
}

/** The words as a text; in a script without spaces they follow each other directly. */
const joinWords = (words: readonly SpokenWord[]): string =>
  words
    .map(({ text }, i) =>
      i > 0 && isUnspaced(text) && isUnspaced(words[i - 1]?.text ?? '') ? text : ` ${text}`,
    )
    .join('')
    .trim();

const isStatement = ({ scene }: Beat): boolean => scene.kind === 'quote' && scene.by === '';

/** A statement that continues in the next shot is cut off at the cut. */
function untilCut(beat: Beat, words: readonly SpokenWord[], cut: number | undefined): Beat {
  if (cut === undefined || !isStatement(beat)) return beat;
  const text = joinWords(words.slice(0, cut)).replace(/[,;:—–，、；：،؛]+$/u, '');
  const isContinued = words[cut]?.sentence === words[cut - 1]?.sentence;
  return { ...beat, scene: { kind: 'quote', text: isContinued ? `${text} …` : text, by: '' } };
}

const isCuttable = ({ scene, image }: Beat): boolean =>
  image === undefined &&
  scene.kind !== 'end' &&
  !((scene.kind === 'list' || scene.kind === 'versus') && scene.at === undefined);

/** Shots with the picture of the opening. */
const maxMainShots = 4;
/** Shortest part of a scene that cannot be cut otherwise. */
const minShot_s = 2;

/** The first words of all shots but the first. */
function findCuts(words: readonly SpokenWord[], from: number, to: number): number[] {
  if (to - from <= maxScene_s) return [];
  const cut = findCut(words, from, to);
  const start = cut === undefined ? undefined : words[cut]?.start;
  if (cut === undefined || start === undefined) return [];
  const laterCuts = findCuts(words.slice(cut), start, to).map((each) => cut + each);
  return [...findCuts(words.slice(0, cut), from, start), cut, ...laterCuts];
}

/** A word at which to cut: of those that start a clause, the one nearest to the middle, or to a third of a long scene. */
function findCut(words: readonly SpokenWord[], from: number, to: number): number | undefined {
  const shots = Math.ceil((to - from) / maxScene_s);
  const middle = from + ((to - from) * Math.floor(shots / 2)) / shots;
  const [earliest, latest] = [from + minScene_s - latestCut_s, to - minScene_s + earliestCut_s];
  const all = words
    .map((word, i) => ({ i, word, start: word.start, before: words[i - 1] }))
    .filter(({ before }) => before);
  const fitting = all.filter(({ start }) => start >= earliest && start <= latest);
  // One word may be longer than a scene ("299,792,458"): a shot that is a little short is better than no cut.
  const possible =
    fitting.length > 0
      ? fitting
      : all.filter(({ start }) => start >= from + minShot_s && start <= to - minShot_s);
  const nearestToMiddle = (chosen: typeof possible) =>
    chosen.toSorted((a, b) => Math.abs(a.start - middle) - Math.abs(b.start - middle))[0]?.i;
  const afterMark = possible.filter(({ before }) => clauseEnd.test(before?.text ?? ''));
  const newSentence = possible.filter(({ before, word }) => before?.sentence !== word.sentence);
  // A cut further out would require its neighbours to be moved too.
  const isComfortable = ({ start }: { readonly start: number }) =>
    start >= from + minScene_s && start <= to - minScene_s;
  const leadingBy = (pattern: RegExp) =>
    possible.filter(
      ({ word, before }) =>
        pattern.test(word.text) &&
        !startsPhrase.test(before?.text ?? '') &&
        !startsNounPhrase.test(before?.text ?? ''),
    );
  return (
    nearestToMiddle(newSentence) ??
    nearestToMiddle(afterMark) ??
    nearestToMiddle(leadingBy(startsClause).filter(isComfortable)) ??
    nearestToMiddle(leadingBy(startsPhrase)) ??
    nearestToMiddle(leadingBy(startsNounPhrase)) ??
    nearestToMiddle(possible)
  );
}

/** Whether a word follows the end of a clause or sentence, or starts a phrase itself. */
const startsPart = (word: SpokenWord | undefined, before: SpokenWord | undefined): boolean =>
  word !== undefined &&
  (startsPhrase.test(word.text) ||
    startsNounPhrase.test(word.text) ||
    clauseEnd.test(before?.text ?? '') ||
    before?.sentence !== word.sentence);

/** A verb or a preposition says nothing without what precedes it. */
const standsAlone = (text: string): boolean => {
  const [first = ''] = text.split(' ');
  return !verb.test(first) && !preposition.test(first);
};

/** What a shot can show. */
interface Pictures {
  /** The picture of the opening. */
  readonly main: string;
  readonly subjects: readonly string[];
  readonly isShown: (picture: string) => boolean;
  /** The picture of the opening is in enough shots. */
  readonly isMainWorn: () => boolean;
}

/** A picture of what the words after the cut name or measure, or else of the beat's subject. */
function createNextShot(
  beat: Beat,
  all: readonly SpokenWord[],
  cut: number,
  { main, subjects, isShown, isMainWorn }: Pictures,
): Beat | undefined {
  const [before, words] = [all[cut - 1], all.slice(cut)];
  const narration = joinWords(words);
  const remaining = narration
    .replace(restOfSide, '')
    .replace(leadingConjunctions, '')
    .replace(/[\s,;:—–，、；：،؛]+$/u, '');
  const isWhole = startsPart(words[0], before) && standsAlone(remaining);
  const on_screen = isWhole ? keyWords(remaining) : beat.on_screen;
  if (on_screen === '') return undefined;
  // A row of a table stays in its table: only the headline changes, to the other side of the row.
  if (beat.scene.kind === 'versus') return { ...beat, narration, on_screen };
  const stems = toStems(narration);
  const subject =
    subjects.find(
      (each) =>
        isDrawable(each) &&
        !samePicture(each, beat.subject) &&
        toStems(each).every((stem) => stems.includes(stem)),
    ) ??
    picturesByWords(narration).find((each) => isDrawable(each) && !isShown(each)) ??
    (samePicture(beat.subject, main) && isMainWorn() ? noPicture : beat.subject);
  if (subject === noPicture) {
    const isContinued = words[0]?.sentence === before?.sentence;
    const text = isContinued ? `… ${remaining}` : capitalise(remaining);
    return { ...beat, subject, narration, on_screen, scene: { kind: 'quote', text, by: '' } };
  }
  return { ...beat, subject, narration, on_screen, scene: { kind: 'picture', pictures: [subject] } };
}
