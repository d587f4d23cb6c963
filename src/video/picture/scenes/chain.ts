import { zip } from '../../../platform/zip.ts';
import { toStems } from '../../script/words.ts';
import type { ChainStep } from '../../storyboard.ts';
import { type Box, bottom } from '../frame.ts';
import { isExact } from '../icons/picture.ts';
import { withAlpha } from '../look/colour.ts';
import { subjectOf } from '../relations/relation.ts';
import { paintText } from '../text/paint.ts';
import { fitText } from '../text/wrap.ts';
import { card } from './card-part.ts';
import { composeScene, isWide, splitIntoRow } from './composition.ts';
import type { Part } from './part.ts';
import type { SceneInput } from './scene-input.ts';

/** What leads to what: a cause to its effect, a thing to what it does, a stream to where it flows. */
export function chainScene(input: SceneInput, steps: readonly ChainStep[]): Part[] {
  const texts = steps.map(({ label, by = '' }) => `${by} ${label}`);
  const { parts, body } = composeDiagram(input);
  const [, ...times] = input.cues.of(texts);
  // The first step is there from the start: a scene never waits for its picture.
  return [...parts, ...chainParts(input, steps, body, { times: [0.1, ...times] })];
}

/** The area of a diagram: the whole scene, unless its headline says more than the caption. */
export function composeDiagram(input: SceneInput): { parts: Part[]; body: Box } {
  const { beat, area, phases } = input;
  const told = toStems(phases.map((phase) => phase.beat.narration).join(' '));
  const isTold = toStems(beat.on_screen).every((stem) => told.includes(stem));
  return isTold ? { parts: [], body: area } : composeScene(input, { share: 0.18 });
}

interface ChainTimes {
  /** When each step enters. */
  readonly times: readonly number[];
  readonly until?: number | undefined;
}

/** The steps in rows by what they follow, with an arrow to each, along which lights run. */
export function chainParts(
  input: SceneInput,
  steps: readonly ChainStep[],
  box: Box,
  { times, until }: ChainTimes,
): Part[] {
  const rows = rowsOf(steps);
  const inRow = sizesOf(rows.length, box.w, { gap: 250, gaps: 0.54, size: 560 });
  const wide = isWide(box) && inRow.size >= narrowest;
  const along = wide ? box.w : box.h;
  const { gap, size } = wide ? inRow : sizesOf(rows.length, box.h, { gap: 190, gaps: 0.42, size: 430 });
  const spare = along - size * rows.length - gap * (rows.length - 1);
  const places = new Map<number, Box>();
  rows.forEach((row, depth) => {
    const start = spare / 2 + depth * (size + gap);
    const band: Box = wide
      ? { x: box.x + start, y: box.y + box.h * 0.1, w: size, h: box.h * 0.8 }
      : { ...box, y: box.y + start, h: size };
    const cells = wide ? splitIntoStack(band, row.length) : splitIntoRow(band, row.length, 34);
    for (const [index, cell] of zip(row, cells)) places.set(index, cell);
  });
  const leaves = until === undefined ? {} : { until };
  return steps.flatMap((step, i): Part[] => {
    const place = places.get(i)!;
    const at = times[i] ?? 0.1;
    const own = card(input, {
      name: `step ${i}`,
      text: step.label,
      box: place,
      enter: {
        at: i === 0 && input.opening ? -1 : at,
        by: i === 0 ? 'pop' : wide ? 'from-left' : 'rise',
        for: 0.5,
      },
      largest: 92,
      lines: 4,
      strong: i > 0 && !steps.some(({ from }, k) => k > i && (from ?? k - 1) === i),
      ...markOf(step.label),
      ...leaves,
    });
    const from = i === 0 ? undefined : places.get(step.from ?? i - 1);
    if (!from) return [own];
    return [...arrowParts(input, i, { from, to: place, wide, by: step.by, at, ...leaves }), own];
  });
}

/** A word does not fit into a narrower step: they are stacked then. */
const narrowest = 180;

/** The size of each of so many steps, and of the gaps between them, of which there is room for a share. */
function sizesOf(count: number, along: number, most: { gap: number; gaps: number; size: number }) {
  const gap = Math.min(most.gap, (along * most.gaps) / Math.max(1, count - 1));
  return { gap, size: Math.min(most.size, (along - gap * (count - 1)) / count) };
}

/** What is drawn beside a label: the thing that it is, or whose clause it is. */
export function markOf(label: string): { mark?: { subject: string } } {
  const thing = [label, subjectOf(label)].find(isExact);
  return thing === undefined ? {} : { mark: { subject: thing } };
}

/** The indexes of the steps by their distance from the first. */
function rowsOf(steps: readonly ChainStep[]): number[][] {
  const depths: number[] = [];
  for (const [i, { from = i - 1 }] of steps.entries()) depths.push(i === 0 ? 0 : (depths[from] ?? 0) + 1);
  const rows: number[][] = [];
  for (const [i, depth] of depths.entries()) rows[depth] = [...(rows[depth] ?? []), i];
  return rows;
}

const splitIntoStack = (box: Box, count: number): Box[] => {
  const h = (box.h - 24 * (count - 1)) / count;
  return Array.from({ length: count }, (_, i) => ({ ...box, y: box.y + i * (h + 24), h }));
};

interface Arrow {
  readonly from: Box;
  readonly to: Box;
  readonly wide: boolean;
  readonly by: string | undefined;
  readonly at: number;
  readonly until?: number | undefined;
}

const lights = 2;
const lap_s = 1.3;

/** An arrow from one box to the next, its verb, and lights that run along it. */
function arrowParts(input: SceneInput, i: number, { from, to, wide, by, at, until }: Arrow): Part[] {
  const { palette, type } = input;
  const [start, end] = wide
    ? [
        { x: from.x + from.w + 8, y: from.y + from.h / 2 },
        { x: to.x - 8, y: to.y + to.h / 2 },
      ]
    : [
        { x: Math.min(Math.max(to.x + to.w / 2, from.x + 60), from.x + from.w - 60), y: bottom(from) + 6 },
        { x: to.x + to.w / 2, y: to.y - 6 },
      ];
  const box: Box = {
    x: Math.min(start.x, end.x) - (wide ? 0 : 34),
    y: Math.min(start.y, end.y) - (wide ? 34 : 0),
    w: Math.abs(end.x - start.x) + (wide ? 0 : 68),
    h: Math.abs(end.y - start.y) + (wide ? 68 : 0),
  };
  const leaves = until === undefined ? {} : { until };
  const enter = { at: Math.max(0, at - 0.3), by: wide ? 'wipe-right' : 'wipe-down', for: 0.35 } as const;
  const colour = palette.light ? withAlpha(palette.ink, 0.75) : '#ffffff';
  const base = { contents: [], backdrop: true, ...leaves } as const;
  const arrow: Part = {
    name: `arrow ${i}`,
    box,
    bleed: 4,
    ...base,
    enter,
    paint: (context) => {
      const angle = Math.atan2(end.y - start.y, end.x - start.x);
      context.strokeStyle = colour;
      context.fillStyle = colour;
      context.lineWidth = 12;
      context.beginPath();
      context.moveTo(start.x, start.y);
      context.lineTo(end.x - Math.cos(angle) * 26, end.y - Math.sin(angle) * 26);
      context.stroke();
      context.save();
      context.translate(end.x, end.y);
      context.rotate(angle);
      context.beginPath();
      context.moveTo(0, 0);
      context.lineTo(-42, -30);
      context.lineTo(-42, 30);
      context.closePath();
      context.fill();
      context.restore();
    },
  };
  const r = 13;
  const running = Array.from(
    { length: lights },
    (_, k): Part => ({
      name: `light ${i} ${k}`,
      box: { x: start.x - r, y: start.y - r, w: 2 * r, h: 2 * r },
      bleed: 8,
      ...base,
      enter: { at: at + 0.1, by: 'fade', for: 0.2 },
      follow: (t) => {
        const share = (t / lap_s + k / lights) % 1;
        return { dx: (end.x - start.x) * share, dy: (end.y - start.y) * share };
      },
      paint: (context) => {
        context.shadowColor = palette.accent;
        context.shadowBlur = 12;
        context.fillStyle = palette.accent;
        context.beginPath();
        context.arc(start.x, start.y, r * 0.8, 0, Math.PI * 2);
        context.fill();
      },
    }),
  );
  if (by === undefined) return [arrow, ...running];
  const room = wide ? end.x - start.x - 8 : Math.min(to.w, 460);
  // Above the head of the arrow, where there is room.
  const lift = box.h > 110 ? 15 : 0;
  const set = fitText(type, by, {
    role: 'text',
    w: room - 28,
    h: wide ? 100 : box.h - 20 - 2 * lift,
    largest: 54,
    smallest: 20,
    lines: wide ? 2 : 1,
  });
  const [w, h] = [set.w + 28, set.h + 14];
  const pill: Box = {
    x: (start.x + end.x) / 2 - w / 2,
    y: wide ? end.y - 34 - h : (start.y + end.y) / 2 - lift - h / 2,
    w,
    h,
  };
  return [
    arrow,
    ...running,
    {
      name: `verb ${i}`,
      box: pill,
      contents: [{ name: by, box: { x: pill.x + 14, y: pill.y + 7, w: set.w, h: set.h } }],
      bleed: 12,
      ...leaves,
      enter: { at: Math.max(0.05, at - 0.15), by: 'pop', for: 0.4 },
      paint: (context) => {
        context.fillStyle = palette.pill;
        context.beginPath();
        context.roundRect(pill.x, pill.y, pill.w, pill.h, Math.min(28, pill.h / 2));
        context.fill();
        paintText(context, type, set, pill, { fill: palette.pillInk });
      },
    },
  ];
}
