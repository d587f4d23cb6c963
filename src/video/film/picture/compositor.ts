import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Canvas } from '@napi-rs/canvas';
import { height, width } from '../frame.ts';
import { Arena } from './arena.ts';
import { wasm } from './webassembly.ts';

interface Kernels {
  spriteFromRgba(
    src: number,
    w: number,
    h: number,
    y: number,
    a: number,
    u: number,
    v: number,
    ca: number,
  ): void;
  pictureFromRgba(src: number, w: number, h: number, y: number, u: number, v: number, grain: number): void;
  copyPlane(src: number, sstride: number, dst: number, dstride: number, w: number, h: number): void;
  blend(
    src: number,
    alpha: number,
    sstride: number,
    dst: number,
    dstride: number,
    w: number,
    h: number,
    opacity: number,
  ): void;
  blendTurned(...numbers: number[]): void;
}

/** A drawing, kept as planes in the compositor's memory: luma and its alpha, chroma and theirs at half size. */
export interface Sprite {
  readonly w: number;
  readonly h: number;
  readonly y: number;
  readonly a: number;
  readonly u: number;
  readonly v: number;
  readonly ca: number;
}

/** An opaque picture in the compositor's memory, as encoders take it: Y, then U and V at half size. */
export interface Picture {
  readonly w: number;
  readonly h: number;
  readonly at: number;
}

/** How a sprite stands in a frame: where its middle is, how large, how turned (radians), how solid. */
export interface Pose {
  readonly x: number;
  readonly y: number;
  readonly scale?: number;
  readonly turn?: number;
  readonly opacity?: number;
}

const module = new wasm.Module(readFileSync(path.join(import.meta.dirname, 'compositor.wasm')));
const pageBytes = 65_536;
/** Addresses only: the system gives memory to what is written to. It cannot grow, since encoders hold on to it. */
const memoryBytes = 640 * 1024 * 1024;
const one = 65_536;

/**
 * Puts frames together in YUV, where an encoder wants them: what is drawn is drawn once, as a sprite, and all motion is
 * the work of a few SIMD kernels. Memory is given out by arenas that are emptied as a whole.
 */
export class Compositor {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #kernels: Kernels;
  readonly #scratch: number;
  readonly #whole: Arena;

  constructor() {
    const memory = new wasm.Memory({ initial: memoryBytes / pageBytes });
    this.bytes = new Uint8Array(memory.buffer);
    const instance = new wasm.Instance(module, { env: { memory } });
    this.#kernels = instance.exports as Kernels;
    this.#whole = new Arena(pageBytes, memoryBytes);
    this.#scratch = this.#whole.take((width + 400) * (height + 400) * 4);
  }

  /** A part of the memory, for all that comes and goes together. */
  arena(bytes: number): Arena {
    const from = this.#whole.take(bytes);
    return new Arena(from, from + bytes);
  }

  picture(w: number, h: number, arena: Arena): Picture {
    return { w, h, at: arena.take((w * h * 3) / 2) };
  }

  bytesOf({ w, h, at }: Picture): Buffer {
    return Buffer.from(this.bytes.buffer, at, (w * h * 3) / 2);
  }

  /** Both sides of the canvas must be even. */
  sprite(canvas: Canvas, arena: Arena): Sprite {
    const { width: w, height: h } = canvas;
    const sprite = planes(w, h, arena);
    this.bytes.set(canvas.data(), this.#scratch);
    this.#kernels.spriteFromRgba(this.#scratch, w, h, sprite.y, sprite.a, sprite.u, sprite.v, sprite.ca);
    return sprite;
  }

  /** The same sprite, turned around its middle; what turns out of its rectangle is lost. */
  turned(sprite: Sprite, turn: number, arena: Arena): Sprite {
    const { w, h } = sprite;
    const out = planes(w, h, arena);
    this.bytes.fill(0, out.y, out.y + bytesOfSprite(w, h));
    const view = { x: w / 2, y: h / 2, scale: 1, turn, x0: 0, y0: 0, x1: w, y1: h, solid: 256 };
    this.#view(sprite, view, sprite.y, sprite.a, out.y, w, 1);
    this.#view(sprite, view, sprite.a, sprite.a, out.a, w, 1);
    this.#view(sprite, view, sprite.u, sprite.ca, out.u, w, 2);
    this.#view(sprite, view, sprite.v, sprite.ca, out.v, w, 2);
    this.#view(sprite, view, sprite.ca, sprite.ca, out.ca, w, 2);
    return out;
  }

  /** An opaque canvas as a picture, with its gradients dithered. */
  drawn(canvas: Canvas, arena: Arena, grain: number): Picture {
    const { width: w, height: h } = canvas;
    const picture = this.picture(w, h, arena);
    this.bytes.set(canvas.data(), this.#scratch);
    const n = w * h;
    this.#kernels.pictureFromRgba(
      this.#scratch,
      w,
      h,
      picture.at,
      picture.at + n,
      picture.at + n + (n >> 2),
      Math.round(grain * 256),
    );
    return picture;
  }

  /** The part of a larger picture that begins at (x, y), over the whole frame. */
  window(frame: Picture, from: Picture, x: number, y: number): void {
    this.copy(frame, 0, 0, from, x, y, frame.w, frame.h);
  }

  /** A rectangle of one picture into another. Places and sides are taken to even pixels, for the chroma's sake. */
  copy(
    to: Picture,
    tx: number,
    ty: number,
    from: Picture,
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

  /** One opaque colour over a rectangle of even place and sides. */
  fill(
    frame: Picture,
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

  /** A sprite by its middle, at any size and turn. */
  draw(frame: Picture, sprite: Sprite, pose: Pose): void {
    const { x, y, scale = 1, turn = 0, opacity = 1 } = pose;
    const solid = Math.round(Math.min(1, opacity) * 256);
    if (solid <= 0 || scale <= 0.004) return;
    const upright = Math.abs(scale - 1) < 0.0015 && Math.abs(turn) < 0.0008;
    if (upright) this.place(frame, sprite, x - sprite.w / 2, y - sprite.h / 2, opacity);
    else this.#turned(frame, sprite, x, y, scale, turn, solid);
  }

  /** A sprite as it was drawn, by its upper left corner, or only the part of it that `shown` names. */
  place(
    frame: Picture,
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
      const cut = evenUp(-x);
      sx += cut;
      w -= cut;
      x += cut;
    }
    if (y < 0) {
      const cut = evenUp(-y);
      sy += cut;
      h -= cut;
      y += cut;
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
    frame: Picture,
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
    const view = { x, y, scale, turn, x0, y0, x1, y1, solid };
    const size = frame.w * frame.h;
    this.#view(sprite, view, sprite.y, sprite.a, frame.at, frame.w, 1);
    this.#view(sprite, view, sprite.u, sprite.ca, frame.at + size, frame.w, 2);
    this.#view(sprite, view, sprite.v, sprite.ca, frame.at + size + (size >> 2), frame.w, 2);
  }

  /** One plane of a sprite into one of a frame, at 1/grain of the luma's size: pixel i has its middle at (i + 1/2) * grain. */
  #view(
    sprite: Sprite,
    view: View,
    src: number,
    alpha: number,
    dst: number,
    stride: number,
    grain: number,
  ): void {
    const { x, y, scale, turn, x0, y0, x1, y1, solid } = view;
    const [cos, sin] = [Math.cos(turn) / scale, Math.sin(turn) / scale];
    const [cx, cy] = [x / grain - 0.5, y / grain - 0.5];
    const [w, h] = [sprite.w / grain, sprite.h / grain];
    this.#kernels.blendTurned(
      src,
      alpha,
      w,
      h,
      dst,
      stride / grain,
      x0 / grain,
      y0 / grain,
      x1 / grain,
      y1 / grain,
      Math.round(cos * one),
      Math.round(sin * one),
      Math.round((w / 2 - 0.5 - cos * cx - sin * cy) * one),
      Math.round(-sin * one),
      Math.round(cos * one),
      Math.round((h / 2 - 0.5 + sin * cx - cos * cy) * one),
      solid,
    );
  }
}

/** Where a sprite's middle is, how it is turned, and which rectangle is looked at. */
interface View {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly turn: number;
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  readonly solid: number;
}

const bytesOfSprite = (w: number, h: number): number => 2 * w * h + 3 * ((w * h) >> 2);

function planes(w: number, h: number, arena: Arena): Sprite {
  const n = w * h;
  // Kernels read up to 15 bytes past a row's end.
  const y = arena.take(bytesOfSprite(w, h) + 16);
  const u = y + 2 * n;
  return { w, h, y, a: y + n, u, v: u + (n >> 2), ca: u + 2 * (n >> 2) };
}

const even = (n: number): number => Math.floor(n) & ~1;
const evenUp = (n: number): number => (Math.ceil(n) + 1) & ~1;
