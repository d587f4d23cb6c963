import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { RandomSource } from '../../seeded-random.ts';
import type { Mood } from '../../storyboard.ts';
import type { Frame } from '../frame.ts';
import { blendColours, withAlpha } from '../look/colour.ts';
import type { Palette } from '../look/palettes.ts';
import { disc } from './shapes.ts';

/** How far the background extends beyond the frame on each side: it pans behind the scene. */
export const backgroundMargin = 72;
/**
 * Soft shapes are drawn at a fraction of the size, since they cost per pixel; the blur suits a background.
 */
const coarse = 4;

interface Size {
  readonly w: number;
  readonly h: number;
}

/** The background of a scene: light in its palette's colours, a pattern by its mood, and hills for depth. */
interface Background {
  /** Everything soft, at a quarter of its size. */
  readonly soft: Canvas;
  /** Lines and dots over it at full size, if the mood has any. */
  readonly sharp: Canvas | undefined;
}

export function paintBackground(
  { width, height }: Frame,
  palette: Palette,
  mood: Mood,
  random: RandomSource,
): Background {
  const [w, h] = [width + 2 * backgroundMargin, height + 2 * backgroundMargin];
  const size = { w, h };
  const coarseCanvas = createCanvas(w / coarse, h / coarse);
  const soft = coarseCanvas.getContext('2d');
  soft.scale(coarseCanvas.width / w, coarseCanvas.height / h);
  light(soft, palette, random, size);
  softPatterns[mood]?.(soft, palette, random, size);
  if (mood !== 'serious') drawHills(soft, palette, random, size);
  vignette(soft, palette, size);
  const pattern = sharpPatterns[mood];
  if (!pattern) return { soft: coarseCanvas, sharp: undefined };
  const sharpCanvas = createCanvas(w, h);
  pattern(sharpCanvas.getContext('2d'), palette, random, size);
  return { soft: coarseCanvas, sharp: sharpCanvas };
}

function light(context: SKRSContext2D, palette: Palette, random: RandomSource, { w, h }: Size): void {
  const [top, middle, bottom] = palette.ground;
  const slant = (random() - 0.5) * 500;
  const ground = context.createLinearGradient(w / 2 - slant, 0, w / 2 + slant, h);
  ground.addColorStop(0, top);
  ground.addColorStop(0.55, middle);
  ground.addColorStop(1, bottom);
  context.fillStyle = ground;
  context.fillRect(0, 0, w, h);
  const spot = (x: number, y: number, r: number, colour: string, alpha: number) => {
    const glow = context.createRadialGradient(x, y, 0, x, y, r);
    glow.addColorStop(0, withAlpha(colour, alpha));
    glow.addColorStop(0.5, withAlpha(colour, alpha * 0.36));
    glow.addColorStop(1, withAlpha(colour, 0));
    context.fillStyle = glow;
    context.fillRect(x - r, y - r, 2 * r, 2 * r);
  };
  const glowOpacity = palette.light ? 0.75 : 0.34;
  spot(w * (0.3 + 0.4 * random()), h * 0.42, 900, palette.glow, glowOpacity);
  spot(w * (random() < 0.5 ? 0 : 1), h * (0.1 + 0.2 * random()), 760, palette.ground[2], 0.5);
  spot(
    w * random(),
    h * 0.9,
    700,
    palette.light ? palette.ground[2] : palette.glow,
    palette.light ? 0.6 : 0.22,
  );
}

function vignette(context: SKRSContext2D, palette: Palette, { w, h }: Size): void {
  const edge = context.createRadialGradient(w / 2, h * 0.46, 560, w / 2, h / 2, 1320);
  const colour = palette.light ? blendColours(palette.ground[2], palette.ink, 0.35) : '#03040f';
  edge.addColorStop(0, withAlpha(colour, 0));
  edge.addColorStop(1, withAlpha(colour, palette.light ? 0.32 : 0.62));
  context.fillStyle = edge;
  context.fillRect(0, 0, w, h);
}

/** Two soft slopes at the bottom of the frame, the nearer one darker. */
function drawHills(context: SKRSContext2D, palette: Palette, random: RandomSource, { w, h }: Size): void {
  for (const [at, alpha] of [
    [0.8, 0.2],
    [0.885, 0.3],
  ] as const) {
    const y = h * at;
    const swing = 70 + 70 * random();
    const shift = random() * w;
    context.beginPath();
    context.moveTo(0, h);
    for (let x = 0; x <= w + 40; x += 40)
      context.lineTo(
        x,
        y + swing * Math.sin(((x + shift) / w) * Math.PI * 2) + swing * 0.4 * Math.sin(x / 130),
      );
    context.lineTo(w, h);
    context.closePath();
    const slope = context.createLinearGradient(0, y - swing, 0, h);
    const colour = palette.light ? blendColours(palette.ground[2], palette.accent, 0.2) : palette.ground[0];
    slope.addColorStop(0, withAlpha(colour, alpha));
    slope.addColorStop(1, withAlpha(colour, alpha * (palette.light ? 0.5 : 1.6)));
    context.fillStyle = slope;
    context.fill();
  }
}

type Pattern = (context: SKRSContext2D, palette: Palette, random: RandomSource, size: Size) => void;

const mark = (palette: Palette, alpha: number): string =>
  palette.light ? withAlpha(palette.ink, alpha * 0.6) : withAlpha(palette.glow, alpha);

/** Circles around a point outside the frame, as on star charts. */
const orbits: Pattern = (context, palette, random, { w, h }) => {
  const [x, y] = [w * (random() < 0.5 ? 0.12 : 0.88), h * 0.3];
  context.lineWidth = 2.5;
  for (let i = 1; i <= 9; i++) {
    context.strokeStyle = mark(palette, 0.2 - i * 0.014);
    disc(context, x, y, i * 150);
    context.stroke();
    const angle = random() * Math.PI * 2;
    context.fillStyle = mark(palette, 0.42);
    disc(context, x + i * 150 * Math.cos(angle), y + i * 150 * Math.sin(angle), 5 + 5 * random());
    context.fill();
  }
};

/** Light from above. */
const rays: Pattern = (context, palette, random, { w }) => {
  const x = w * (0.35 + 0.3 * random());
  for (let i = -4; i <= 4; i++) {
    const slant = i * 0.17 + (random() - 0.5) * 0.06;
    const spread = 0.035 + 0.035 * random();
    context.save();
    context.translate(x, -260);
    context.rotate(slant);
    const beam = context.createLinearGradient(0, 0, 0, 2200);
    const colour = palette.light ? '#ffffff' : palette.glow;
    beam.addColorStop(0, withAlpha(colour, palette.light ? 0.6 : 0.26));
    beam.addColorStop(1, withAlpha(colour, 0));
    context.fillStyle = beam;
    context.beginPath();
    context.moveTo(-16, 0);
    context.lineTo(16, 0);
    context.lineTo(2200 * spread, 2200);
    context.lineTo(-2200 * spread, 2200);
    context.fill();
    context.restore();
  }
};

/** Rows of dots that grow towards a corner. */
const dots: Pattern = (context, palette, random, { w, h }) => {
  const flip = random() < 0.5;
  context.fillStyle = mark(palette, 0.22);
  for (let row = 0; row * 54 < h; row++) {
    for (let column = 0; column * 54 < w; column++) {
      const x = column * 54 + (row % 2) * 27;
      const progress = ((flip ? w - x : x) / w + (row * 54) / h) / 2;
      const r = 9 * (progress - 0.45) * 2;
      if (r < 1.2) continue;
      disc(context, x, row * 54, r);
      context.fill();
    }
  }
};

/** Graph paper. */
const grid: Pattern = (context, palette, _random, { w, h }) => {
  for (let i = 0; i * 61 < Math.max(w, h); i++) {
    context.fillStyle = mark(palette, i % 4 === 0 ? 0.17 : 0.075);
    context.fillRect(i * 61, 0, i % 4 === 0 ? 2 : 1.5, h);
    context.fillRect(0, i * 61, w, i % 4 === 0 ? 2 : 1.5);
  }
};

/** Broad diagonal bands. */
const stripes: Pattern = (context, palette, random, { w, h }) => {
  const slant = random() < 0.5 ? 0.5 : -0.5;
  context.save();
  context.translate(w / 2, h / 2);
  context.rotate(slant);
  for (let i = -14; i < 14; i++) {
    context.fillStyle = mark(palette, i % 2 === 0 ? 0.075 : 0.025);
    context.fillRect(i * 130, -h, 130, h * 2);
  }
  context.restore();
};

/** Long parallel curves, like contour lines on a map. */
const contours: Pattern = (context, palette, random, { w }) => {
  const shift = random() * 400;
  context.lineWidth = 2.5;
  for (let i = 0; i < 24; i++) {
    context.strokeStyle = mark(palette, 0.13);
    context.beginPath();
    for (let x = -20; x <= w + 20; x += 28) {
      const y =
        i * 92 + 52 * Math.sin((x + shift) / 190 + i * 0.32) + 26 * Math.sin((x - shift) / 84 + i * 0.7) - 40;
      context.lineTo(x, y);
    }
    context.stroke();
  }
};

/** Round lights out of focus. */
const lights: Pattern = (context, palette, random, { w, h }) => {
  for (let i = 0; i < 16; i++) {
    const [x, y, r] = [w * random(), h * random(), 40 + 120 * random()];
    const glow = context.createRadialGradient(x, y, r * 0.3, x, y, r);
    const colour = palette.light ? '#ffffff' : palette.glow;
    const alpha = (palette.light ? 0.5 : 0.13) * (0.5 + random());
    glow.addColorStop(0, withAlpha(colour, alpha * 0.7));
    glow.addColorStop(0.86, withAlpha(colour, alpha));
    glow.addColorStop(1, withAlpha(colour, 0));
    context.fillStyle = glow;
    disc(context, x, y, r);
    context.fill();
  }
};

/** On dark backgrounds only: light ones are bright enough. */
const darkRays: Pattern = (context, palette, random, size) => {
  if (!palette.light) rays(context, palette, random, size);
};

const softPatterns: Partial<Record<Mood, Pattern>> = {
  curious: darkRays,
  calm: darkRays,
  epic: rays,
  urgent: stripes,
  warm: lights,
};
const sharpPatterns: Partial<Record<Mood, Pattern>> = {
  curious: orbits,
  calm: contours,
  playful: dots,
  serious: grid,
};
