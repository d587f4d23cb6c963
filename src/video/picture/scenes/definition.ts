import { isDrawable, paintCard } from '../drawing/subject.ts';
import { type Box, bottom, inset } from '../frame.ts';
import { isRightToLeft } from '../text/direction.ts';
import { paintText } from '../text/paint.ts';
import { fitText } from '../text/wrap.ts';
import { isWide } from './composition.ts';
import { headline } from './headline.ts';
import { stroke } from './line-part.ts';
import type { Part } from './part.ts';
import type { SceneInput } from './scene-input.ts';
import { subjectParts } from './subject-part.ts';

/** A term and its meaning, laid out as in a dictionary: the word large, a rule, the meaning on a card. */
export function definitionScene(
  input: SceneInput,
  scene: { readonly term: string; readonly meaning: string },
): Part[] {
  const { area, beat, palette, type, cues } = input;
  const wide = isWide(area);
  const drawable = isDrawable(beat.subject);
  const side = wide ? area.h * 0.7 : Math.min(area.h * 0.4, area.w * 0.6);
  const drawing: Box = wide
    ? { x: area.x + area.w - side, y: area.y + (area.h - side) / 2, w: side, h: side }
    : { ...area, h: side };
  const column: Box = !drawable
    ? area
    : wide
      ? { ...area, w: area.w - side - 60 }
      : { ...area, y: bottom(drawing) + 24, h: area.h - side - 24 };
  const termWish = {
    largest: Math.min(150, column.h * 0.26),
    lines: 2,
    align: wide ? 'start' : 'center',
  } as const;
  const termHeight = headline(input, scene.term, { ...column, h: column.h * 0.4 }, termWish).box.h;
  const cardH = Math.min(column.h - termHeight - 70, Math.max(200, column.h * 0.5));
  const top = column.y + (column.h - termHeight - 56 - cardH) / 2;
  const words = headline(input, scene.term, { ...column, y: top, h: column.h * 0.4 }, termWish);
  const ruleW = Math.min(260, column.w * 0.4);
  const rule: Box = {
    x: wide ? column.x : column.x + (column.w - ruleW) / 2,
    y: bottom(words.box) + 14,
    w: ruleW,
    h: 10,
  };
  const card: Box = { ...column, y: rule.y + 34, h: cardH };
  const inner = inset(card, 44, 30);
  const wrapped = fitText(type, scene.meaning, {
    role: 'text',
    w: inner.w,
    h: inner.h,
    largest: drawable ? 66 : 92,
    smallest: 26,
    lines: 7,
    leading: 1.24,
  });
  const [spokenAt = 0.4] = cues.spokenTimes([scene.meaning]);
  const start = isRightToLeft(scene.meaning) ? inner.x + inner.w - wrapped.w : inner.x;
  return [
    ...(drawable ? subjectParts(input, beat.subject, drawing) : []),
    ...words.parts,
    stroke(input, 'rule', rule, { at: 0.2, by: 'wipe-right', for: 0.4 }, palette.accent),
    {
      name: 'meaning',
      box: card,
      contents: [
        {
          name: scene.meaning,
          box: { x: start, y: inner.y + (inner.h - wrapped.h) / 2, w: wrapped.w, h: wrapped.h },
        },
      ],
      bleed: 46,
      enter: { at: drawable ? Math.min(0.45, spokenAt) : 0.1, by: 'rise', for: 0.5 },
      paint: (context) => {
        paintCard(context, palette, card, 40);
        paintText(context, type, wrapped, inner, { fill: palette.cardInk, align: 'start' });
      },
    },
  ];
}
