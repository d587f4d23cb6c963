import type { Image } from '@napi-rs/canvas';
import { zip } from '../../../platform/zip.ts';
import type { Narration } from '../../narration.ts';
import { seededRandom } from '../../seeded-random.ts';
import type { Beat, Format, Storyboard, Style } from '../../storyboard.ts';
import { frames } from '../frame.ts';
import { type Palette, paletteFor } from '../look/palettes.ts';
import { findCues } from '../scenes/cues.ts';
import type { Part } from '../scenes/part.ts';
import { layOut } from '../scenes/scene.ts';
import { summariseStory } from '../scenes/story.ts';
import type { Type } from '../text/type.ts';
import { type BeatTime, computeBeatTimes } from '../timeline.ts';
import { pickTransition, type Transition } from './transition.ts';

export interface PlannedScene {
  readonly kind: Beat['scene']['kind'];
  readonly time: BeatTime;
  /** Indexes of its beats. */
  readonly beats: readonly number[];
  /** When each of its beats starts, in seconds of the video. */
  readonly starts: readonly number[];
  readonly hops: readonly number[];
  readonly palette: Palette;
  readonly parts: readonly Part[];
  readonly comesBy: Transition;
}

export interface PlanOptions {
  readonly format?: Format;
  readonly style?: Style;
  /** The uploaded images, by the index that a beat refers to. */
  readonly images?: readonly Image[];
}

export function planFrames(
  storyboard: Storyboard,
  narration: Narration,
  seed: number,
  type: Type,
  { format = '9:16', style = 'auto', images = [] }: PlanOptions = {},
): PlannedScene[] {
  const planned: PlannedScene[] = [];
  const random = seededRandom(seed ^ 0x7f4a);
  const story = summariseStory(storyboard);
  for (const times of mergeScenes(computeBeatTimes(narration, storyboard.beats.length), storyboard.beats)) {
    const [first, last] = [times[0], times.at(-1)];
    const beat = first && storyboard.beats[first.beat];
    if (!first || !last || !beat) continue;
    const time: BeatTime = { ...first, to: last.to, sentences: times.flatMap(({ sentences }) => sentences) };

    const before = planned.at(-1);
    const palette = paletteFor(beat.mood, first.beat, seed, { style, before: before?.palette });
    const words = narration.words.filter((word) => word.beat >= first.beat && word.beat <= last.beat);
    const seconds = time.to - time.from;
    const laidOut = layOut({
      beat,
      phases: times.map(({ beat: n, from }, i) => {
        const next = times[i + 1];
        return {
          beat: storyboard.beats[n] ?? beat,
          at: from - first.from,
          until: next && next.from - first.from,
        };
      }),
      story,
      area: frames[format].sceneArea,
      type,
      palette,
      random: seededRandom(seed * 31 + first.beat),
      cues: findCues(words, time.from, seconds),
      opening: planned.length === 0,
      image: beat.image === undefined ? undefined : images[beat.image],
    });
    const starts = times.map(({ from }) => from);
    const hops = hopsFor(
      laidOut,
      [...time.sentences, ...starts.slice(1)].map((at) => at - time.from),
      seconds,
    );
    planned.push({
      kind: beat.scene.kind,
      time,
      beats: times.map(({ beat: n }) => n),
      starts,
      palette,
      parts: withMotion(laidOut, hops),
      hops,
      comesBy: pickTransition(random, before?.comesBy),
    });
  }
  return planned;
}

/** Beats that go through the steps of one thing share a scene. */
function mergeScenes(times: readonly BeatTime[], beats: readonly Beat[]): BeatTime[][] {
  const groups: BeatTime[][] = [];
  const data = (beat: Beat | undefined) =>
    beat && 'at' in beat.scene && beat.scene.at !== undefined && beat.image === undefined
      ? JSON.stringify({ ...beat.scene, at: undefined })
      : undefined;
  let group: BeatTime[] | undefined;
  let sharedData: string | undefined;
  for (const time of times) {
    const own = data(beats[time.beat]);
    if (group && own !== undefined && own === sharedData) group.push(time);
    else {
      group = [time];
      groups.push(group);
    }
    sharedData = own;
  }
  return groups;
}

const maxRest_s = 2.3;

/** When lively parts hop: at the start of sentences, and when nothing else would move for too long. */
function hopsFor(parts: readonly Part[], sentences: readonly number[], seconds: number): number[] {
  const events = [
    0,
    ...parts.map(({ enter }) => enter.at).filter((at) => at > 0),
    ...sentences,
    seconds,
  ].sort((a, b) => a - b);
  const fillers = zip(events, events.slice(1)).flatMap(([before, at]) => {
    const stillTime = at - before;
    const count = Math.floor(stillTime / maxRest_s);
    return Array.from({ length: count }, (_, k) => before + (stillTime * (k + 1)) / (count + 1));
  });
  return [...sentences, ...fillers].sort((a, b) => a - b);
}

/** If no lively part is visible, the largest visible part hops. */
function withMotion(parts: readonly Part[], hops: readonly number[]): Part[] {
  const isThere = ({ enter, until }: Part, t: number) =>
    t >= enter.at + (enter.for ?? 0.5) && t < (until ?? Number.POSITIVE_INFINITY);
  const nods = new Map<Part, number[]>();
  for (const hop of hops) {
    const visible = parts.filter((part) => isThere(part, hop));
    if (visible.some(({ lively }) => lively)) continue;
    const legible = visible.filter(({ contents, backdrop }) => contents.length > 0 && !backdrop);
    const [largest] = legible.toSorted((a, b) => b.box.w * b.box.h - a.box.w * a.box.h);
    if (largest) nods.set(largest, [...(nods.get(largest) ?? []), hop]);
  }
  return parts.map((part) => {
    const own = nods.get(part);
    return own ? { ...part, nods: [...(part.nods ?? []), ...own].sort((a, b) => a - b) } : part;
  });
}

/** All text that may be displayed, to select the fonts to load. */
export function allText(storyboard: Storyboard, narration: Narration): string {
  return JSON.stringify(storyboard) + narration.words.map(({ text }) => text).join(' ');
}
