import type { Narration } from '../../narration.ts';
import type { SoundEvents } from '../../sound/effects.ts';
import type { Storyboard } from '../../storyboard.ts';
import { Captions } from '../captions/captions.ts';
import { type Frame, fps, frames } from '../frame.ts';
import { toYuv } from '../look/colour.ts';
import { pairingFor } from '../look/pairings.ts';
import { Type } from '../text/type.ts';
import type { Arena } from './arena.ts';
import { Compositor, type CompositorPicture } from './compositor.ts';
import { allText, type PlannedScene, type PlanOptions, planFrames } from './frame-plan.ts';
import { FrameProgress } from './progress.ts';
import { Stage } from './stage.ts';
import { drawTransition, transition_s } from './transition.ts';

const arenaBytes = 176 * 1024 * 1024;

interface StagedScene {
  readonly scene: number;
  readonly painting: Generator<void, Stage, void>;
  stage: Stage | undefined;
}

interface FrameBuffer {
  readonly picture: CompositorPicture;
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
  readonly #before: CompositorPicture;
  readonly #after: CompositorPicture;
  readonly #arenas: readonly [Arena, Arena];
  /** The current scene and the previous or next one, by the parity of their indexes. */
  readonly #stages: [StagedScene | undefined, StagedScene | undefined] = [undefined, undefined];
  readonly #captions: Captions;
  readonly #progress: FrameProgress;

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
    const frameBytes = width * height * 1.5;
    const room = compositor.arena(Math.ceil(frameBytes + 64) * 4);
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
    this.#progress = new FrameProgress(compositor, compositor.arena(2 * 1024 * 1024), narration.duration);
  }

  get soundEvents(): SoundEvents {
    const entrances = this.scenes.flatMap(({ time, parts }) =>
      parts
        .filter((part) => !part.backdrop && !part.name.startsWith('headline') && part.enter.at > 0.2)
        .map((part) => time.from + part.enter.at),
    );
    return { cuts: this.scenes.slice(1).map(({ time }) => time.from), entrances };
  }

  /** Frame number n. Its memory is reused two frames later. */
  frame(n: number): Buffer {
    const { picture, bytes } = this.#buffers[n % 2 === 0 ? 0 : 1];
    this.draw(picture, n / fps);
    return bytes;
  }

  /** Draws the video at a second. */
  draw(picture: CompositorPicture, t: number): void {
    const found = this.scenes.findLastIndex(({ time }) => t >= time.from);
    const i = Math.max(0, found);
    const { time, comesBy, palette } = this.scenes[i]!;
    const since = t - time.from;
    if (i > 0 && since < transition_s) {
      this.#stage(i - 1).draw(this.#before, t - this.scenes[i - 1]!.time.from);
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
    const { time, beats, palette, parts, hops } = this.scenes[i]!;
    const arena = this.#arenas[i % 2 === 0 ? 0 : 1];
    arena.clear();
    const painting = Stage.painting(this.#compositor, arena, {
      parts,
      palette,
      frame: this.frameSize,
      mood: this.storyboard.beats[beats[0]!]!.mood,
      seconds: time.to - time.from + transition_s,
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
