import { zip } from '../../../platform/zip.ts';
import { bottom } from '../frame.ts';
import { card } from './card-part.ts';
import { composeScene, isWide, splitIntoColumn } from './composition.ts';
import type { Part } from './part.ts';
import type { SceneInput } from './scene-input.ts';
import { subjectParts } from './subject-part.ts';

/** A subject and facts about it, each entering when it is mentioned. */
export function subjectScene(input: SceneInput, facts: readonly string[]): Part[] {
  const { beat, cues } = input;
  const { parts, body } = composeScene(input, { largest: 140, share: 0.22 });
  const wide = isWide(body);
  const gap = Math.min(24, body.h * 0.025);
  const h = Math.min(facts.length < 3 ? 176 : 140, (body.h * 0.58) / facts.length - gap);
  const list = (h + gap) * facts.length - gap;
  const drawing = wide ? { ...body, w: body.w * 0.42 } : { ...body, h: body.h - list - 2 * gap };
  const column = wide
    ? { ...body, x: body.x + body.w * 0.46, w: body.w * 0.54 }
    : { ...body, y: bottom(drawing) + 2 * gap, h: list };
  const boxes = splitIntoColumn(column, facts.length, gap, h);
  const times = cues.of(facts);
  return [
    ...parts,
    ...subjectParts(input, beat.subject, drawing),
    ...zip(zip(facts, boxes), times).map(([[text, box], at], i) =>
      card(input, {
        name: `fact ${i}`,
        text,
        box,
        enter: { at, by: i % 2 === 0 ? 'from-left' : 'from-right', for: 0.5 },
        largest: 62,
      }),
    ),
  ];
}
