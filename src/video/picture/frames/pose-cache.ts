import type { Arena } from './arena.ts';
import type { Compositor } from './compositor.ts';
import type { Sprite } from './sprite.ts';

/**
 * A sprite in its recurring rotations, each computed once: placing one costs a twentieth of rotating it.
 * Steps are so small that its edge moves by a pixel and a half.
 */
export class PoseCache {
  readonly #compositor: Compositor;
  readonly #arena: Arena;
  readonly #sprite: Sprite;
  readonly #step: number;
  readonly #turned = new Map<number, Sprite>();

  constructor(compositor: Compositor, arena: Arena, sprite: Sprite, step?: number) {
    this.#compositor = compositor;
    this.#arena = arena;
    this.#sprite = sprite;
    this.#step = step ?? 3 / Math.max(sprite.w, sprite.h);
  }

  at(turn: number): Sprite {
    const n = Math.round(turn / this.#step);
    if (n === 0) return this.#sprite;
    let sprite = this.#turned.get(n);
    if (!sprite) {
      sprite = this.#compositor.turned(this.#sprite, n * this.#step, this.#arena);
      this.#turned.set(n, sprite);
    }
    return sprite;
  }
}
