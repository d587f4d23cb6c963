import type { Image } from '@napi-rs/canvas';
import { zip } from '../../../platform/zip.ts';
import type { Narration } from '../../narration.ts';
import { seededRandom } from '../../seeded-random.ts';
import type { SoundEvents } from '../../sound/effects.ts';
import type { Beat, Format, Storyboard, Style } from '../../storyboard.ts';
import { Captions } from '../captions/captions.ts';
import { type Frame, fps, frames } from '../frame.ts';
import { toYuv } from '../look/colour.ts';
import { pairingFor } from '../look/pairings.ts';
import { type Palette, paletteFor } from '../look/palettes.ts';
import { findCues } from '../scenes/cues.ts';
import type { Part } from '../scenes/part.ts';
import { layOut } from '../scenes/scene.ts';
import { storyOf } from '../scenes/story.ts';
import { Type } from '../text/type.ts';
import { type Span, spansOf } from '../timeline.ts';
import type { Arena } from './arena.ts';
import { Compositor, type Picture } from './compositor.ts';
import { Progress } from './progress.ts';
import { Stage } from './stage.ts';
import { drawTransition, pickTransition, type Transition, transition_s } from './transition.ts';

const arenaBytes = 176 * 1024 * 1024;

export interface PlannedScene {
  readonly kind: Beat['scene']['kind'];
  readonly span: Span;
  /** Indexes of its beats. */
  readonly beats: readonly number[];
  /** When each of its beats starts, in seconds of the video. */
  readonly starts: readonly number[];
  readonly hops: readonly number[];
  readonly palette: Palette;
  readonly parts: readonly Part[];
  readonly comesBy: Transition;
}

interface StagedScene {
  readonly scene: number;
  readonly painting: Generator<void, Stage, void>;
  stage: Stage | undefined;
}

interface FrameBuffer {
  readonly picture: Picture;
  readonly bytes: Buffer;
}

/** All frames of a video in sequence: which scenes are visible at a frame, and what is seen of each. */
export class FrameRenderer {
  readonly storyboard: Storyboard;
  readonly scenes: readonly PlannedScene[];
  readonly frameSize: Frame;
  readonly #narration: Narration;
  readonly #seed: number;
  readonly #compositor = new Compositor();
  readonly #buffers: readonly [FrameBuffer, FrameBuffer];
  readonly #before: Picture;
  readonly #after: Picture;
  readonly #arenas: readonly [Arena, Arena];
  /** The current scene and the previous or next one, by the parity of their indexes. */
  readonly #stages: [StagedScene | undefined, StagedScene | undefined] = [undefined, undefined];
  readonly #captions: Captions;
  readonly #progress: Progress;

  constructor(storyboard: Storyboard, narration: Narration, seed: number, options: PlanOptions = {}) {
    this.frameSize = frames[options.format ?? '9:16'];
    const { width, height, captionBand } = this.frameSize;
    this.storyboard = storyboard;
    this.#narration = narration;
    this.#seed = seed;
    const type = new Type(
      pairingFor(storyboard.mood, seed),
      storyboard.language,
      allText(storyboard, narration),
    );
    this.scenes = planFrames(storyboard, narration, seed, type, options);
    const compositor = this.#compositor;
    const whole = width * height * 1.5;
    const room = compositor.arena(Math.ceil(whole + 64) * 4);
    const picture = () => compositor.allocatePicture(width, height, room);
    const buffer = (): FrameBuffer => {
      const own = picture();
      return { picture: own, bytes: compositor.bytesOf(own) };
    };
    this.#buffers = [buffer(), buffer()];
    [this.#before, this.#after] = [picture(), picture()];
    this.#arenas = [compositor.arena(arenaBytes), compositor.arena(arenaBytes)];
    this.#captions = new Captions(
      compositor,
      compositor.arena(24 * 1024 * 1024),
      type,
      narration,
      (beat) => this.scenes.find(({ beats }) => beats.includes(beat))?.palette ?? this.scenes[0]!.palette,
      captionBand,
    );
    this.#progress = new Progress(compositor, compositor.arena(2 * 1024 * 1024), narration.duration);
  }

  get soundEvents(): SoundEvents {
    const entrances = this.scenes.flatMap(({ span, parts }) =>
      parts
        .filter((part) => !part.backdrop && !part.name.startsWith('headline') && part.enter.at > 0.2)
        .map((part) => span.from + part.enter.at),
    );
    return { cuts: this.scenes.slice(1).map(({ span }) => span.from), entrances };
  }

  /** Frame number n. Its memory is reused two frames later. */
  frame(n: number): Buffer {
    const { picture, bytes } = this.#buffers[n % 2 === 0 ? 0 : 1];
    this.draw(picture, n / fps);
    return bytes;
  }

  /** Draws the video at a second. */
  draw(picture: Picture, t: number): void {
    const found = this.scenes.findLastIndex(({ span }) => t >= span.from);
    const i = Math.max(0, found);
    const { span, comesBy, palette } = this.scenes[i]!;
    const since = t - span.from;
    if (i > 0 && since < transition_s) {
      this.#stage(i - 1).draw(this.#before, t - this.scenes[i - 1]!.span.from);
      this.#stage(i).draw(this.#after, since);
      const edge = toYuv(palette.accent);
      drawTransition(
        this.#compositor,
        picture,
        this.#before,
        this.#after,
        comesBy,
        since / transition_s,
        edge,
      );
    } else {
      this.#stage(i).draw(picture, since);
      this.#prepare(i + 1);
    }
    this.#captions.draw(picture, t);
    this.#progress.draw(picture, t, palette);
  }

  #stage(i: number): Stage {
    const staged = this.#staged(i);
    while (!staged.stage) this.#prepare(i);
    return staged.stage;
  }

  /** One step towards preparing a scene: a scene lasts more frames than it has steps. */
  #prepare(i: number): void {
    if (!this.scenes[i]) return;
    const staged = this.#staged(i);
    if (staged.stage) return;
    const step = staged.painting.next();
    if (step.done) staged.stage = step.value;
  }

  #staged(i: number): StagedScene {
    const known = this.#stages[i % 2];
    if (known?.scene === i) return known;
    const { span, beats, palette, parts, hops } = this.scenes[i]!;
    const arena = this.#arenas[i % 2 === 0 ? 0 : 1];
    arena.clear();
    const painting = Stage.painting(this.#compositor, arena, {
      parts,
      palette,
      frame: this.frameSize,
      mood: this.storyboard.beats[beats[0]!]!.mood,
      seconds: span.to - span.from + transition_s,
      hops,
      seed: this.#seed + i * 7919,
    });
    const staged = { scene: i, painting, stage: undefined };
    this.#stages[i % 2] = staged;
    return staged;
  }

  /** A still frame, such as the poster, in its own buffer. */
  still(t: number): Buffer {
    const { picture, bytes } = this.#buffers[0];
    this.draw(picture, t);
    return Buffer.from(bytes);
  }

  get duration(): number {
    return this.#narration.duration;
  }
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
  const story = storyOf(storyboard);
  for (const spans of mergeScenes(spansOf(narration, storyboard.beats.length), storyboard.beats)) {
    const [first, last] = [spans[0], spans.at(-1)];
    const beat = first && storyboard.beats[first.beat];
    if (!first || !last || !beat) continue;
    const span: Span = { ...first, to: last.to, sentences: spans.flatMap((each) => each.sentences) };

    const before = planned.at(-1);
    const palette = paletteFor(beat.mood, first.beat, seed, { style, before: before?.palette });
    const words = narration.words.filter((word) => word.beat >= first.beat && word.beat <= last.beat);
    const seconds = span.to - span.from;
    const laidOut = layOut({
      beat,
      phases: spans.map(({ beat: n, from }, i) => {
        const next = spans[i + 1];
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
      cues: findCues(words, span.from, seconds),
      opening: planned.length === 0,
      image: beat.image === undefined ? undefined : images[beat.image],
    });
    const starts = spans.map(({ from }) => from);
    const hops = hopsFor(
      laidOut,
      [...span.sentences, ...starts.slice(1)].map((at) => at - span.from),
      seconds,
    );
    planned.push({
      kind: beat.scene.kind,
      span,
      beats: spans.map(({ beat: n }) => n),
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
function mergeScenes(spans: readonly Span[], beats: readonly Beat[]): Span[][] {
  const groups: Span[][] = [];
  const data = (beat: Beat | undefined) =>
    beat && 'at' in beat.scene && beat.scene.at !== undefined && beat.image === undefined
      ? JSON.stringify({ ...beat.scene, at: undefined })
      : undefined;
  let group: Span[] | undefined;
  let shown: string | undefined;
  for (const span of spans) {
    const own = data(beats[span.beat]);
    if (group && own !== undefined && own === shown) group.push(span);
    else {
      group = [span];
      groups.push(group);
    }
    shown = own;
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
    const rest = at - before;
    const count = Math.floor(rest / maxRest_s);
    return Array.from({ length: count }, (_, k) => before + (rest * (k + 1)) / (count + 1));
  });
  return [...sentences, ...fillers].sort((a, b) => a - b);
}

/** Where no drawing is there to hop, the largest part that is there does. */
function withMotion(parts: readonly Part[], hops: readonly number[]): Part[] {
  const isThere = ({ enter, until }: Part, t: number) =>
    t >= enter.at + (enter.for ?? 0.5) && t < (until ?? Number.POSITIVE_INFINITY);
  const nods = new Map<Part, number[]>();
  for (const hop of hops) {
    const there = parts.filter((part) => isThere(part, hop));
    if (there.some(({ lively }) => lively)) continue;
    const legible = there.filter(({ contents, backdrop }) => contents.length > 0 && !backdrop);
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
