import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { SKRSContext2D } from '@napi-rs/canvas';
import { type Box, centre } from '../frame.ts';
import { blended, withAlpha } from '../look/colour.ts';
import type { Palette } from '../look/palettes.ts';

/** A country as a line around it, from `world-countries` (ODbL 1.0), flat and true to area. */
export interface Outline {
  readonly rings: readonly (readonly (readonly [number, number])[])[];
  /** In degrees of latitude. */
  readonly w: number;
  readonly h: number;
}

type Ring = [number, number][];

const require = createRequire(import.meta.url);
const asked = /^(?:map|outline) of (.+)$/i;
/** How far from the largest piece of land others still belong into the picture, in its own widths. */
const reach = 0.8;
const known = new Map<string, Outline | undefined>();

/** Of "map of Japan": the country's outline; nothing for what is no country. */
export function outlineFor(subject: string): Outline | undefined {
  const name = asked.exec(subject.trim())?.[1];
  if (name === undefined) return undefined;
  if (!known.has(name)) known.set(name, load(name));
  return known.get(name);
}

function load(name: string): Outline | undefined {
  const countries = require('world-countries/countries.json') as { name: { common: string }; cca3: string }[];
  const wanted = name.toLowerCase();
  const code = countries.find((each) => each.name.common.toLowerCase() === wanted)?.cca3.toLowerCase();
  if (code === undefined) return undefined;
  const dir = path.dirname(require.resolve('world-countries/countries.json'));
  const { features } = JSON.parse(readFileSync(path.join(dir, 'data', `${code}.geo.json`), 'utf8')) as {
    features: { geometry?: { type: string; coordinates: unknown } }[];
  };
  // Of some the data has the name alone.
  const rings = features.flatMap(({ geometry }) => {
    if (!geometry) return [];
    const { type, coordinates } = geometry;
    return type === 'Polygon'
      ? [(coordinates as Ring[])[0]!]
      : (coordinates as Ring[][]).map((polygon) => polygon[0]!);
  });
  return rings.length === 0 ? undefined : flat(rings);
}

/** The mainland and what lies near it, without the other side of the world; longitudes shrink as they do at its latitude. */
function flat(rings: readonly Ring[]): Outline {
  const main = rings.toSorted((a, b) => areaOf(b) - areaOf(a))[0]!;
  const middle = boundsOf([main]);
  // Land beyond the date line is put where it is seen on a globe.
  const unwrapped = rings.map((ring) =>
    ring.map(([x, y]): [number, number] => [
      x < middle.x + middle.w / 2 - 180 ? x + 360 : x > middle.x + middle.w / 2 + 180 ? x - 360 : x,
      y,
    ]),
  );
  const span = Math.max(middle.w, middle.h) * reach;
  const near = unwrapped.filter((ring) => {
    const { x, y, w, h } = boundsOf([ring]);
    return (
      x + w / 2 > middle.x - span &&
      x + w / 2 < middle.x + middle.w + span &&
      y + h / 2 > middle.y - span &&
      y + h / 2 < middle.y + middle.h + span
    );
  });
  const shrink = Math.cos(((middle.y + middle.h / 2) * Math.PI) / 180);
  const all = near.map((ring) => ring.map(([x, y]): [number, number] => [x * shrink, -y]));
  const bounds = boundsOf(all);
  return {
    rings: all.map((ring) => ring.map(([x, y]) => [x - bounds.x, y - bounds.y] as const)),
    w: bounds.w,
    h: bounds.h,
  };
}

function areaOf(ring: Ring): number {
  let sum = 0;
  ring.forEach(([x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length]!;
    sum += x * nextY - nextX * y;
  });
  return Math.abs(sum) / 2;
}

function boundsOf(rings: readonly Ring[]): Box {
  const points = rings.flat();
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b));
  const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b));
  const [x, y] = [least(xs), least(ys)];
  return { x, y, w: Math.max(1e-6, most(xs) - x), h: Math.max(1e-6, most(ys) - y) };
}

/** Pixels to a degree, where the outline fills the box. */
export const scaleOf = ({ w, h }: Outline, box: Box): number => Math.min(box.w / w, box.h / h);

export function paintOutline(
  context: SKRSContext2D,
  palette: Palette,
  outline: Outline,
  box: Box,
  scale = scaleOf(outline, box),
): void {
  const { x, y } = centre(box);
  const [left, top] = [x - (outline.w * scale) / 2, y - (outline.h * scale) / 2];
  context.save();
  context.beginPath();
  for (const ring of outline.rings) {
    ring.forEach(([px, py], i) => {
      const [at, down] = [left + px * scale, top + py * scale];
      if (i === 0) context.moveTo(at, down);
      else context.lineTo(at, down);
    });
    context.closePath();
  }
  const fill = context.createLinearGradient(box.x, box.y, box.x + box.w, box.y + box.h);
  const base = palette.light ? palette.cardAccent : palette.accent;
  fill.addColorStop(0, blended(base, '#ffffff', 0.35));
  fill.addColorStop(1, base);
  context.shadowColor = palette.light ? withAlpha(palette.ink, 0.34) : 'rgba(0,0,0,.45)';
  context.shadowBlur = 26;
  context.shadowOffsetY = 12;
  context.fillStyle = fill;
  context.fill();
  context.shadowColor = 'rgba(0,0,0,0)';
  context.strokeStyle = 'rgba(255,255,255,.85)';
  context.lineJoin = 'round';
  context.lineWidth = Math.max(1.5, Math.min(box.w, box.h) * 0.006);
  context.stroke();
  context.restore();
}
