import { seededRandom as chanceOf } from '../../seeded-random.ts';
import { type Halo, paintHalo, pickHalo } from '../drawing/halo.ts';
import { outlineFor } from '../drawing/outline.ts';
import { isDrawable, paintSubject } from '../drawing/subject.ts';
import { type Box, inset } from '../frame.ts';
import type { Entrance, Part } from './part.ts';
import type { SceneInput } from './scene-input.ts';

interface SubjectOptions {
  readonly at?: number;
  readonly until?: number | undefined;
  readonly halo?: Halo | 'none';
  readonly by?: Entrance['by'];
  readonly phase?: number;
}

/** A drawn subject in constant slight motion, with a shape behind it. The box contains all of its motion. */
export function subjectParts(
  input: SceneInput,
  subject: string,
  box: Box,
  options: SubjectOptions = {},
): Part[] {
  const { type, palette, random, opening } = input;
  const { by = 'pop', phase = random() * 6 } = options;
  const at = opening && options.at === undefined ? -1 : (options.at ?? 0.05);
  const leaves = options.until === undefined ? {} : { until: options.until };
  const side = Math.min(box.w, box.h);
  // A country is as wide as its land, a word as wide as the area, and neither needs a shape behind it.
  const land = outlineFor(subject);
  const drawable = isDrawable(subject);
  const width = land
    ? Math.min(box.w, side * Math.max(1, land.w / land.h))
    : drawable
      ? side
      : Math.min(box.w, side * 1.9);
  const height = drawable ? side : Math.min(side, width * 0.6);
  const square: Box = {
    x: box.x + (box.w - width) / 2,
    y: box.y + (box.h - height) / 2,
    w: width,
    h: height,
  };
  const halo = land || !drawable ? 'none' : (options.halo ?? pickHalo(random));
  const drawingBox = inset(square, side * (halo === 'none' ? 0.05 : 0.13));
  const seed = Math.floor(random() * 1e9);
  const haloParts: Part[] =
    halo === 'none'
      ? []
      : [
          {
            name: 'halo',
            box: square,
            contents: [],
            bleed: 4,
            backdrop: true,
            enter: { at: at < 0 ? at : Math.max(0, at - 0.05), by: 'fade', for: 0.3 },
            ...leaves,
            paint: (context) => paintHalo(context, halo, palette, square, chanceOf(seed)),
          },
        ];
  return [
    ...haloParts,
    {
      name: `subject ${subject}`,
      box: square,
      contents: [{ name: subject, box: drawingBox }],
      bleed: Math.round(side * 0.06),
      enter: { at, by, for: 0.6 },
      ...leaves,
      idle: { bob: side * 0.022, sway: land || !drawable ? 0.02 : 0.04, period: 3.1, phase },
      lively: true,
      paint: (context) => paintSubject(context, type, palette, subject, drawingBox),
    },
  ];
}
