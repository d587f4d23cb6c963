import { zip } from '../../../platform/zip.ts';
import { type Box, bottom, inset } from '../frame.ts';
import { withAlpha } from '../look/colour.ts';
import { paintText } from '../text/paint.ts';
import { fitText } from '../text/wrap.ts';
import { chartCaption } from './bars.ts';
import { chartTitle } from './chart-title.ts';
import { composeScene } from './composition.ts';
import { line } from './line-part.ts';
import { figureText } from './number-text.ts';
import type { Part } from './part.ts';
import type { SceneInput } from './scene-input.ts';

interface LineChart {
  readonly title: string;
  readonly unit: string;
  readonly points: readonly { readonly label: string; readonly value: number }[];
}

/** Figures over time as a line that draws itself, with the first and last value labelled. */
export function lineChartScene(input: SceneInput, { title, unit, points }: LineChart): Part[] {
  const { cues, type, palette, beat } = input;
  const { parts, body } = composeScene(input, { share: 0.17 });
  const caption = chartCaption(title, unit, beat.on_screen);
  const [captionH, axisH] = [caption ? 64 : 0, 60];
  const frame: Box = { ...body, y: body.y + captionH, h: Math.min(body.h - captionH, body.w * 0.95) };
  const plot = inset({ ...frame, h: frame.h - axisH }, 24, 96);
  const values = points.map(({ value }) => value);
  const low = Math.min(0, ...values);
  const high = Math.max(...values, low + Number.MIN_VALUE);
  const across = positions(points.map(({ label }) => label));
  const at = zip(points, across).map(([{ label, value }, share]) => ({
    label,
    value,
    x: plot.x + plot.w * share,
    y: bottom(plot) - (plot.h * (value - low)) / (high - low || 1),
  }));
  const [start, end] = [at[0], at.at(-1)];
  if (!start || !end) return parts;
  const drawing = Math.min(2.2, Math.max(1, cues.seconds * 0.5));

  const labelled = spacedOut(across);
  return [
    ...parts,
    ...chartTitle(input, caption, { ...body, h: captionH }),
    {
      name: 'grid',
      box: frame,
      contents: [],
      bleed: 4,
      backdrop: true,
      enter: { at: 0.05, by: 'fade', for: 0.3 },
      paint: (context) => {
        context.strokeStyle = withAlpha(palette.ink, 0.22);
        context.lineWidth = 3;
        for (const share of [0, 0.5, 1]) {
          const y = bottom(plot) - plot.h * share;
          context.beginPath();
          context.moveTo(plot.x, y);
          context.lineTo(plot.x + plot.w, y);
          context.stroke();
        }
      },
    },
    {
      name: 'line',
      box: { ...plot, x: plot.x - 16, w: plot.w + 32, y: plot.y - 16, h: plot.h + 32 },
      contents: [],
      bleed: 4,
      backdrop: true,
      enter: { at: 0.25, by: 'wipe-right', for: drawing },
      paint: (context) => {
        const shade = context.createLinearGradient(0, plot.y, 0, bottom(plot));
        shade.addColorStop(0, withAlpha(palette.accent, 0.45));
        shade.addColorStop(1, withAlpha(palette.accent, 0.02));
        context.beginPath();
        context.moveTo(start.x, bottom(plot));
        for (const { x, y } of at) context.lineTo(x, y);
        context.lineTo(end.x, bottom(plot));
        context.closePath();
        context.fillStyle = shade;
        context.fill();
        context.beginPath();
        for (const { x, y } of at) context.lineTo(x, y);
        context.strokeStyle = palette.accent;
        context.lineWidth = 13;
        context.lineJoin = 'round';
        context.lineCap = 'round';
        context.stroke();
      },
    },
    ...at.flatMap(({ label, x }, i) =>
      labelled.has(i) ? [axisLabel(input, label, x, bottom(frame) - axisH, frame, i, points.length)] : [],
    ),
    ...[start, end].map((point, k): Part => {
      const figure = figureText(point.value, type.language);
      const wrapped = fitText(type, figure, {
        role: 'display',
        w: frame.w * 0.42,
        h: 76,
        largest: 66,
        smallest: 26,
        lines: 1,
        leading: 1.1,
      });
      const x = Math.min(Math.max(frame.x, point.x - wrapped.w / 2), frame.x + frame.w - wrapped.w);
      const box: Box = { x, y: point.y - 26 - wrapped.h, w: wrapped.w, h: wrapped.h };
      return {
        name: `value ${k === 0 ? 0 : points.length - 1}`,
        box,
        contents: [{ name: figure, box }],
        bleed: 24,
        enter: { at: k === 0 ? 0.2 : 0.25 + drawing * 0.8, by: 'pop', for: 0.5 },
        paint: (context) =>
          paintText(context, type, wrapped, box, {
            fill: k === 0 ? palette.ink : palette.accent,
            shadow: palette.light
              ? { colour: 'rgba(255,255,255,.7)', blur: 14, y: 0 }
              : { colour: 'rgba(2,3,18,.5)', blur: 16, y: 5 },
          }),
      };
    }),
    {
      name: 'head',
      box: { x: end.x - 20, y: end.y - 20, w: 40, h: 40 },
      contents: [],
      bleed: 10,
      backdrop: true,
      enter: { at: 0.25 + drawing * 0.75, by: 'pop', for: 0.5 },
      idle: { breathe: 0.12, period: 1.2 },
      paint: (context) => {
        context.fillStyle = '#ffffff';
        context.beginPath();
        context.arc(end.x, end.y, 19, 0, Math.PI * 2);
        context.fill();
        context.fillStyle = palette.accent;
        context.beginPath();
        context.arc(end.x, end.y, 12, 0, Math.PI * 2);
        context.fill();
      },
    },
  ];
}

/** Positions on the axis, from 0 to 1: years to scale, other labels at equal distances. */
export function positions(labels: readonly string[]): number[] {
  const numbers = labels.map(Number);
  const isRising = zip(numbers, numbers.slice(1)).every(([before, n]) => n > before);
  const [first = 0, last = 0] = [numbers[0], numbers.at(-1)];
  return numbers.every(Number.isFinite) && isRising
    ? numbers.map((n) => (n - first) / (last - first))
    : labels.map((_, i) => i / (labels.length - 1));
}

/** As many labels as fit without overlapping, including the first and the last. */
function spacedOut(across: readonly number[]): Set<number> {
  const keptIndexes = new Set([0, across.length - 1]);
  let [before = 0, end = 0] = [across[0], across.at(-1)];
  for (const [i, at] of across.entries()) {
    if (at - before < 0.22 || end - at < 0.22) continue;
    keptIndexes.add(i);
    before = at;
  }
  return keptIndexes;
}

function axisLabel(
  input: SceneInput,
  label: string,
  x: number,
  y: number,
  frame: Box,
  i: number,
  count: number,
): Part {
  const w = Math.min(170, frame.w / Math.min(count, 5) - 14);
  const left = Math.min(Math.max(frame.x, x - w / 2), frame.x + frame.w - w);
  return line(input, {
    name: `axis ${i}`,
    text: label,
    box: { x: left, y, w, h: 56 },
    enter: { at: 0.1 + i * 0.05, by: 'fade', for: 0.3 },
    largest: 42,
    lines: 1,
  });
}
