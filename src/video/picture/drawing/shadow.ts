import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Box } from '../frame.ts';

interface Shadow {
  readonly colour: string;
  /** In canvas units: twice the standard deviation of the blur. */
  readonly blur: number;
  readonly down: number;
}

/** A wide, soft shadow needs no more resolution than this, and a blur costs per pixel. */
const coarse = 4;

/** Draws only the wide, soft shadow of a drawing in a box; `draw` has the box at its origin. */
export function paintShadow(
  context: SKRSContext2D,
  box: Box,
  { colour, blur, down }: Shadow,
  draw: (soft: SKRSContext2D) => void,
): void {
  const reach = Math.ceil((blur * 1.5 + down) / coarse) * coarse;
  const [w, h] = [box.w + 2 * reach, box.h + 2 * reach];
  const small = createCanvas(Math.ceil(w / coarse), Math.ceil(h / coarse));
  const soft = small.getContext('2d');
  soft.shadowColor = colour;
  soft.shadowBlur = blur / coarse;
  // The drawing is placed outside the canvas, so that only its shadow falls on it.
  soft.shadowOffsetX = small.width;
  soft.shadowOffsetY = down / coarse;
  const at = reach / coarse;
  soft.translate(at - small.width, at);
  soft.scale(1 / coarse, 1 / coarse);
  draw(soft);
  context.drawImage(small, box.x - reach, box.y - reach, small.width * coarse, small.height * coarse);
}
