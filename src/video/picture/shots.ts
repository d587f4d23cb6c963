import type { Narration, SpokenWord } from '../narration.ts';
import { capitalised, clipped } from '../script/text.ts';
import type { Beat, Storyboard } from '../storyboard.ts';
import { spansOf } from './timeline.ts';

const longestScene_s = 6;
const shortestShot_s = 2.4;

/** Where a listener breathes. */
const clauseEnd = /[,;:—–]["”’»)]*$/u;
/** A word that begins a clause or a phrase of its own. */
const leads =
  /^(?:and|but|or|because|while|when|where|which|who|that|until|since|from|with|without|into|for|in|on|at|by|as|than|to|near|during|after|before)$/i;
/** What joins a clause to the one before it is left out where it stands alone. */
const joint = /^(?:(?:and|but|or|so|which|who|that)\s+)+/i;

/**
 * A scene that would stay for more than six seconds is shown in two shots, cut where a clause begins: the second has the
 * rest of the sentence. Scenes that go on step by step change by themselves, and an upload stays as its owner placed it.
 */
export function inShots(
  storyboard: Storyboard,
  narration: Narration,
): { storyboard: Storyboard; narration: Narration } {
  const beats: Beat[] = [];
  const words: SpokenWord[] = [];
  for (const { beat: number, from, to } of spansOf(narration, storyboard.beats.length)) {
    const beat = storyboard.beats[number]!;
    const own = narration.words.filter((word) => word.beat === number);
    const cut = to - from > longestScene_s && isStill(beat) ? cutOf(own, from, to) : undefined;
    const second = cut === undefined ? undefined : secondShot(beat, own.slice(cut));
    words.push(
      ...own.map((word, i) => ({
        ...word,
        beat: beats.length + (second && cut !== undefined && i >= cut ? 1 : 0),
      })),
    );
    beats.push(beat, ...(second ? [second] : []));
  }
  return { storyboard: { ...storyboard, beats }, narration: { ...narration, words } };
}

const isStill = ({ scene, image }: Beat): boolean =>
  image === undefined &&
  scene.kind !== 'list' &&
  scene.kind !== 'end' &&
  !('at' in scene && scene.at !== undefined);

/** The word that the second shot begins with: the nearest to the middle of those that begin a clause. */
function cutOf(words: readonly SpokenWord[], from: number, to: number): number | undefined {
  const middle = (from + to) / 2;
  const possible = words
    .map(({ start }, i) => ({ i, start }))
    .filter(({ i, start }) => i > 0 && start - from >= shortestShot_s && to - start >= shortestShot_s);
  const nearest = (chosen: typeof possible) =>
    chosen.toSorted((a, b) => Math.abs(a.start - middle) - Math.abs(b.start - middle))[0]?.i;
  const afterMark = possible.filter(({ i }) => clauseEnd.test(words[i - 1]!.text));
  const newSentence = possible.filter(({ i }) => words[i - 1]!.sentence !== words[i]!.sentence);
  return (
    nearest(newSentence) ??
    nearest(afterMark) ??
    nearest(possible.filter(({ i }) => leads.test(words[i]!.text)))
  );
}

/** The thing itself, large, with the words that are still to be said. */
function secondShot(beat: Beat, words: readonly SpokenWord[]): Beat | undefined {
  const narration = words.map(({ text }) => text).join(' ');
  const on_screen = clipped(capitalised(narration.replace(joint, '').replace(/[.!?]["”’»)]*$/u, '')), 60);
  if (on_screen === '') return undefined;
  return { ...beat, narration, on_screen, scene: { kind: 'picture', pictures: [beat.subject] } };
}
