import type { SKRSContext2D } from '@napi-rs/canvas';
import { pickRandom, type RandomSource } from '../../seeded-random.ts';
import type { Mood } from '../../storyboard.ts';
import type { Frame } from '../frame.ts';
import type { Palette } from '../look/palettes.ts';
import { disc, plus, star, wave } from './shapes.ts';

/** A small shape that drifts through a scene. */
export interface Particle {
  readonly shape: Shape;
  readonly r: number;
  readonly colour: string;
  readonly blur: number;
  readonly opacity: number;
  readonly x: number;
  readonly y: number;
  /** Pixels per second; nearer ones are faster. */
  readonly vx: number;
  readonly vy: number;
  readonly spin: number;
  readonly sway: number;
  readonly phase: number;
}

type Shape = 'dot' | 'ring' | 'star' | 'plus' | 'square' | 'wave' | 'spark';

const shapesByMood: Record<Mood, readonly Shape[]> = {
  curious: ['ring', 'dot', 'plus'],
  calm: ['dot', 'ring'],
  epic: ['spark', 'star', 'dot'],
  playful: ['wave', 'dot', 'ring', 'plus', 'star'],
  serious: ['square', 'plus'],
  urgent: ['square', 'spark'],
  warm: ['dot', 'spark', 'ring'],
};

/** Counts at three distances: far ones small and faint, near ones large, blurred and fast. */
const distances = [
  { count: 8, r: [8, 16], speed: 26, blur: 1.5, opacity: 0.42 },
  { count: 6, r: [18, 34], speed: 48, blur: 0, opacity: 0.55 },
  { count: 3, r: [46, 74], speed: 92, blur: 9, opacity: 0.3 },
] as const;

export function scatterParticles(
  { width, height }: Frame,
  palette: Palette,
  mood: Mood,
  random: RandomSource,
): Particle[] {
  const rising = mood === 'epic' || mood === 'calm' || mood === 'warm' || mood === 'curious' ? -1 : 1;
  const sideways = mood === 'urgent' ? 3 : 0.35;
  const colours = palette.light
    ? [palette.accent, palette.second, '#ffffff']
    : [palette.accent, palette.glow, '#ffffff'];
  return distances.flatMap(({ count, r, speed, blur, opacity }) =>
    Array.from({ length: count }, () => pickRandom(shapesByMood[mood], random)).map((shape) => ({
      shape,
      r: Math.round((r[0] + (r[1] - r[0]) * random()) / 4) * 4,
      colour: pickRandom(colours, random),
      blur,
      opacity: opacity * (0.7 + 0.3 * random()),
      x: random() * width,
      y: random() * height,
      vx: (random() - 0.5) * 2 * speed * sideways,
      vy: rising * speed * (0.7 + 0.6 * random()),
      // Rotation of a round or blurred shape is invisible.
      spin: blur > 5 || shape === 'dot' || shape === 'ring' ? 0 : (random() - 0.5) * 1.6,
      sway: 10 + 20 * random(),
      phase: random() * 6.3,
    })),
  );
}

export function paintParticle(
  context: SKRSContext2D,
  { shape, r, colour, blur }: Particle,
  x: number,
  y: number,
): void {
  context.save();
  if (blur > 0) context.filter = `blur(${blur}px)`;
  context.fillStyle = colour;
  context.strokeStyle = colour;
  context.lineWidth = Math.max(3, r * 0.24);
  context.lineCap = 'round';
  if (shape === 'dot') disc(context, x, y, r * 0.8);
  if (shape === 'ring') disc(context, x, y, r * 0.8);
  if (shape === 'star') star(context, x, y, r, 5, 0.48);
  if (shape === 'spark') star(context, x, y, r, 4, 0.22);
  if (shape === 'plus') plus(context, x, y, r * 0.85);
  if (shape === 'wave') wave(context, x, y, r * 1.9, r * 0.7, 2);
  if (shape === 'square') {
    context.beginPath();
    context.roundRect(x - r * 0.6, y - r * 0.6, r * 1.2, r * 1.2, r * 0.2);
  }
  if (shape === 'ring' || shape === 'wave') context.stroke();
  else context.fill();
  context.restore();
}
