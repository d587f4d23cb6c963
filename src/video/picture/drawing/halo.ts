import type { SKRSContext2D } from '@napi-rs/canvas';
import { pickRandom, type RandomSource } from '../../seeded-random.ts';
import { type Box, centre } from '../frame.ts';
import { blendColours, withAlpha } from '../look/colour.ts';
import type { Palette } from '../look/palettes.ts';
import { blob, burst, disc } from './shapes.ts';

export type Halo = 'blob' | 'burst' | 'disc' | 'rings';
const haloKinds: readonly Halo[] = ['blob', 'burst', 'disc', 'rings'];
export const pickHalo = (random: RandomSource): Halo => pickRandom(haloKinds, random);

/** Draws a shape behind a subject to set it off from the scene. */
export function paintHalo(
  context: SKRSContext2D,
  kind: Halo,
  palette: Palette,
  box: Box,
  random: RandomSource,
): void {
  const { x, y } = centre(box);
  const r = Math.min(box.w, box.h) / 2;
  const shine = context.createLinearGradient(x, y - r, x, y + r);
  const [from, to] = palette.light
    ? [
        blendColours(palette.ground[2], '#ffffff', 0.55),
        blendColours(palette.ground[2], palette.accent, 0.12),
      ]
    : [
        blendColours(palette.ground[2], palette.glow, 0.45),
        blendColours(palette.ground[1], palette.ground[2], 0.5),
      ];
  shine.addColorStop(0, withAlpha(from, palette.light ? 0.95 : 0.62));
  shine.addColorStop(1, withAlpha(to, palette.light ? 0.9 : 0.5));
  context.save();
  context.fillStyle = shine;
  if (kind === 'blob') {
    blob(context, x, y, r * 0.98, random);
    context.fill();
    context.strokeStyle = withAlpha(palette.light ? palette.accent : palette.glow, 0.5);
    context.lineWidth = 5;
    blob(context, x + r * 0.02, y - r * 0.02, r * 0.98, random);
    context.stroke();
  } else if (kind === 'burst') {
    const fade = context.createRadialGradient(x, y, r * 0.25, x, y, r);
    fade.addColorStop(0, withAlpha(palette.light ? '#ffffff' : palette.glow, palette.light ? 0.95 : 0.5));
    fade.addColorStop(1, withAlpha(palette.light ? '#ffffff' : palette.glow, 0));
    context.fillStyle = fade;
    burst(context, x, y, r * 0.1, r, 14);
    context.fill();
    context.fillStyle = shine;
    disc(context, x, y, r * 0.62);
    context.fill();
  } else if (kind === 'disc') {
    disc(context, x, y, r * 0.86);
    context.fill();
    context.setLineDash([2, 26]);
    context.lineCap = 'round';
    context.lineWidth = 9;
    context.strokeStyle = withAlpha(palette.accent, 0.85);
    disc(context, x, y, r * 0.965);
    context.stroke();
  } else {
    for (const [share, alpha] of [
      [0.98, 0.22],
      [0.8, 0.4],
      [0.6, 1],
    ] as const) {
      context.globalAlpha = alpha;
      disc(context, x, y, r * share);
      context.fill();
    }
    context.globalAlpha = 1;
  }
  context.restore();
}
