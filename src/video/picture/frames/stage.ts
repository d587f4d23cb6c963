import { createCanvas } from '@napi-rs/canvas';
import { type RandomSource, seededRandom } from '../../seeded-random.ts';
import type { Mood } from '../../storyboard.ts';
import { backgroundMargin, paintBackground } from '../drawing/background.ts';
import { canvasFor } from '../drawing/canvas.ts';
import { type Particle, paintParticle, scatterParticles } from '../drawing/particles.ts';
import { clamp } from '../easing.ts';
import { centre, type Frame } from '../frame.ts';
import type { Palette } from '../look/palettes.ts';
import { motionAt } from '../scenes/motion.ts';
import type { Part } from '../scenes/part.ts';
import type { Arena } from './arena.ts';
import type { Compositor, CompositorPicture } from './compositor.ts';
import { PoseCache } from './pose-cache.ts';
import type { Sprite } from './sprite.ts';

interface PaintedPart {
  readonly part: Part;
  readonly sprite: Sprite;
  readonly poses: PoseCache;
  /** Digits of a running number. */
  readonly glyphs: ReadonlyMap<string, Sprite>;
}

interface DriftingParticle {
  readonly particle: Particle;
  readonly poses: PoseCache;
}

/** Everything painted for a scene. */
interface PaintedScene {
  readonly ground: CompositorPicture;
  readonly particles: readonly DriftingParticle[];
  readonly actors: readonly PaintedPart[];
  /** Direction in which the background pans, as a share of a full turn. */
  readonly angle: number;
}

export interface StagePlan {
  readonly frame: Frame;
  readonly parts: readonly Part[];
  readonly palette: Palette;
  readonly mood: Mood;
  readonly seconds: number;
  /** Times of the parts' hops, in seconds of the scene. */
  readonly hops: readonly number[];
  readonly seed: number;
}

/**
 * One painted scene: everything it needs is in the compositor's memory, and a frame is a few copies and
 * blends.
 */
export class Stage {
  readonly #compositor: Compositor;
  readonly #ground: CompositorPicture;
  readonly #actors: readonly PaintedPart[];
  readonly #particles: readonly DriftingParticle[];
  readonly #play: StagePlan;
  readonly #way: { readonly x: number; readonly y: number };

  private constructor(compositor: Compositor, play: StagePlan, painted: PaintedScene) {
    this.#compositor = compositor;
    this.#play = play;
    this.#ground = painted.ground;
    this.#actors = painted.actors;
    this.#particles = painted.particles;
    // The background pans slowly in one direction for the whole scene.
    const angle = painted.angle * Math.PI * 2;
    const pace = Math.min(15, (2 * backgroundMargin - 8) / Math.max(1, play.seconds + 1));
    this.#way = { x: Math.cos(angle) * pace, y: Math.sin(angle) * pace };
  }

  /**
   * Painting takes as long as ten frames or more. It is split into small steps, so that frames can be
   * produced in between.
   */
  static *painting(compositor: Compositor, arena: Arena, play: StagePlan): Generator<void, Stage, void> {
    const random: RandomSource = seededRandom(play.seed);
    const { soft, sharp } = paintBackground(play.frame, play.palette, play.mood, random);
    const ground = compositor.ground(soft, arena);
    yield;
    if (sharp) compositor.over(ground, sharp);
    const particles: DriftingParticle[] = [];
    for (const particle of scatterParticles(play.frame, play.palette, play.mood, random)) {
      yield;
      particles.push(createDriftingParticle(compositor, arena, particle));
    }
    const angle = random();
    const actors: PaintedPart[] = [];
    const behind = (part: Part) => part.backdrop === true;
    for (const part of [...play.parts.filter(behind), ...play.parts.filter((part) => !behind(part))]) {
      yield;
      actors.push(yield* createActor(compositor, arena, part));
    }
    return new Stage(compositor, play, { ground, particles, actors, angle });
  }

  /** Draws the scene at one of its seconds, over the whole frame. */
  draw(frame: CompositorPicture, t: number): void {
    const compositor = this.#compositor;
    const middle = (this.#play.seconds + 1) / 2;
    // By whole pixels: the encoder's motion search then finds exact matches, which cost next to nothing.
    const gx = clamp(Math.round(backgroundMargin + this.#way.x * (t - middle)), 0, 2 * backgroundMargin);
    const gy = clamp(Math.round(backgroundMargin + this.#way.y * (t - middle)), 0, 2 * backgroundMargin);
    compositor.window(frame, this.#ground, gx, gy);
    for (const { particle, poses } of this.#particles) {
      const sprite = poses.at((particle.spin * t) % (Math.PI * 2));
      const [w, h] = [frame.w + 2 * sprite.w, frame.h + 2 * sprite.h];
      const x =
        wrapAround(particle.x + particle.vx * t + particle.sway * Math.sin(t * 1.1 + particle.phase), w) -
        sprite.w;
      const y = wrapAround(particle.y + particle.vy * t, h) - sprite.h;
      compositor.draw(frame, sprite, { x, y, opacity: particle.opacity });
    }
    for (const actor of this.#actors) this.#drawActor(frame, actor, t);
  }

  #drawActor(frame: CompositorPicture, { part, sprite, poses, glyphs }: PaintedPart, t: number): void {
    const moved = motionAt(part, t, this.#play.hops);
    if (!moved) return;
    const middle = centre(part.box);
    const [x, y] = [middle.x + moved.dx, middle.y + moved.dy];
    const compositor = this.#compositor;
    const { count } = part;
    if (count) {
      const text = count.text(clamp((t - part.enter.at) / count.for));
      const glyphRun = [...text].map((c) => ({
        glyph: glyphs.get(c),
        advance: count.advance(c) * moved.scale,
      }));
      let left = x - glyphRun.reduce((sum, { advance }) => sum + advance, 0) / 2;
      for (const { glyph, advance } of glyphRun) {
        const pose = { x: left + advance / 2, y, scale: moved.scale, opacity: moved.opacity };
        if (glyph) compositor.draw(frame, glyph, pose);
        left += advance;
      }
      return;
    }
    if (moved.shownX < 1 || moved.shownY < 1) {
      const [w, h] = [sprite.w * moved.shownX, sprite.h * moved.shownY];
      const visiblePart = { x: 0, y: moved.fromFoot ? sprite.h - h : 0, w, h };
      compositor.place(frame, sprite, x - sprite.w / 2, y - sprite.h / 2, moved.opacity, visiblePart);
      return;
    }
    // At rest it only sways, so the same rotations recur.
    if (moved.scale === 1 && part.idle?.sway) {
      compositor.draw(frame, poses.at(moved.turn), { x, y, opacity: moved.opacity });
      return;
    }
    compositor.draw(frame, sprite, {
      x,
      y,
      scale: moved.scale,
      turn: moved.turn,
      opacity: moved.opacity,
    });
  }
}

function createDriftingParticle(compositor: Compositor, arena: Arena, particle: Particle): DriftingParticle {
  const side = (Math.ceil(particle.r * 2.6 + particle.blur * 5) + 1) & ~1;
  const canvas = createCanvas(side, side);
  paintParticle(canvas.getContext('2d'), particle, side / 2, side / 2);
  return {
    particle,
    poses: new PoseCache(compositor, arena, compositor.sprite(canvas, arena), Math.PI / 30),
  };
}

function* createActor(compositor: Compositor, arena: Arena, part: Part): Generator<void, PaintedPart, void> {
  const { canvas, context } = canvasFor(part.box, part.bleed);
  part.paint(context);
  const glyphs = new Map<string, Sprite>();
  const { count } = part;
  if (count)
    for (const c of count.characters) {
      const box = { x: 0, y: 0, w: count.advance(c), h: part.box.h };
      const canvas = canvasFor(box, part.bleed);
      count.paintCharacter(canvas.context, c, 0, 0);
      glyphs.set(c, compositor.sprite(canvas.canvas, arena));
      yield;
    }
  const sprite = compositor.sprite(canvas, arena);
  return { part, sprite, poses: new PoseCache(compositor, arena, sprite), glyphs };
}

const wrapAround = (x: number, by: number): number => ((x % by) + by) % by;
