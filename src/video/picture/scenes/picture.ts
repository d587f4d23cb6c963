import { zip } from '../../../platform/zip.ts';
import { isDrawable } from '../drawing/subject.ts';
import { type Box, inset } from '../frame.ts';
import { composeScene, isWide, splitIntoRow } from './composition.ts';
import type { Part } from './part.ts';
import type { SceneInput } from './scene-input.ts';
import { subjectParts } from './subject-part.ts';

/** One to three things, drawn large, each entering when it is mentioned. */
export function pictureScene(input: SceneInput, pictures: readonly string[]): Part[] {
  const { parts, body } = composeScene(input, { largest: 138, share: 0.26, lines: 3 });
  const drawables = [...new Set(pictures)].filter(isDrawable);
  const subjects = drawables.length > 0 ? drawables : [pictures[0] ?? input.beat.subject];
  const times = input.cues.of(subjects);
  const boxes = placesFor(subjects.length, inset(body, 0, body.h * 0.02));
  return [
    ...parts,
    ...zip(zip(subjects, boxes), times).flatMap(([[subject, box], time], i) =>
      // The first one is visible from the start: a scene never waits for its picture.
      subjectParts(input, subject, box, { at: i === 0 ? 0.05 : Math.min(time, 0.3 + i * 1.1) }),
    ),
  ];
}

function placesFor(count: number, box: Box): Box[] {
  if (count === 1) return [box];
  if (count === 2 && !isWide({ ...box, w: box.w * 1.2 }) && box.h > box.w) {
    const h = box.h / 2;
    // Two in an upright area are placed diagonally, each larger than side by side.
    const w = box.w * 0.72;
    return [
      { ...box, w, h },
      { x: box.x + box.w - w, y: box.y + h, w, h },
    ];
  }
  if (count === 3 && box.h > box.w * 0.9) {
    const h = box.h / 2;
    return [{ ...box, h }, ...splitIntoRow({ ...box, y: box.y + h, h }, 2, 20)];
  }
  return splitIntoRow(box, count, 30);
}
