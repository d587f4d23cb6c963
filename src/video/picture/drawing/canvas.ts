import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Box } from '../frame.ts';

const evenUp = (n: number): number => (Math.ceil(n) + 1) & ~1;

/** A canvas for a box and its bleed, in frame coordinates. */
export function canvasFor(box: Box, bleed: number): { canvas: Canvas; context: SKRSContext2D } {
  const canvas = createCanvas(evenUp(box.w + 2 * bleed), evenUp(box.h + 2 * bleed));
  const context = canvas.getContext('2d');
  context.translate(
    bleed - box.x + (canvas.width - box.w - 2 * bleed) / 2,
    bleed - box.y + (canvas.height - box.h - 2 * bleed) / 2,
  );
  return { canvas, context };
}
