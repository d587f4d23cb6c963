import { zip } from '../../../platform/zip.ts';
import { isDrawable } from '../drawing/subject.ts';
import { type Box, bottom } from '../frame.ts';
import { card } from './card-part.ts';
import { composeScene } from './composition.ts';
import { line, stroke } from './line-part.ts';
import type { Part } from './part.ts';
import type { SceneInput } from './scene-input.ts';
import { subjectParts } from './subject-part.ts';

/** A thing and its parts: a trunk grows from the whole, and each part enters at the end of a branch. */
export function diagramScene(
  input: SceneInput,
  scene: { readonly whole: string; readonly parts: readonly string[] },
): Part[] {
  const { beat, cues } = input;
  const { parts: words, body: area } = composeScene(input, { largest: 108, share: 0.18 });
  const namedH = Math.min(74, area.h * 0.08);
  const named: Box = { ...area, h: namedH };
  const rows = Math.ceil(scene.parts.length / 2);
  const [gap, between] = [Math.min(30, area.h * 0.03), 96];
  const h = Math.min(150, (area.h * 0.46 - gap * (rows - 1)) / rows);
  const grid = h * rows + gap * (rows - 1);
  const top = bottom(area) - grid;
  const free: Box = { ...area, y: bottom(named) + 12, h: top - bottom(named) - 12 - area.h * 0.04 };
  const middle = area.x + area.w / 2;
  const w = (area.w - between) / 2;
  const times = cues.of(scene.parts);
  const isOdd = scene.parts.length % 2 === 1;
  const branches = zip(scene.parts, times).map(([text, time], i) => {
    const y = top + Math.floor(i / 2) * (h + gap);
    const isLeft = i % 2 === 0;
    // A part without a neighbour is placed directly below the trunk.
    const isAlone = isOdd && i === scene.parts.length - 1;
    const box: Box = { x: isAlone ? middle - w / 2 : isLeft ? area.x : middle + between / 2, y, w, h };
    return {
      branch: isAlone
        ? []
        : [
            stroke(
              input,
              `branch ${i}`,
              { x: isLeft ? middle - between / 2 : middle, y: y + h / 2 - 4, w: between / 2, h: 8 },
              { at: Math.max(0.1, time - 0.1), by: isLeft ? 'fade' : 'wipe-right', for: 0.3 },
            ),
          ],
      part: card(input, {
        name: `part ${i}`,
        text,
        box,
        enter: { at: time, by: isAlone ? 'rise' : isLeft ? 'from-right' : 'from-left', for: 0.5 },
        // There is no room for a drawing beside a long name.
        ...(text.length <= 20 && isDrawable(text) ? { mark: { subject: text } } : {}),
        largest: 58,
      }),
    };
  });
  const trunkEnd = top + (rows - 1) * (h + gap) + (isOdd ? 0 : h / 2);
  return [
    ...words,
    line(input, {
      name: 'whole',
      text: scene.whole,
      box: named,
      enter: { at: 0.05, by: 'fade', for: 0.3 },
      largest: 54,
      lines: 1,
      fill: input.palette.second,
    }),
    stroke(
      input,
      'trunk',
      { x: middle - 4, y: bottom(free) + 4, w: 8, h: trunkEnd - bottom(free) - 4 },
      { at: 0.4, by: 'wipe-down', for: Math.max(0.5, (times.at(-1) ?? 1) - 0.4) },
    ),
    ...branches.flatMap(({ branch }) => branch),
    ...subjectParts(input, beat.subject, free),
    ...branches.map(({ part }) => part),
  ];
}
