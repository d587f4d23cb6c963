import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';

interface Shadow {
  readonly colour: string;
  /** As canvases have it: twice the deviation of the blur. */
  readonly blur: number;
  readonly down: number;
}

/** What is as soft as a wide shadow needs no more pixels than this, and a blur costs by the pixel. */
const coarse = 4;

/** The wide, soft shadow of a drawing that is about to be put at (x, y), and nothing of the drawing itself. */
export function paintShadow(
  context: SKRSContext2D,
  drawn: Canvas,
  x: number,
  y: number,
  { colour, blur, down }: Shadow,
): void {
  const reach = Math.ceil((blur * 1.5 + down) / coarse) * coarse;
  const [w, h] = [drawn.width + 2 * reach, drawn.height + 2 * reach];
  const small = createCanvas(Math.ceil(w / coarse), Math.ceil(h / coarse));
  const soft = small.getContext('2d');
  soft.shadowColor = colour;
  soft.shadowBlur = blur / coarse;
  // The drawing stands beside the canvas, and only its shadow falls onto it.
  soft.shadowOffsetX = small.width;
  soft.shadowOffsetY = down / coarse;
  const at = reach / coarse;
  soft.drawImage(drawn, at - small.width, at, drawn.width / coarse, drawn.height / coarse);
  context.drawImage(small, x - reach, y - reach, small.width * coarse, small.height * coarse);
}
