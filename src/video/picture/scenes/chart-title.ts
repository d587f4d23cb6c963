import type { Box } from '../frame.ts';
import { line } from './line-part.ts';
import type { Part } from './part.ts';
import type { SceneInput } from './scene-input.ts';

/** The headline of a chart, if any. */
export function chartTitle(input: SceneInput, text: string, box: Box): Part[] {
  if (!text) return [];
  return [
    line(input, {
      name: 'chart title',
      text,
      box,
      enter: { at: 0.1, by: 'fade', for: 0.3 },
      largest: 46,
      lines: 1,
      fill: input.palette.second,
    }),
  ];
}
