import type { Canvas } from '@napi-rs/canvas';
import { Arena } from './arena.ts';
import { type Kernels, kernelsWith, pageBytes } from './kernels.ts';
import { allocateSprite, bytesOfSprite, type Pose, type Sprite, toAffineMap } from './sprite.ts';

/** An opaque picture in the compositor's memory, in the encoder's format: Y, then U and V at half size. */
export interface CompositorPicture {
  readonly w: number;
  readonly h: number;
  readonly at: number;
}

/** Virtual memory: the system commits only what is written to. */
const memoryBytes = 640 * 1024 * 1024;
/** Pixels of the largest drawn picture: a whole frame and its bleed. */
const largestCanvas = 2320 * 1480;
/** Magnification of a background, fixed by its kernel. */
const groundScale = 4;

/**
 * Composes frames in YUV, as the encoder takes them: everything is drawn once as a sprite, and all motion is
 * done by a few SIMD kernels. Memory is allocated from arenas that are freed as a whole.
 */
export class Compositor {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #kernels: Kernels;
  readonly #scratch: number;
  readonly #whole: Arena;

  constructor() {
    const { kernels, memory } = kernelsWith(memoryBytes);
    this.bytes = new Uint8Array(memory);
    this.#kernels = kernels;
    this.#whole = new Arena(pageBytes, memoryBytes);
    this.#scratch = this.#whole.take(largestCanvas * 4);
  }

  /** A part of the memory, for everything with the same lifetime. */
  arena(bytes: number): Arena {
    const from = this.#whole.take(bytes);
    return new Arena(from, from + bytes);
  }

  allocatePicture(w: number, h: number, arena: Arena): CompositorPicture {
    // Kernels write up to 15 bytes past its end.
    return { w, h, at: arena.take((w * h * 3) / 2 + 16) };
  }

  bytesOf({ w, h, at }: CompositorPicture): Buffer {
    return Buffer.from(this.bytes.buffer, at, (w * h * 3) / 2);
  }

  /** Both sides of the canvas must be even. */
  sprite(canvas: Canvas, arena: Arena): Sprite {
    const { width: w, height: h } = canvas;
    const sprite = allocateSprite(w, h, arena);
    this.bytes.set(canvas.data(), this.#scratch);
    this.#kernels.spriteFromRgba(this.#scratch, w, h, sprite.y, sprite.a, sprite.u, sprite.v, sprite.ca);
    return sprite;
  }

  /** A copy of the sprite, rotated around its centre; what leaves its rectangle is clipped. */
  turned(sprite: Sprite, turn: number, arena: Arena): Sprite {
    const { w, h } = sprite;
    const rotated = allocateSprite(w, h, arena);
    this.bytes.fill(0, rotated.y, rotated.y + bytesOfSprite(w, h));
    const pose = { x: w / 2, y: h / 2, turn };
    const { turn: turned } = this.#kernels;
    turned(sprite.y, sprite.a, w, h, rotated.y, rotated.a, ...toAffineMap(sprite, pose, 1));
    const [cw, ch, affine] = [w >> 1, h >> 1, toAffineMap(sprite, pose, 2)] as const;
    turned(sprite.u, sprite.ca, cw, ch, rotated.u, rotated.ca, ...affine);
    turned(sprite.v, sprite.ca, cw, ch, rotated.v, rotated.ca, ...affine);
    return rotated;
  }

  /** An opaque canvas as a picture `groundScale` times as large, with its gradients dithered. */
  ground(canvas: Canvas, arena: Arena): CompositorPicture {
    const { width: w, height: h } = canvas;
    const picture = this.allocatePicture(w * groundScale, h * groundScale, arena);
    this.bytes.set(canvas.data(), this.#scratch);
    const room = this.#scratch + w * h * 4;
    this.#kernels.groundFromRgba(this.#scratch, w, h, room, ...addresses(picture));
    return picture;
  }

  /** Blends a canvas of the same size over a picture, most of it being empty. */
  over(picture: CompositorPicture, canvas: Canvas): void {
    this.bytes.set(canvas.data(), this.#scratch);
    this.#kernels.paintOver(this.#scratch, picture.w, picture.h, ...addresses(picture));
  }

  /** Copies the part of a larger picture that starts at (x, y) over the whole frame. */
  window(frame: CompositorPicture, from: CompositorPicture, x: number, y: number): void {
    this.copy(frame, 0, 0, from, x, y, frame.w, frame.h);
  }

  /**
   * Copies a rectangle between pictures. Positions and sides are rounded to even pixels because of the
   * chroma.
   */
  copy(
    to: CompositorPicture,
    tx: number,
    ty: number,
    from: CompositorPicture,
    fx: number,
    fy: number,
    w: number,
    h: number,
  ): void {
    const { copyPlane } = this.#kernels;
    copyPlane(from.at + fy * from.w + fx, from.w, to.at + ty * to.w + tx, to.w, w, h);
    const [fc, tc] = [from.w >> 1, to.w >> 1];
    for (const part of [0, 1]) {
      const source = from.at + from.w * from.h * (1 + part / 4) + (fy >> 1) * fc + (fx >> 1);
      const target = to.at + to.w * to.h * (1 + part / 4) + (ty >> 1) * tc + (tx >> 1);
      copyPlane(source, fc, target, tc, w >> 1, h >> 1);
    }
  }

  /** Fills a rectangle of even position and size with one opaque colour. */
  fill(
    frame: CompositorPicture,
    [y, u, v]: readonly [number, number, number],
    x: number,
    top: number,
    w: number,
    h: number,
  ): void {
    const size = frame.w * frame.h;
    const half = frame.w >> 1;
    for (let row = top; row < top + h; row++) {
      const at = frame.at + row * frame.w + x;
      this.bytes.fill(y, at, at + w);
    }
    for (let row = top >> 1; row < (top + h) >> 1; row++) {
      const at = frame.at + size + row * half + (x >> 1);
      this.bytes.fill(u, at, at + (w >> 1));
      this.bytes.fill(v, at + (size >> 2), at + (size >> 2) + (w >> 1));
    }
  }

  /** Draws a sprite at its centre, with any scale and rotation. */
  draw(frame: CompositorPicture, sprite: Sprite, pose: Pose): void {
    const { x, y, scale = 1, turn = 0, opacity = 1 } = pose;
    const solid = Math.round(Math.min(1, opacity) * 256);
    if (solid <= 0 || scale <= 0.004) return;
    const upright = Math.abs(scale - 1) < 0.0015 && Math.abs(turn) < 0.0008;
    if (upright) this.place(frame, sprite, x - sprite.w / 2, y - sprite.h / 2, opacity);
    else this.#turned(frame, sprite, x, y, scale, turn, solid);
  }

  /** Places a sprite untransformed by its upper left corner, or only the part given by `shown`. */
  place(
    frame: CompositorPicture,
    sprite: Sprite,
    left: number,
    top: number,
    opacity = 1,
    shown = { x: 0, y: 0, w: sprite.w, h: sprite.h },
  ): void {
    const solid = Math.round(Math.min(1, opacity) * 256);
    if (solid <= 0) return;
    let [sx, sy] = [even(shown.x), even(shown.y)];
    let [w, h] = [even(shown.w), even(shown.h)];
    let [x, y] = [Math.round(left) + sx, Math.round(top) + sy];
    if (x < 0) {
      const clipped = evenUp(-x);
      sx += clipped;
      w -= clipped;
      x += clipped;
    }
    if (y < 0) {
      const clipped = evenUp(-y);
      sy += clipped;
      h -= clipped;
      y += clipped;
    }
    w = even(Math.min(w, frame.w - x));
    h = even(Math.min(h, frame.h - y));
    if (w <= 0 || h <= 0) return;
    const { blend } = this.#kernels;
    const at = sy * sprite.w + sx;
    blend(sprite.y + at, sprite.a + at, sprite.w, frame.at + y * frame.w + x, frame.w, w, h, solid);
    const [half, cw] = [frame.w >> 1, sprite.w >> 1];
    const chroma = (sy >> 1) * cw + (sx >> 1);
    const target = frame.at + frame.w * frame.h + (y >> 1) * half + (x >> 1);
    const [hw, hh] = [w >> 1, h >> 1];
    blend(sprite.u + chroma, sprite.ca + chroma, cw, target, half, hw, hh, solid);
    blend(
      sprite.v + chroma,
      sprite.ca + chroma,
      cw,
      target + ((frame.w * frame.h) >> 2),
      half,
      hw,
      hh,
      solid,
    );
  }

  #turned(
    frame: CompositorPicture,
    sprite: Sprite,
    x: number,
    y: number,
    scale: number,
    turn: number,
    solid: number,
  ): void {
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const reachX = ((Math.abs(cos) * sprite.w + Math.abs(sin) * sprite.h) * scale) / 2 + 1;
    const reachY = ((Math.abs(sin) * sprite.w + Math.abs(cos) * sprite.h) * scale) / 2 + 1;
    const x0 = evenUp(Math.max(0, Math.floor(x - reachX)) - 1);
    const y0 = evenUp(Math.max(0, Math.floor(y - reachY)) - 1);
    const x1 = even(Math.min(frame.w, Math.ceil(x + reachX) + 1));
    const y1 = even(Math.min(frame.h, Math.ceil(y + reachY) + 1));
    if (x1 <= x0 || y1 <= y0) return;
    const { blendTurned } = this.#kernels;
    const { w, h } = sprite;
    const [luma, u, v] = addresses(frame);
    const affine = toAffineMap(sprite, { x, y, scale, turn }, 1);
    blendTurned(sprite.y, sprite.a, w, h, luma, frame.w, x0, y0, x1, y1, ...affine, solid);
    const chroma = toAffineMap(sprite, { x, y, scale, turn }, 2);
    for (const [plane, at] of [
      [sprite.u, u],
      [sprite.v, v],
    ] as const)
      blendTurned(
        plane,
        sprite.ca,
        w >> 1,
        h >> 1,
        at,
        frame.w >> 1,
        x0 >> 1,
        y0 >> 1,
        x1 >> 1,
        y1 >> 1,
        ...chroma,
        solid,
      );
  }
}

/** Addresses of a picture's planes. */
function addresses({ w, h, at }: CompositorPicture): [y: number, u: number, v: number] {
  const n = w * h;
  return [at, at + n, at + n + (n >> 2)];
}

const even = (n: number): number => Math.floor(n) & ~1;
const evenUp = (n: number): number => (Math.ceil(n) + 1) & ~1;
