import { zip } from '../../platform/zip.ts';
import type { Narration, SpokenWord } from '../narration.ts';
import { capitalise } from '../script/text.ts';
import { dataScene } from '../script/writers/sentence-scene.ts';
import { type Beat, noPicture, type Scene, type Storyboard } from '../storyboard.ts';
import { isUnspaced } from '../voice/unspaced.ts';
import { minScene_s } from './pace.ts';
import { computeBeatTimes } from './timeline.ts';

/** Ends of clauses, where a speaker pauses. */
const clauseEnd = /[,;:.!?—–，、；：。！？،؛]["”’»)」』]*$/u;
/** Words appear as they are spoken, so a statement may stand longer than a picture. */
const maxStatement_s = 7;

/** An opening or a picture that nothing is added to. */
const maxPicture_s = 4;

interface Shot {
  readonly beat: Beat;
  /** Its words, from this one on. */
  readonly from: number;
}

/**
 * Cuts an opening or a picture that stands too long: the diagram of its sentence follows, or the sentence itself.
 * Other scenes fill up while they are narrated; only a long statement is cut into parts.
 */
export function splitLongScenes(
  storyboard: Storyboard,
  narration: Narration,
): { storyboard: Storyboard; narration: Narration } {
  const beats: Beat[] = [];
  const words: SpokenWord[] = [];
  for (const [beat, { beat: number, from, to }] of zip(
    storyboard.beats,
    computeBeatTimes(narration, storyboard.beats.length),
  )) {
    const own = narration.words.filter((word) => word.beat === number);
    const shots = shotsOf(beat, own, from, to);
    const first = beats.length;
    beats.push(...shots.map((shot) => shot.beat));
    words.push(
      ...own.map((word, i) => ({
        ...word,
        beat:
          first +
          Math.max(
            0,
            shots.findLastIndex((shot) => shot.from <= i),
          ),
      })),
    );
  }
  return { storyboard: { ...storyboard, beats }, narration: { ...narration, words } };
}

function shotsOf(beat: Beat, words: readonly SpokenWord[], from: number, to: number): Shot[] {
  const { scene, image } = beat;
  const whole: Shot[] = [{ beat, from: 0 }];
  if (image !== undefined) return whole;
  if (scene.kind === 'quote' && scene.by === '') {
    const cuts = findStatementCuts(words, from, to);
    return cuts.length === 0 ? whole : statements(beat, words, [0, ...cuts]);
  }
  if ((scene.kind !== 'title' && scene.kind !== 'picture') || to - from <= maxPicture_s) return whole;
  const cut = findCut(words, { from: from + minScene_s, to: to - minScene_s });
  if (cut === undefined) return whole;
  const data = dataScene(beat.narration);
  if (data) return [...whole, { beat: { ...beat, subject: noPicture, scene: data }, from: cut }];
  const start = words[cut]?.start ?? from;
  const cuts = findStatementCuts(words.slice(cut), start, to).map((each) => each + cut);
  // The first words of the sentence are shown once more, as the picture stood in their place.
  const [first, ...rest] = statements(beat, words, [0, ...cuts]);
  return [...whole, ...(first ? [{ ...first, from: cut }] : []), ...rest];
}

/** The first words of the parts of a long statement but the first. */
function findStatementCuts(words: readonly SpokenWord[], from: number, to: number): number[] {
  const parts = Math.ceil((to - from) / maxStatement_s);
  if (parts < 2) return [];
  const middle = from + ((to - from) * Math.floor(parts / 2)) / parts;
  const cut = findCut(words, { from: middle - minScene_s, to: middle + minScene_s }, middle);
  const start = cut === undefined ? undefined : words[cut]?.start;
  if (cut === undefined || start === undefined || start <= from || start >= to) return [];
  return [
    ...findStatementCuts(words.slice(0, cut), from, start),
    cut,
    ...findStatementCuts(words.slice(cut), start, to).map((each) => each + cut),
  ];
}

/** The word within a range that is nearest to a time: the first of a clause if possible. */
function findCut(
  words: readonly SpokenWord[],
  range: { readonly from: number; readonly to: number },
  near = range.from,
): number | undefined {
  const possible = words
    .map(({ start }, i) => ({ i, start, before: words[i - 1]?.text ?? '' }))
    .filter(({ i, start }) => i > 0 && start >= range.from && start <= range.to)
    .toSorted((a, b) => Math.abs(a.start - near) - Math.abs(b.start - near));
  const clause = possible.find(
    ({ start, before }) => clauseEnd.test(before) && Math.abs(start - near) <= minScene_s,
  );
  return (clause ?? possible[0])?.i;
}

/** Statements of the words from each of these to the next. */
const statements = (beat: Beat, words: readonly SpokenWord[], starts: readonly number[]): Shot[] =>
  starts.map((from, k) => {
    const text = joinWords(words.slice(from, starts[k + 1]));
    const scene: Scene = { kind: 'quote', text: capitalise(text).slice(0, 160), by: '' };
    return { beat: { ...beat, subject: noPicture, scene }, from };
  });

/** The words as a text; in a script without spaces they follow each other directly. */
const joinWords = (words: readonly SpokenWord[]): string =>
  words
    .map(({ text }, i) =>
      i > 0 && isUnspaced(text) && isUnspaced(words[i - 1]?.text ?? '') ? text : ` ${text}`,
    )
    .join('')
    .trim();
