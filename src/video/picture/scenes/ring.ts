import { isDrawable, paintSubject } from '../drawing/subject.ts';
import { type Box, inset, squareIn } from '../frame.ts';
import { withAlpha } from '../look/colour.ts';
import { onCard } from '../look/palettes.ts';
import { paintText } from '../text/paint.ts';
import { fitText } from '../text/wrap.ts';
import { composeScene } from './composition.ts';
import type { Part } from './part.ts';
import type { SceneInput } from './scene-input.ts';
import { firstStep, stepTimes } from './steps.ts';
import { subjectParts } from './subject-part.ts';

interface Step {
  readonly label: string;
  readonly picture: string;
}

const runners = 3;
const lap_s = 5;

/**
 * Steps that lead back to the first: a ring of them, lights that run around it, and the current step in the
 * middle.
 */
export function ringScene(input: SceneInput, steps: readonly Step[]): Part[] {
  const { palette, opening } = input;
  const { parts, body } = composeScene(input, { share: 0.17 });
  const times = stepTimes(
    input,
    steps.map(({ label }) => label),
  );
  const square = squareIn(body);
  const side = Math.min(250, square.w * (steps.length > 4 ? 0.25 : 0.28));
  const r = (square.w - side) / 2 - 4;
  const middle = { x: square.x + square.w / 2, y: square.y + square.h / 2 };
  // The first step is at the top, the others follow clockwise.
  const angleOf = (i: number) => (i / steps.length) * Math.PI * 2 - Math.PI / 2;
  const node = (i: number): Box => ({
    x: middle.x + r * Math.cos(angleOf(i)) - side / 2,
    y: middle.y + r * Math.sin(angleOf(i)) - side / 2,
    w: side,
    h: side,
  });
  const first = firstStep(times);
  const room = r - side / 2;
  const inner: Box = { x: middle.x - room, y: middle.y - room, w: 2 * room, h: 2 * room };
  return [
    ...parts,
    {
      name: 'ring',
      box: square,
      contents: [],
      bleed: 4,
      backdrop: true,
      enter: { at: opening ? -1 : 0.02, by: 'fade', for: 0.3 },
      paint: (context) => paintRing(context, middle, r, steps.length, withAlpha(palette.ink, 0.4)),
    },
    ...Array.from({ length: runners }, (_, k) => ringRunner(input, k, middle, r)),
    ...steps.flatMap((step, i) => {
      const box = node(i);
      const time = times[i];
      const isSeen = i < first;
      return [
        stepCard(input, step, i, box, { at: opening || isSeen ? -1 : 0.08 + i * 0.09, strong: false }),
        ...(time ? [stepCard(input, step, i, box, { at: time.at, until: time.until, strong: true })] : []),
      ];
    }),
    ...steps.flatMap(({ picture }, i) =>
      times[i] && isDrawable(picture)
        ? subjectParts({ ...input, opening: false }, picture, inner, {
            at: times[i].at,
            until: times[i].until,
            halo: 'disc',
          })
        : [],
    ),
  ];
}

function paintRing(
  context: Parameters<Part['paint']>[0],
  { x, y }: { readonly x: number; readonly y: number },
  r: number,
  steps: number,
  colour: string,
): void {
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineWidth = 12;
  context.beginPath();
  context.arc(x, y, r, 0, Math.PI * 2);
  context.stroke();
  for (let i = 0; i < steps; i++) {
    const angle = ((i + 0.5) / steps) * Math.PI * 2 - Math.PI / 2;
    context.save();
    context.translate(x + r * Math.cos(angle), y + r * Math.sin(angle));
    context.rotate(angle + Math.PI / 2);
    context.beginPath();
    context.moveTo(30, 0);
    context.lineTo(-20, -30);
    context.lineTo(-8, 0);
    context.lineTo(-20, 30);
    context.closePath();
    context.fill();
    context.restore();
  }
}

function ringRunner(
  { palette }: SceneInput,
  k: number,
  middle: { readonly x: number; readonly y: number },
  r: number,
): Part {
  const size = 15;
  const box: Box = { x: middle.x - size, y: middle.y - r - size, w: 2 * size, h: 2 * size };
  return {
    name: `runner ${k}`,
    box,
    contents: [],
    bleed: 8,
    backdrop: true,
    enter: { at: 0.2, by: 'fade', for: 0.3 },
    follow: (t) => {
      const angle = (t / lap_s + k / runners) * Math.PI * 2;
      return { dx: r * Math.sin(angle), dy: r - r * Math.cos(angle) };
    },
    paint: (context) => {
      context.shadowColor = palette.accent;
      context.shadowBlur = 14;
      context.fillStyle = palette.accent;
      context.beginPath();
      context.arc(box.x + size, box.y + size, size * 0.85, 0, Math.PI * 2);
      context.fill();
    },
  };
}

function stepCard(
  { type, palette }: SceneInput,
  { label, picture }: Step,
  i: number,
  box: Box,
  {
    at,
    until,
    strong,
  }: { readonly at: number; readonly until?: number | undefined; readonly strong: boolean },
): Part {
  const drawable = isDrawable(picture);
  const labelH = drawable ? box.h * 0.34 : box.h * 0.7;
  const inner = inset(box, box.w * 0.06);
  const text: Box = { ...inner, y: inner.y + inner.h - labelH, h: labelH };
  const drawing = inset({ ...inner, h: inner.h - labelH }, 6, 4);
  const wrapped = fitText(type, label, {
    role: 'text',
    w: text.w,
    h: text.h,
    largest: drawable ? 42 : 56,
    smallest: 16,
    lines: 2,
    leading: 1.08,
  });
  return {
    name: `${strong ? 'active ' : ''}step ${i}`,
    box,
    contents: [
      ...(drawable ? [{ name: picture, box: drawing }] : []),
      { name: label, box: drawable ? text : { ...inner, y: inner.y + (inner.h - labelH) / 2, h: labelH } },
    ],
    bleed: 20,
    // A step has two cards on top of each other: the highlighted one over the plain one.
    backdrop: true,
    enter: { at, by: 'pop', for: 0.45 },
    ...(until !== undefined && { until }),
    paint: (context) => {
      context.shadowColor = 'rgba(3,4,20,.35)';
      context.shadowBlur = 16;
      context.shadowOffsetY = 6;
      context.fillStyle = strong ? palette.accent : '#ffffff';
      context.beginPath();
      context.roundRect(box.x, box.y, box.w, box.h, box.w * 0.2);
      context.fill();
      context.shadowColor = 'transparent';
      if (strong) {
        const edge = inset(box, 10);
        context.fillStyle = '#ffffff';
        context.beginPath();
        context.roundRect(edge.x, edge.y, edge.w, edge.h, box.w * 0.16);
        context.fill();
      }
      if (drawable) paintSubject(context, type, onCard(palette), picture, drawing, 0);
      paintText(context, type, wrapped, drawable ? text : inner, { fill: palette.cardInk });
    },
  };
}
