import type { Arena } from './arena.ts';

/** A drawing as planes in the compositor's memory: luma and its alpha, chroma and theirs at half size. */
export interface Sprite {
  readonly w: number;
  readonly h: number;
  readonly y: number;
  readonly a: number;
  readonly u: number;
  readonly v: number;
  readonly ca: number;
}

/** Placement of a sprite: its centre, scale, rotation (radians) and opacity. */
export interface Pose {
  readonly x: number;
  readonly y: number;
  readonly scale?: number;
  readonly turn?: number;
  readonly opacity?: number;
}

export const bytesOfSprite = (w: number, h: number): number => 2 * w * h + 3 * ((w * h) >> 2);

/** Allocates a sprite. Both sides must be even. */
export function allocateSprite(w: number, h: number, arena: Arena): Sprite {
  const n = w * h;
  // Kernels read up to 15 bytes past a row's end.
  const y = arena.take(bytesOfSprite(w, h) + 16);
  const u = y + 2 * n;
  return { w, h, y, a: y + n, u, v: u + (n >> 2), ca: u + 2 * (n >> 2) };
}

/**
 * Maps the pixels of a plane to a sprite that is rotated and scaled around its centre, in 65536ths, as
 * kernels take it: (ux*x + uy*y + u0, vx*x + vy*y + v0). At 1/grain of the luma's size, pixel i has its
 * centre at (i + 1/2) * grain.
 */
type AffineMap = readonly [ux: number, uy: number, u0: number, vx: number, vy: number, v0: number];

const fixedPointOne = 65_536;

export function toAffineMap(sprite: Sprite, { x, y, scale = 1, turn = 0 }: Pose, grain: 1 | 2): AffineMap {
  const [cos, sin] = [Math.cos(turn) / scale, Math.sin(turn) / scale];
  const [cx, cy] = [x / grain - 0.5, y / grain - 0.5];
  const [w, h] = [sprite.w / grain, sprite.h / grain];
  return [
    Math.round(cos * fixedPointOne),
    Math.round(sin * fixedPointOne),
    Math.round((w / 2 - 0.5 - cos * cx - sin * cy) * fixedPointOne),
    Math.round(-sin * fixedPointOne),
    Math.round(cos * fixedPointOne),
    Math.round((h / 2 - 0.5 + sin * cx - cos * cy) * fixedPointOne),
  ];
}
