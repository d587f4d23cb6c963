import type { Narration } from '../narration.ts';
import { silentCard_s } from '../storyboard.ts';
import { fps } from './frame.ts';
import { pacedCuts } from './pace.ts';

/** When a beat's scene is visible, in seconds of the video, and when its sentences start. */
export interface BeatTime {
  readonly beat: number;
  readonly from: number;
  readonly to: number;
  readonly sentences: readonly number[];
}

/** A scene appears slightly before its first word, so that it is visible when the word is spoken. */
const ahead_s = 0.3;
const shortest_s = 0.4;

/**
 * Each beat lasts from the start of its first sentence to that of the next beat. A cut is moved a little where
 * a scene would otherwise be too short or too long.
 */
export function computeBeatTimes(narration: Narration, beats: number): BeatTime[] {
  const { words, duration } = narration;
  const starts = pacedCuts(spokenStarts(narration, beats), duration);
  return starts.map((from, beat) => {
    const own = words.filter((word) => word.beat === beat);
    const sentences = own
      .filter((word, i) => i > 0 && own[i - 1]?.sentence !== word.sentence)
      .map((word) => word.start);
    return { beat, from, to: starts[beat + 1] ?? duration, sentences };
  });
}

function spokenStarts({ words, duration }: Narration, beats: number): number[] {
  const first = (beat: number) => words.find((word) => word.beat === beat);
  const starts: number[] = [0];
  for (let beat = 1; beat < beats; beat++) {
    const word = first(beat);
    const before = words.findLast((w) => w.beat < beat)?.end ?? 0;
    const last = starts.at(-1) ?? 0;
    // The last card of a video that ends in silence; any other beat without words shares the remaining time.
    const rest =
      beat === beats - 1
        ? Math.max(before, duration - silentCard_s)
        : last + (duration - last) / (beats - beat + 1);
    const start = word
      ? Math.max(Math.min(word.start, Math.max(before, word.start - ahead_s)), last + shortest_s)
      : Math.max(rest, last + shortest_s);
    starts.push(Math.min(start, duration));
  }
  return starts;
}

export const countFrames = (narration: Narration): number =>
  Math.max(1, Math.round(narration.duration * fps));
