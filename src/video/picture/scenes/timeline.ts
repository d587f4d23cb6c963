import { paintCard } from '../drawing/subject.ts';
import { type Box, bottom, inset } from '../frame.ts';
import { withAlpha } from '../look/colour.ts';
import { isRightToLeft } from '../text/direction.ts';
import { paintText } from '../text/paint.ts';
import { fit } from '../text/wrap.ts';
import type { Part } from './part.ts';
import { ghost, headline, stroke, subjectParts } from './pieces.ts';
import type { Setting } from './setting.ts';

interface Point {
  readonly when: string;
  readonly what: string;
}

/** What came after what: a line that grows downward, with a knot and a card for each point. */
export function timelineScene(setting: Setting, points: readonly Point[]): Part[] {
  const { area, beat, cues, palette } = setting;
  const drawing = 230;
  const wish = { largest: 128, lines: 3, align: 'start' } as const;
  const beside = { ...area, w: area.w - drawing - 30, h: drawing };
  const tall = headline(setting, beat.on_screen, beside, wish).box.h;
  const words = headline(setting, beat.on_screen, { ...beside, y: area.y + (drawing - tall) / 2 }, wish);
  const top = area.y + drawing + 48;
  const gap = 26;
  const h = Math.min(300, (bottom(area) - top - gap * (points.length - 1)) / points.length);
  const spare = bottom(area) - top - h * points.length - gap * (points.length - 1);
  const first = top + spare / 3;
  const times = cues.of(points.map(({ when, what }) => `${when} ${what}`));
  const rail = area.x + 34;
  const rows = points.map((point, i) => {
    const y = first + i * (h + gap);
    const knot: Box = { x: rail - 26, y: y + h / 2 - 26, w: 52, h: 52 };
    return {
      knot: {
        name: `knot ${i}`,
        box: knot,
        contents: [],
        bleed: 14,
        backdrop: true,
        enter: { at: times[i]!, by: 'pop', for: 0.45 },
        idle: { breathe: 0.07, period: 1.7, phase: i },
        paint: (context) => {
          context.fillStyle = withAlpha(palette.accent, 0.35);
          context.beginPath();
          context.arc(rail, y + h / 2, 26, 0, Math.PI * 2);
          context.fill();
          context.fillStyle = palette.accent;
          context.beginPath();
          context.arc(rail, y + h / 2, 15, 0, Math.PI * 2);
          context.fill();
        },
      } satisfies Part,
      ghost: ghost(setting, `point ${i}`, { x: area.x + 84, y, w: area.w - 84, h }, times[i]!),
      card: pointCard(setting, point, i, { x: area.x + 84, y, w: area.w - 84, h }, times[i]! + 0.08),
      segment:
        i === 0
          ? undefined
          : stroke(
              setting,
              `rail ${i}`,
              { x: rail - 4, y: first + (i - 1) * (h + gap) + h / 2, w: 8, h: h + gap },
              { at: Math.max(0.1, times[i]! - 0.4), by: 'wipe-down', for: 0.5 },
            ),
    };
  });
  return [
    ...words.parts,
    ...subjectParts(
      setting,
      beat.subject,
      { x: area.x + area.w - drawing, y: area.y, w: drawing, h: drawing },
      { halo: 'blob' },
    ),
    ...rows.flatMap(({ segment }) => (segment ? [segment] : [])),
    ...rows.map((row) => row.ghost),
    ...rows.map(({ knot }) => knot),
    ...rows.map((row) => row.card),
  ];
}

function pointCard({ type, palette }: Setting, point: Point, i: number, box: Box, at: number): Part {
  const inner = inset(box, 34, 16);
  const toLeft = isRightToLeft(point.what);
  const upper = Math.min(120, inner.h * 0.42);
  const when = fit(type, point.when, {
    role: 'display',
    w: inner.w,
    h: upper,
    largest: Math.min(100, upper / 1.08),
    smallest: 26,
    lines: 1,
    leading: 1.08,
  });
  const what = fit(type, point.what, {
    role: 'text',
    w: inner.w,
    h: inner.h - when.h - 4,
    largest: Math.min(68, (inner.h - when.h - 4) / 1.16),
    smallest: 26,
    lines: 2,
    leading: 1.16,
  });
  const tall = when.h + 4 + what.h;
  const y = inner.y + (inner.h - tall) / 2;
  const place = (w: number) => (toLeft ? inner.x + inner.w - w : inner.x);
  const whenBox: Box = { x: place(when.w), y, w: when.w, h: when.h };
  const whatBox: Box = { x: place(what.w), y: y + when.h + 4, w: what.w, h: what.h };
  return {
    name: `point ${i}`,
    box,
    contents: [
      { name: point.when, box: whenBox },
      { name: point.what, box: whatBox },
    ],
    bleed: 46,
    enter: { at, by: 'from-right', for: 0.55 },
    paint: (context) => {
      paintCard(context, palette, box, 34);
      paintText(context, type, when, whenBox, { fill: palette.cardAccent });
      paintText(context, type, what, whatBox, { fill: palette.cardInk, align: 'start' });
    },
  };
}
