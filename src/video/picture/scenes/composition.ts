import type { Box } from '../frame.ts';
import { headline } from './headline.ts';
import type { Part } from './part.ts';
import type { SceneInput } from './scene-input.ts';

interface HeadOptions {
  readonly largest?: number;
  readonly lines?: number;
  /** Maximum share of the area's height for a headline above the rest. */
  readonly share?: number;
}

export const isWide = ({ w, h }: Box): boolean => w > h * 1.5;

/**
 * The headline of a scene and the remaining area: below it in an upright frame, beside it in a wide one. A
 * scene of several beats shows the headline of each while it lasts.
 */
export function composeScene(input: SceneInput, headOptions: HeadOptions = {}): { parts: Part[]; body: Box } {
  const { area, phases, opening } = input;
  const { largest = 118, lines = 2, share = 0.2 } = headOptions;
  const wide = isWide(area);
  const head: Box = wide
    ? { ...area, w: area.w * 0.36, h: area.h }
    : { ...area, h: Math.max(110, area.h * share) };
  const fitting = wide
    ? ({ largest: largest * 0.9, lines: 5, align: 'start' } as const)
    : { largest: Math.min(largest, area.h * 0.11), lines };
  const spoken = phases.filter(({ beat }, i) => beat.on_screen !== phases[i - 1]?.beat.on_screen);
  let tallest = 0;
  const parts = spoken.flatMap(({ beat, at }, i) => {
    const next = spoken[i + 1]?.at;
    const set = headline(input, beat.on_screen, head, fitting);
    tallest = Math.max(tallest, set.box.h);
    const placed = wide
      ? headline(input, beat.on_screen, { ...head, y: head.y + (head.h - set.box.h) / 2 }, fitting)
      : set;
    return placed.parts.map((part) => ({
      ...part,
      name: phases.length > 1 ? `${part.name} of ${i}` : part.name,
      enter: opening ? { ...part.enter, at: -1 } : { ...part.enter, at: at + (i > 0 ? 0.02 : part.enter.at) },
      ...(next !== undefined && { until: next }),
    }));
  });
  const gap = wide ? 0 : Math.min(34, area.h * 0.03);
  const body: Box = wide
    ? { x: area.x + area.w * 0.4, y: area.y, w: area.w * 0.6, h: area.h }
    : { ...area, y: area.y + tallest + gap, h: area.h - tallest - gap };
  return { parts, body };
}

/** Boxes of equal size in a row, with a gap between them. */
export function splitIntoRow(box: Box, count: number, gap: number): Box[] {
  const w = (box.w - gap * (count - 1)) / count;
  return Array.from({ length: count }, (_, i) => ({ ...box, x: box.x + i * (w + gap), w }));
}

export function splitIntoColumn(
  box: Box,
  count: number,
  gap: number,
  most = Number.POSITIVE_INFINITY,
): Box[] {
  const h = Math.min(most, (box.h - gap * (count - 1)) / count);
  const spare = box.h - h * count - gap * (count - 1);
  return Array.from({ length: count }, (_, i) => ({ ...box, y: box.y + spare / 2 + i * (h + gap), h }));
}
