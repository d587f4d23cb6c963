import { outlineFor, paintOutline, scaleOf } from '../drawing/outline.ts';
import { plus } from '../drawing/shapes.ts';
import { paintCard, paintSubject } from '../drawing/subject.ts';
import { type Box, bottom, centre, inset } from '../frame.ts';
import { samePicture } from '../icons/picture.ts';
import { blendColours } from '../look/colour.ts';
import { onCard } from '../look/palettes.ts';
import { paintText } from '../text/paint.ts';
import { fitText } from '../text/wrap.ts';
import { composeScene } from './composition.ts';
import type { Part } from './part.ts';
import type { SceneInput } from './scene-input.ts';

interface Sides {
  readonly left: string;
  readonly right: string;
  readonly left_subject: string;
  readonly right_subject: string;
}

/** Two things side by side, each on its own background, with a badge between them. */
export function comparisonScene(input: SceneInput, sides: Sides): Part[] {
  const { beat, cues, palette, type } = input;
  const { parts, body } = composeScene(input, { share: 0.2 });
  const gap = Math.min(116, body.w * 0.12);
  const w = (body.w - gap) / 2;
  const h = Math.min(780, body.h);
  const y = body.y + (body.h - h) / 2;
  // Both are visible before they are compared; each hops when it is mentioned.
  const [nodLeft, nodRight] = cues.spokenTimes([sides.left, sides.right]);
  const [atLeft, atRight] = [0.05, 0.25];
  const left: Box = { x: body.x, y, w, h };
  const right: Box = { ...left, x: body.x + w + gap };
  const badge: Box = { x: body.x + w + gap / 2 - 49, y: y + h / 2 - 49, w: 98, h: 98 };
  // Contrasted, or only mentioned together.
  const isContest = /\bor\b|\bvs\.?\b|\bversus\b|\bthan\b|\?/i.test(`${beat.on_screen} ${beat.narration}`);
  // The same picture for both would suggest that they are the same.
  const isSamePicture = samePicture(sides.left_subject, sides.right_subject);
  const mark = fitText(type, 'VS', {
    role: 'display',
    w: 68,
    h: 60,
    largest: 46,
    smallest: 16,
    lines: 1,
    leading: 1,
  });
  return [
    ...parts,
    side(input, 'left', sides.left, isSamePicture ? undefined : sides.left_subject, left, [atLeft, nodLeft], {
      label: palette.cardAccent,
      tint: palette.cardAccent,
    }),
    side(
      input,
      'right',
      sides.right,
      isSamePicture ? undefined : sides.right_subject,
      right,
      [atRight, nodRight],
      {
        label: palette.light ? palette.ink : blendColours(palette.cardInk, palette.cardAccent, 0.2),
        tint: palette.accent,
      },
    ),
    {
      name: 'versus',
      box: badge,
      contents: [{ name: 'vs', box: inset(badge, 14) }],
      bleed: 26,
      enter: { at: atRight + 0.15, by: 'pop', for: 0.6 },
      idle: { breathe: 0.05, period: 1.4 },
      paint: (context) => {
        paintCard(context, palette, badge, 49, palette.accent);
        const fill = palette.light ? '#ffffff' : palette.pillInk;
        if (isContest) {
          paintText(context, type, mark, badge, { fill });
          return;
        }
        const { x, y: middle } = centre(badge);
        context.fillStyle = fill;
        plus(context, x, middle, 26);
        context.fill();
      },
    },
  ];
}

function side(
  { type, palette, beat: { scene } }: SceneInput,
  name: 'left' | 'right',
  text: string,
  subject: string | undefined,
  box: Box,
  [at, nod]: readonly [number, number | undefined],
  colours: { readonly label: string; readonly tint: string },
): Part {
  const labelH = subject === undefined ? box.h : Math.min(250, box.h * 0.36);
  const label: Box = { x: box.x, y: bottom(box) - labelH, w: box.w, h: labelH };
  const words = inset(label, 26, 22);
  const wrapped = fitText(type, text, {
    role: subject === undefined ? 'display' : 'text',
    w: words.w,
    h: words.h,
    largest: subject === undefined ? 120 : 60,
    smallest: 24,
    lines: 4,
    leading: 1.16,
  });
  const drawing = inset({ ...box, h: box.h - labelH }, 34, 40);
  const land = subject === undefined ? undefined : outlineFor(subject);
  const inked: Box = {
    x: words.x + (words.w - wrapped.w) / 2,
    y: words.y + (words.h - wrapped.h) / 2,
    w: wrapped.w,
    h: wrapped.h,
  };
  // Two countries are drawn to one scale, since their sizes are compared.
  const scaleFor = (room: Box): number | undefined => {
    if (scene.kind !== 'comparison') return undefined;
    const outlines = [outlineFor(scene.left_subject), outlineFor(scene.right_subject)];
    const scales = outlines.flatMap((each) => (each ? [scaleOf(each, room)] : []));
    return scales.length === 2 ? Math.min(...scales) : undefined;
  };
  return {
    name,
    box,
    contents: [
      ...(subject === undefined ? [] : [{ name: subject, box: drawing }]),
      { name: text, box: inked },
    ],
    bleed: 46,
    enter: { at, by: name === 'left' ? 'from-left' : 'from-right', for: 0.6 },
    lively: true,
    ...(nod !== undefined && { nods: [nod] }),
    paint: (context) => {
      paintCard(context, palette, box, 52);
      context.save();
      context.beginPath();
      context.roundRect(box.x, box.y, box.w, box.h, 52);
      context.clip();
      const tint = context.createLinearGradient(0, box.y, 0, label.y);
      tint.addColorStop(0, blendColours(colours.tint, '#ffffff', 0.9));
      tint.addColorStop(1, blendColours(colours.tint, '#ffffff', 0.6));
      context.fillStyle = tint;
      context.fillRect(box.x, box.y, box.w, label.y - box.y);
      context.fillStyle = colours.label;
      context.fillRect(label.x, label.y, label.w, label.h);
      context.restore();
      const scale = land && scaleFor(drawing);
      if (land && scale) paintOutline(context, onCard(palette), land, drawing, scale);
      else if (subject !== undefined) paintSubject(context, type, onCard(palette), subject, drawing, 0.3);
      paintText(context, type, wrapped, words, { fill: '#ffffff' });
    },
  };
}
