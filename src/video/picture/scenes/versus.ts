import { zip } from '../../../platform/zip.ts';
import { isDrawable, paintCard, paintSubject } from '../drawing/subject.ts';
import { type Box, bottom, inset } from '../frame.ts';
import { samePicture } from '../icons/picture.ts';
import { blendColours, withAlpha } from '../look/colour.ts';
import { onCard } from '../look/palettes.ts';
import { paintText } from '../text/paint.ts';
import { fitText } from '../text/wrap.ts';
import { composeScene, isWide, splitIntoColumn } from './composition.ts';
import type { Part } from './part.ts';
import type { SceneInput } from './scene-input.ts';

interface Row {
  readonly what: string;
  readonly left: string;
  readonly right: string;
}

export interface Versus {
  readonly left: string;
  readonly right: string;
  readonly left_subject: string;
  readonly right_subject: string;
  readonly rows: readonly Row[];
  readonly at?: number;
}

/** Two things side by side, and below them their differences, row by row with figures. */
export function versusScene(input: SceneInput, scene: Versus): Part[] {
  const { phases, cues, palette } = input;
  const { parts, body } = composeScene(input, { share: 0.16 });
  const wide = isWide(body);
  const tallRow = Math.min(150, (body.h * (wide ? 0.6 : 0.62)) / scene.rows.length - 18);
  const rowsH = (tallRow + 18) * scene.rows.length;
  const top: Box = { ...body, h: Math.min(body.h - rowsH - 20, body.w * 0.62) };
  const gap = Math.min(116, body.w * 0.12);
  const w = (top.w - gap) / 2;
  const [leftBox, rightBox]: [Box, Box] = [
    { ...top, w },
    { ...top, x: top.x + w + gap, w },
  ];
  // The same picture for both would suggest that they are the same.
  const pictured =
    isDrawable(scene.left_subject) &&
    isDrawable(scene.right_subject) &&
    !samePicture(scene.left_subject, scene.right_subject);
  // A row may have two beats; it enters with the first.
  const narrated = new Map(
    phases
      .toReversed()
      .flatMap(({ beat, at }) =>
        beat.scene.kind === 'versus' && beat.scene.at !== undefined ? [[beat.scene.at, at] as const] : [],
      ),
  );
  const times = cues.of(scene.rows.map(({ what, left, right }) => `${what} ${left} ${right}`));
  const rows = splitIntoColumn(
    { ...body, y: bottom(top) + 20, h: body.h - top.h - 20 },
    scene.rows.length,
    18,
    tallRow,
  );
  const badge: Box = {
    x: top.x + top.w / 2 - gap * 0.42,
    y: top.y + top.h / 2 - gap * 0.42,
    w: gap * 0.84,
    h: gap * 0.84,
  };
  return [
    ...parts,
    side(input, 'left', scene.left, pictured ? scene.left_subject : undefined, leftBox, palette.cardAccent),
    side(
      input,
      'right',
      scene.right,
      pictured ? scene.right_subject : undefined,
      rightBox,
      rightColour(input),
    ),
    versusBadge(input, badge),
    ...zip(zip(scene.rows, rows), times).map(([[row, box], time], i) => {
      const at = narrated.size > 0 ? (narrated.get(i) ?? 0) + 0.1 : Math.max(0.3, time);
      return rowPart(input, row, i, box, at);
    }),
  ];
}

const rightColour = ({ palette }: SceneInput): string =>
  blendColours(palette.cardInk, palette.cardAccent, 0.25);

function side(
  input: SceneInput,
  name: 'left' | 'right',
  text: string,
  subject: string | undefined,
  box: Box,
  colour: string,
): Part {
  const { type, palette, opening } = input;
  const labelH = subject ? Math.min(120, box.h * 0.3) : box.h;
  const label: Box = { ...box, y: bottom(box) - labelH, h: labelH };
  const words = inset(label, 22, 12);
  const wrapped = fitText(type, text, {
    role: subject ? 'text' : 'display',
    w: words.w,
    h: words.h,
    largest: subject ? 58 : 96,
    smallest: 22,
    lines: subject ? 2 : 3,
    leading: 1.14,
  });
  const drawing = inset({ ...box, h: box.h - labelH }, 26, 22);
  const inked: Box = {
    x: words.x + (words.w - wrapped.w) / 2,
    y: words.y + (words.h - wrapped.h) / 2,
    w: wrapped.w,
    h: wrapped.h,
  };
  return {
    name,
    box,
    contents: [...(subject ? [{ name: subject, box: drawing }] : []), { name: text, box: inked }],
    bleed: 46,
    enter: {
      at: opening ? -1 : name === 'left' ? 0.05 : 0.18,
      by: name === 'left' ? 'from-left' : 'from-right',
      for: 0.5,
    },
    lively: true,
    paint: (context) => {
      paintCard(context, palette, box, 44);
      context.save();
      context.beginPath();
      context.roundRect(box.x, box.y, box.w, box.h, 44);
      context.clip();
      const tint = context.createLinearGradient(0, box.y, 0, label.y);
      tint.addColorStop(0, blendColours(colour, '#ffffff', 0.92));
      tint.addColorStop(1, blendColours(colour, '#ffffff', 0.7));
      context.fillStyle = tint;
      context.fillRect(box.x, box.y, box.w, box.h);
      context.fillStyle = colour;
      context.fillRect(label.x, label.y, label.w, label.h);
      context.restore();
      if (subject) paintSubject(context, type, onCard(palette), subject, drawing, 0.3);
      paintText(context, type, wrapped, words, { fill: '#ffffff' });
    },
  };
}

function versusBadge({ type, palette, opening }: SceneInput, badge: Box): Part {
  const inner = inset(badge, badge.w * 0.16);
  const wrapped = fitText(type, 'VS', {
    role: 'display',
    w: inner.w,
    h: inner.h,
    largest: badge.w * 0.46,
    smallest: 14,
    lines: 1,
    leading: 1,
  });
  return {
    name: 'versus',
    box: badge,
    contents: [{ name: 'vs', box: inner }],
    bleed: 26,
    enter: { at: opening ? -1 : 0.3, by: 'pop', for: 0.6 },
    idle: { breathe: 0.05, period: 1.4 },
    paint: (context) => {
      paintCard(context, palette, badge, badge.w / 2, palette.accent);
      paintText(context, type, wrapped, inner, { fill: palette.light ? '#ffffff' : palette.pillInk });
    },
  };
}

/** The first number of each text, to be compared as bars; undefined if one has none or their units differ. */
export function parseFigures(left: string, right: string): readonly [number, number] | undefined {
  const read = (text: string) => {
    const plain = text.replace(/(?<=\d)[, ](?=\d{3}\b)/g, '');
    const found = /-?\d+(?:\.\d+)?/.exec(plain);
    if (!found) return undefined;
    const scale = /\b(?:(trillion)|(billion)|(million)|(thousand))\b/i.exec(text);
    const by = !scale ? 1 : scale[1] ? 1e12 : scale[2] ? 1e9 : scale[3] ? 1e6 : 1e3;
    const unit = plain
      .replace(found[0], '')
      .replace(/about|around|over|under|nearly|roughly|up to|trillion|billion|million|thousand|[~≈<>]/gi, '')
      .trim()
      .toLowerCase()
      .replace(/s$/, '');
    return { value: Number(found[0]) * by, unit };
  };
  const [a, b] = [read(left), read(right)];
  if (!a || !b || a.unit !== b.unit || !(a.value > 0) || !(b.value > 0)) return undefined;
  return [a.value, b.value];
}

function rowPart({ type, palette, ...input }: SceneInput, row: Row, i: number, box: Box, at: number): Part {
  const inner = inset(box, 26, 10);
  // In a low row the label is between its values, in a high one above them.
  const isLow = inner.h < 92;
  const whatH = isLow ? inner.h : Math.min(50, inner.h * 0.38);
  const figures: Box = isLow ? inner : { ...inner, y: inner.y + whatH, h: inner.h - whatH };
  const halfWidth = isLow ? inner.w * 0.36 : inner.w / 2 - 14;
  const whatBox: Box = isLow
    ? { ...inner, x: inner.x + halfWidth + 10, w: inner.w - 2 * halfWidth - 20 }
    : { ...inner, h: whatH };
  const value = (text: string) =>
    fitText(type, text, {
      role: 'display',
      w: halfWidth,
      h: figures.h,
      largest: Math.min(70, figures.h * 0.82),
      smallest: 20,
      lines: 2,
      leading: 1.06,
    });
  const [left, right] = [value(row.left), value(row.right)];
  const wrappedLabel = fitText(type, row.what, {
    role: 'text',
    w: whatBox.w,
    h: whatH,
    largest: Math.min(38, whatH * 0.84),
    smallest: 16,
    lines: isLow ? 2 : 1,
    leading: 1.1,
  });
  const compared = parseFigures(row.left, row.right);
  const leftBox: Box = { ...figures, w: halfWidth };
  const rightBox: Box = { ...figures, x: figures.x + figures.w - halfWidth, w: halfWidth };
  return {
    name: `row ${i}`,
    box,
    contents: [
      { name: row.what, box: whatBox },
      { name: row.left, box: leftBox },
      { name: row.right, box: rightBox },
    ],
    bleed: 46,
    enter: { at: input.opening ? -1 : at, by: 'rise', for: 0.45 },
    nods: at > 0.5 ? [at + 0.5] : [],
    paint: (context) => {
      paintCard(context, palette, box, 28);
      if (compared) {
        // Bar lengths in proportion to the figures, from the middle outward.
        const largest = Math.max(...compared);
        const widthOf = (figure: number) => (box.w / 2 - 4) * (figure / largest);
        const [lw, rw] = [widthOf(compared[0]), widthOf(compared[1])];
        context.save();
        context.beginPath();
        context.roundRect(box.x, box.y, box.w, box.h, 28);
        context.clip();
        context.fillStyle = withAlpha(palette.cardAccent, 0.2);
        context.fillRect(box.x + box.w / 2 - lw, figures.y - (isLow ? 10 : 4), lw, box.h);
        context.fillStyle = withAlpha(palette.cardInk, 0.16);
        context.fillRect(box.x + box.w / 2, figures.y - (isLow ? 10 : 4), rw, box.h);
        context.restore();
      }
      paintText(context, type, wrappedLabel, whatBox, { fill: withAlpha(palette.cardInk, 0.72) });
      paintText(context, type, left, leftBox, { fill: palette.cardAccent });
      paintText(context, type, right, rightBox, { fill: palette.cardInk });
    },
  };
}
