import { createCanvas } from '@napi-rs/canvas';
import type { Palette } from '../look/palettes.ts';
import type { Arena } from './arena.ts';
import type { Compositor, CompositorPicture } from './compositor.ts';
import type { Sprite } from './sprite.ts';

const thickness = 10;

/** A thin progress bar along the upper edge. */
export class FrameProgress {
  readonly #compositor: Compositor;
  readonly #arena: Arena;
  readonly #seconds: number;
  readonly #bars = new Map<Palette, { readonly bar: Sprite; readonly rail: Sprite }>();

  constructor(compositor: Compositor, arena: Arena, seconds: number) {
    this.#compositor = compositor;
    this.#arena = arena;
    this.#seconds = seconds;
  }

  draw(frame: CompositorPicture, t: number, palette: Palette): void {
    const { bar, rail } = this.#of(palette, frame.w);
    this.#compositor.place(frame, rail, 0, 0);
    this.#compositor.place(frame, bar, Math.round((t / this.#seconds - 1) * frame.w), 0);
  }

  #of(palette: Palette, width: number) {
    const known = this.#bars.get(palette);
    if (known) return known;
    const filled = (colour: string) => {
      const canvas = createCanvas(width, thickness);
      const context = canvas.getContext('2d');
      context.fillStyle = colour;
      context.fillRect(0, 0, width, thickness);
      return this.#compositor.sprite(canvas, this.#arena);
    };
    const bars = {
      bar: filled(palette.accent),
      rail: filled(palette.light ? 'rgba(0,0,0,.12)' : 'rgba(255,255,255,.2)'),
    };
    this.#bars.set(palette, bars);
    return bars;
  }
}
