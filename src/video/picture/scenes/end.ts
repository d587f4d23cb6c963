import { zip } from '../../../platform/zip.ts';
import { isDrawable } from '../drawing/subject.ts';
import { type Box, bottom } from '../frame.ts';
import { card } from './card-part.ts';
import { composeScene, isWide, splitIntoColumn } from './composition.ts';
import { line } from './line-part.ts';
import type { Part } from './part.ts';
import type { SceneInput } from './scene-input.ts';
import { subjectParts } from './subject-part.ts';

/** The closing scene: final words, a recap, and the attributions of the drawings. */
export function endScene(input: SceneInput): Part[] {
  const { area, beat, story, cues } = input;
  const creditH = story.credits.length > 0 ? 46 : 0;
  const inner: Box = { ...area, h: area.h - (creditH > 0 ? creditH + 14 : 0) };
  const { parts, body } = composeScene({ ...input, area: inner }, { largest: 150, lines: 3, share: 0.3 });
  const rows = story.recap.length > 1 ? story.recap : [];
  const wide = isWide(body);
  const gap = Math.min(22, body.h * 0.03);
  const cardH = Math.min(118, (body.h * 0.56) / Math.max(1, rows.length) - gap);
  const list = rows.length * (cardH + gap);
  const drawing: Box = wide
    ? { ...body, w: rows.length > 0 ? body.w * 0.4 : body.w }
    : { ...body, h: body.h - list };
  const column: Box = wide
    ? { ...body, x: body.x + body.w * 0.44, w: body.w * 0.56 }
    : { x: body.x + body.w * 0.05, y: bottom(drawing) + gap, w: body.w * 0.9, h: list - gap };
  const boxes = splitIntoColumn(column, rows.length, gap, cardH);
  const step = Math.min(0.45, (cues.seconds * 0.5) / (rows.length + 1));
  return [
    ...(isDrawable(beat.subject) ? subjectParts(input, beat.subject, drawing, { halo: 'burst' }) : []),
    ...parts,
    ...zip(rows, boxes).map(([{ text, subject }, box], i) =>
      card(input, {
        name: `learnt ${i}`,
        text,
        box,
        enter: { at: 0.3 + i * step, by: 'rise', for: 0.5 },
        ...(isDrawable(subject) ? { mark: { subject } } : {}),
        largest: 54,
        lines: 2,
      }),
    ),
    ...(creditH > 0
      ? [
          line(input, {
            name: 'credits',
            text: `Icons: ${story.credits.join(', ')}`,
            box: { ...area, y: bottom(area) - creditH, h: creditH },
            enter: { at: 0.2, by: 'fade', for: 0.4 },
            largest: 30,
            lines: 1,
          }),
        ]
      : []),
  ];
}
