import type { SKRSContext2D } from '@napi-rs/canvas';
import { circularItem } from '../../../platform/circular-item.ts';
import { type Box, centre } from '../frame.ts';
import { blendColours, withAlpha } from '../look/colour.ts';
import type { Palette } from '../look/palettes.ts';
import { countryCode, findLand } from './countries.ts';

/**
 * A country's outline, from Natural Earth at 1:10 million (public domain), projected flat and true to area.
 */
export interface Outline {
  readonly rings: readonly (readonly (readonly [number, number])[])[];
  /** In degrees of latitude. */
  readonly w: number;
  readonly h: number;
}

type Ring = [number, number][];

const outlineRequest = /^(?:map|outline) of (.+)$/i;
/** Other pieces of land are included up to this distance from the largest one, in widths of that piece. */
const maxDistance = 0.8;
const outlines = new Map<string, Outline | undefined>();

/** A country's outline, for "map of Japan" or "Turkey" with its capital; undefined for anything else. */
export function outlineFor(subject: string): Outline | undefined {
  const whole = subject.trim();
  const name = outlineRequest.exec(whole)?.[1] ?? (/^\p{Lu}\p{Ll}/u.test(whole) ? whole : undefined);
  if (name === undefined || countryCode(name) === undefined) return undefined;
  if (!outlines.has(name)) outlines.set(name, load(name));
  return outlines.get(name);
}

function load(name: string): Outline | undefined {
  const code = countryCode(name);
  const geometry = code && findLand(code, '10m')?.geometry;
  if (!geometry) return undefined;
  // Seen from above the pole; on a flat map it is a strip along the edge.
  const unroll = code === 'AQ' ? toPolar : unwrapRing;
  if (geometry.type === 'Polygon') return projectRings([unroll(geometry.coordinates[0] as Ring)]);
  if (geometry.type !== 'MultiPolygon') return undefined;
  return projectRings(geometry.coordinates.map(([outer]) => unroll(outer as Ring)));
}

/** Degrees from the South Pole, with the Greenwich meridian pointing up. */
const toPolar = (ring: Ring): Ring =>
  ring
    // The edge of a flat map follows the pole and the date line.
    .filter(([x, y]) => y > -89.9 && Math.abs(x) < 179.999)
    .map(([x, y]) => {
      const [angle, distance] = [(x * Math.PI) / 180, 90 + y];
      return [distance * Math.sin(angle), distance * Math.cos(angle)];
    });

/** Unwraps a ring that crosses the date line past 180 degrees; one around a pole stays as it is. */
function unwrapRing(ring: Ring): Ring {
  let turns = 0;
  const continued = ring.map(([x, y], i): [number, number] => {
    const step = x - (ring[i - 1]?.[0] ?? x);
    if (Math.abs(step) > 180) turns -= Math.sign(step);
    return [x + turns * 360, y];
  });
  return turns === 0 ? continued : ring;
}

/** The mainland and nearby land, without distant territories; longitudes are scaled for their latitude. */
function projectRings(rings: readonly Ring[]): Outline {
  const main = rings.toSorted((a, b) => areaOf(b) - areaOf(a))[0]!;
  const middle = boundsOf([main]);
  // Land beyond the date line is moved to where it appears on a globe.
  const shifted = rings.map((ring) =>
    ring.map(([x, y]): [number, number] => [
      x < middle.x + middle.w / 2 - 180 ? x + 360 : x > middle.x + middle.w / 2 + 180 ? x - 360 : x,
      y,
    ]),
  );
  const span = Math.max(middle.w, middle.h) * maxDistance;
  const nearbyRings = shifted.filter((ring) => {
    const { x, y, w, h } = boundsOf([ring]);
    return (
      x + w / 2 > middle.x - span &&
      x + w / 2 < middle.x + middle.w + span &&
      y + h / 2 > middle.y - span &&
      y + h / 2 < middle.y + middle.h + span
    );
  });
  const shrink = Math.cos(((middle.y + middle.h / 2) * Math.PI) / 180);
  const all = nearbyRings.map((ring) => ring.map(([x, y]): [number, number] => [x * shrink, -y]));
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
    const [nextX, nextY] = circularItem(ring, i + 1);
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

/** Pixels per degree at which the outline fills the box. */
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
  fill.addColorStop(0, blendColours(base, '#ffffff', 0.35));
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
