import { zip } from '../../../platform/zip.ts';
import { isDrawable } from '../drawing/subject.ts';
import { type Box, bottom } from '../frame.ts';
import { isWide, splitIntoRow } from './composition.ts';
import { headline } from './headline.ts';
import type { Part } from './part.ts';
import type { SceneInput } from './scene-input.ts';
import { subjectParts } from './subject-part.ts';

/** The opening: the video's subject in words and in one large picture, complete from the first frame. */
export function titleScene(input: SceneInput): Part[] {
  const { area, beat, story } = input;
  const drawable = story.sides !== undefined || isDrawable(beat.subject);
  const gap = area.h * 0.04;
  if (isWide(area)) {
    const left: Box = { ...area, w: area.w * (drawable ? 0.54 : 1) };
    const headlineOptions = {
      largest: 170,
      smallest: 50,
      lines: 4,
      align: drawable ? 'start' : 'center',
    } as const;
    const headlineHeight = headline(input, beat.on_screen, left, headlineOptions).box.h;
    const words = headline(
      input,
      beat.on_screen,
      { ...left, y: area.y + (area.h - headlineHeight) / 2 },
      headlineOptions,
    );
    const right: Box = { ...area, x: area.x + area.w * 0.58, w: area.w * 0.42 };
    return drawable ? [...mainParts(input, right), ...words.parts] : [...words.parts];
  }
  const headlineOptions = { largest: Math.min(190, area.h * 0.2), smallest: 50, lines: 4, poster: true };
  const maxHeight = area.h * (drawable ? 0.43 : 0.7);
  const words = headline(input, beat.on_screen, { ...area, h: maxHeight }, headlineOptions);
  if (!drawable) {
    const y = area.y + (area.h - words.box.h) / 2;
    const placed = headline(input, beat.on_screen, { ...area, y, h: maxHeight }, headlineOptions);
    return [...placed.parts];
  }
  const side = Math.min(area.w * 0.74, area.h - words.box.h - gap);
  const spare = area.h - words.box.h - gap - side;
  const top = area.y + spare / 2;
  const placed = headline(input, beat.on_screen, { ...area, y: top, h: maxHeight }, headlineOptions);
  const drawing = { ...area, y: bottom(placed.box) + gap, h: side };
  return [...mainParts(input, drawing), ...placed.parts];
}

/** The main subject, or both sides of a comparison. */
function mainParts(input: SceneInput, box: Box): Part[] {
  const { beat, story } = input;
  if (!story.sides) return subjectParts(input, beat.subject, box);
  return zip(story.sides, splitIntoRow(box, 2, 24)).flatMap(([side, half]) =>
    subjectParts(input, side, half),
  );
}
