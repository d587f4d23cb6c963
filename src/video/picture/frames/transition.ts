import { pickRandom, type RandomSource } from '../../seeded-random.ts';
import { clamp, easeInOut } from '../easing.ts';
import type { Compositor, CompositorPicture } from './compositor.ts';

export type Transition = 'push-left' | 'push-up' | 'iris' | 'slant' | 'shutters';
const transitions: readonly Transition[] = ['push-left', 'push-up', 'iris', 'slant', 'shutters'];
export const transition_s = 0.5;

export const pickTransition = (random: RandomSource, before?: Transition): Transition =>
  pickRandom(
    transitions.filter((kind) => kind !== before),
    random,
  );

/** Combines two finished frames into one, row by row; a band of colour runs along the edge. */
export function drawTransition(
  compositor: Compositor,
  into: CompositorPicture,
  from: CompositorPicture,
  to: CompositorPicture,
  kind: Transition,
  share: number,
  edge: readonly [number, number, number],
): void {
  const eased = easeInOut(clamp(share));
  const { w: width, h: height } = into;
  if (kind === 'push-left') drawPush(compositor, into, from, to, even(width * eased), 'x');
  else if (kind === 'push-up') drawPush(compositor, into, from, to, even(height * eased), 'y');
  else drawReveal(compositor, into, from, to, eased, edge, revealedRanges[kind]);
}

function drawPush(
  compositor: Compositor,
  into: CompositorPicture,
  from: CompositorPicture,
  to: CompositorPicture,
  by: number,
  along: 'x' | 'y',
): void {
  const { w: width, h: height } = into;
  if (along === 'x') {
    // The outgoing scene moves slower than the incoming one, as if it were farther away.
    const slowOffset = even(by * 0.6);
    if (by < width) compositor.copy(into, 0, 0, from, slowOffset, 0, width - by, height);
    if (by > 0) compositor.copy(into, width - by, 0, to, 0, 0, by, height);
  } else {
    const slowOffset = even(by * 0.6);
    if (by < height) compositor.copy(into, 0, 0, from, 0, slowOffset, width, height - by);
    if (by > 0) compositor.copy(into, 0, height - by, to, 0, 0, width, by);
  }
}

/**
 * For a row (at the middle of its two lines): the range in which the next scene is visible, and the width of
 * the band.
 */
type RevealedRange = (
  y: number,
  eased: number,
  more: number,
  width: number,
  height: number,
) => readonly [number, number];

const band = 46;

const irisRange: RevealedRange = (y, eased, more, width, height) => {
  const farthest = Math.hypot(width / 2, height * 0.55) + 40;
  const r = farthest * eased + (eased > 0 ? more : 0);
  const dy = y - height * 0.45;
  if (r <= Math.abs(dy)) return [0, 0];
  const halfWidth = Math.sqrt(r * r - dy * dy);
  return [width / 2 - halfWidth, width / 2 + halfWidth];
};

const slantRange: RevealedRange = (y, eased, more, width, height) => {
  const slant = 520;
  const x = (width + slant + 2 * band) * eased - slant * (y / height) - band + more;
  return [0, x];
};

const shutterRange: RevealedRange = (y, eased, more, width, height) => {
  const blinds = 6;
  const i = Math.floor((y / height) * blinds);
  const blindProgress = clamp(eased * 1.6 - (i / blinds) * 0.6);
  const x = blindProgress <= 0 ? 0 : (width + band) * blindProgress + more - band;
  return i % 2 === 0 ? [0, x] : [width - x, width];
};

const revealedRanges = { iris: irisRange, slant: slantRange, shutters: shutterRange };

function drawReveal(
  compositor: Compositor,
  into: CompositorPicture,
  from: CompositorPicture,
  to: CompositorPicture,
  eased: number,
  edge: readonly [number, number, number],
  range: RevealedRange,
): void {
  const { w: width, h: height } = into;
  compositor.copy(into, 0, 0, from, 0, 0, width, height);
  for (let y = 0; y < height; y += 2) {
    const [bx0, bx1] = toEvenColumns(range(y + 1, eased, band, width, height), width);
    if (bx1 > bx0) compositor.fill(into, edge, bx0, y, bx1 - bx0, 2);
    const [x0, x1] = toEvenColumns(range(y + 1, eased, 0, width, height), width);
    if (x1 > x0) compositor.copy(into, x0, y, to, x0, y, x1 - x0, 2);
  }
}

const even = (n: number): number => Math.round(n) & ~1;
const toEvenColumns = ([x0, x1]: readonly [number, number], width: number): [number, number] => [
  even(clamp(x0, 0, width)),
  even(clamp(x1, 0, width)),
];
