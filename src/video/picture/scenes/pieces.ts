import { zip } from '../../../platform/zip.ts';
import { seededRandom as chanceOf } from '../../seeded-random.ts';
import { type Halo, paintHalo, pickHalo } from '../drawing/halo.ts';
import { outlineFor } from '../drawing/outline.ts';
import { isDrawable, paintCard, paintSubject } from '../drawing/subject.ts';
import { type Box, inset } from '../frame.ts';
import { withAlpha } from '../look/colour.ts';
import { onCard } from '../look/palettes.ts';
import { isRightToLeft } from '../text/direction.ts';
import { paintText } from '../text/paint.ts';
import { fitText, type Setting as TextSetting } from '../text/wrap.ts';
import type { Entrance, Part } from './part.ts';
import type { Setting } from './setting.ts';

/** Shared building blocks of scenes: headlines, subjects and cards, each as parts of a scene. */

interface HeadlineOptions {
  readonly largest: number;
  readonly smallest?: number;
  readonly lines?: number;
  readonly align?: 'center' | 'start';
  readonly at?: number;
  /** Each line as wide as the box, as on a poster. */
  readonly poster?: boolean;
}

/** The lines of a headline, laid out before it is placed, since the content below starts where it ends. */
export interface Headline {
  readonly parts: readonly Part[];
  readonly box: Box;
}

/** A beat's headline, line by line; the last line is the point, and has the accent colour. */
export function headline(setting: Setting, text: string, box: Box, wish: HeadlineOptions): Headline {
  const { type, palette } = setting;
  const { largest, smallest = 30, lines = 3, align = 'center', at = 0.06 } = wish;
  const set = fitText(type, text, { role: 'display', w: box.w, h: box.h, largest, smallest, lines });
  const sizes = wish.poster ? stretchHeadline(set, box) : set.lines.map(() => set.size);
  const total = sizes.reduce((sum, size) => sum + (size * set.leading) / set.size, 0);
  let top = box.y;
  const parts = zip(zip(set.lines, set.widths), sizes).map(([[line, width], size], i): Part => {
    const w = Math.min(box.w, (width * size) / set.size);
    const step = (size * set.leading) / set.size;
    const toLeft = isRightToLeft(line);
    const x = align === 'center' ? box.x + (box.w - w) / 2 : toLeft ? box.x + box.w - w : box.x;
    const lineBox = { x, y: top, w, h: step };
    top += step;
    const one: TextSetting = {
      ...set,
      size,
      lines: [line],
      widths: [w],
      leading: step,
      w,
      h: step,
    };
    const coloured = set.lines.length > 1 && i === set.lines.length - 1;
    return {
      name: `headline ${i}`,
      box: lineBox,
      contents: [{ name: `line ${i}`, box: lineBox }],
      bleed: 34,
      enter: {
        at: setting.opening ? -1 : at + i * 0.1,
        by: align === 'center' ? 'rise' : 'from-left',
        for: 0.5,
      },
      paint: (context) =>
        paintText(context, type, one, lineBox, {
          fill: coloured ? palette.accent : palette.ink,
          shadow: palette.light
            ? { colour: 'rgba(255,255,255,.65)', blur: 18, y: 0 }
            : { colour: 'rgba(2,3,18,.5)', blur: 24, y: 8 },
        }),
    };
  });
  return { parts, box: { ...box, h: total } };
}

/** Short lines grow to the width of the box, as far as its height allows. */
function stretchHeadline(set: TextSetting, box: Box): number[] {
  const wide = set.widths.map((w) => Math.min((box.w / Math.max(1, w)) * set.size, set.size * 1.7));
  const leading = set.leading / set.size;
  const total = wide.reduce((sum, size) => sum + size * leading, 0);
  const by = Math.min(1, box.h / total);
  return wide.map((size) => size * by);
}

interface SubjectOptions {
  readonly at?: number;
  readonly until?: number | undefined;
  readonly halo?: Halo | 'none';
  readonly by?: Entrance['by'];
  readonly phase?: number;
}

/** A drawn subject in constant slight motion, with a shape behind it. The box contains all of its motion. */
export function subjectParts(setting: Setting, subject: string, box: Box, wish: SubjectOptions = {}): Part[] {
  const { type, palette, random, opening } = setting;
  const { by = 'pop', phase = random() * 6 } = wish;
  const at = opening && wish.at === undefined ? -1 : (wish.at ?? 0.05);
  const leaves = wish.until === undefined ? {} : { until: wish.until };
  const side = Math.min(box.w, box.h);
  // A country is as wide as its land, a word as wide as the area, and neither needs a shape behind it.
  const land = outlineFor(subject);
  const drawable = isDrawable(subject);
  const wide = land
    ? Math.min(box.w, side * Math.max(1, land.w / land.h))
    : drawable
      ? side
      : Math.min(box.w, side * 1.9);
  const tall = drawable ? side : Math.min(side, wide * 0.6);
  const square: Box = { x: box.x + (box.w - wide) / 2, y: box.y + (box.h - tall) / 2, w: wide, h: tall };
  const halo = land || !drawable ? 'none' : (wish.halo ?? pickHalo(random));
  const drawn = inset(square, side * (halo === 'none' ? 0.05 : 0.13));
  const seed = Math.floor(random() * 1e9);
  const behind: Part[] =
    halo === 'none'
      ? []
      : [
          {
            name: 'halo',
            box: square,
            contents: [],
            bleed: 4,
            backdrop: true,
            enter: { at: at < 0 ? at : Math.max(0, at - 0.05), by: 'fade', for: 0.3 },
            ...leaves,
            paint: (context) => paintHalo(context, halo, palette, square, chanceOf(seed)),
          },
        ];
  return [
    ...behind,
    {
      name: `subject ${subject}`,
      box: square,
      contents: [{ name: subject, box: drawn }],
      bleed: Math.round(side * 0.06),
      enter: { at, by, for: 0.6 },
      ...leaves,
      idle: { bob: side * 0.022, sway: land || !drawable ? 0.02 : 0.04, period: 3.1, phase },
      lively: true,
      paint: (context) => paintSubject(context, type, palette, subject, drawn),
    },
  ];
}

/** A small floating drawing. */
export function sticker(
  { type, palette, random }: Setting,
  wish: { readonly name: string; readonly subject: string; readonly box: Box; readonly at: number },
): Part {
  const drawn = inset(wish.box, wish.box.w * 0.08);
  return {
    name: wish.name,
    box: wish.box,
    contents: [{ name: wish.subject, box: drawn }],
    bleed: 14,
    enter: { at: wish.at, by: 'pop', for: 0.6 },
    idle: { bob: 9, sway: 0.1, period: 2.6 + random() * 1.2, phase: random() * 6 },
    paint: (context) => paintSubject(context, type, palette, wish.subject, drawn, 0.34),
  };
}

interface CardOptions {
  readonly name: string;
  readonly text: string;
  readonly box: Box;
  readonly enter: Entrance;
  /** An icon or a number before the text. */
  readonly mark?: { readonly subject: string } | { readonly number: number };
  readonly largest?: number;
  readonly lines?: number;
  readonly until?: number | undefined;
  /** In the accent colour instead of white. */
  readonly strong?: boolean;
}

/** A white card with a line of text, and a mark before it. */
export function card(setting: Setting, wish: CardOptions): Part {
  const { type, palette } = setting;
  const { box, mark, largest = 58, lines = 2 } = wish;
  const toLeft = isRightToLeft(wish.text);
  const side = Math.min(box.h - 28, 112);
  const room = mark ? side + 22 + 20 : 34;
  const markBox: Box = {
    x: toLeft ? box.x + box.w - 22 - side : box.x + 22,
    y: box.y + (box.h - side) / 2,
    w: side,
    h: side,
  };
  const textBox: Box = {
    x: box.x + (toLeft ? 34 : room),
    y: box.y + 12,
    w: box.w - room - 34,
    h: box.h - 24,
  };
  const set = fitText(type, wish.text, {
    role: 'text',
    w: textBox.w,
    h: textBox.h,
    largest: Math.min(largest, box.h * 0.5),
    smallest: 26,
    lines,
    leading: 1.18,
  });
  const inked: Box = {
    ...textBox,
    x: toLeft ? textBox.x + textBox.w - set.w : mark ? textBox.x : textBox.x + (textBox.w - set.w) / 2,
    y: textBox.y + (textBox.h - set.h) / 2,
    w: set.w,
    h: set.h,
  };
  return {
    name: wish.name,
    box,
    contents: [...(mark ? [{ name: 'mark', box: markBox }] : []), { name: wish.text, box: inked }],
    bleed: 46,
    enter: wish.enter,
    ...(wish.until !== undefined && { until: wish.until }),
    paint: (context) => {
      paintCard(
        context,
        palette,
        box,
        Math.min(34, box.h / 3),
        wish.strong ? palette.cardAccent : palette.card,
      );
      if (mark && 'subject' in mark) paintSubject(context, type, onCard(palette), mark.subject, markBox, 0.2);
      if (mark && 'number' in mark) {
        const disc = inset(markBox, side * 0.06);
        context.fillStyle = wish.strong ? '#ffffff' : palette.cardAccent;
        context.beginPath();
        context.arc(disc.x + disc.w / 2, disc.y + disc.h / 2, disc.w / 2, 0, Math.PI * 2);
        context.fill();
        const figure = fitText(type, String(mark.number), {
          role: 'display',
          w: disc.w * 0.66,
          h: disc.h * 0.8,
          largest: disc.h * 0.62,
          smallest: 12,
          lines: 1,
          leading: 1,
        });
        paintText(context, type, figure, disc, { fill: wish.strong ? palette.cardAccent : '#ffffff' });
      }
      paintText(context, type, set, textBox, {
        fill: wish.strong ? '#ffffff' : palette.cardInk,
        align: mark ? 'start' : 'center',
      });
    },
  };
}

/** A line of text directly on the background. */
export function line(
  setting: Setting,
  wish: {
    readonly name: string;
    readonly text: string;
    readonly box: Box;
    readonly enter: Entrance;
    readonly largest: number;
    readonly lines?: number;
    readonly fill?: string;
    readonly role?: 'display' | 'text';
    readonly align?: 'center' | 'start';
    readonly until?: number | undefined;
  },
): Part {
  const { type, palette } = setting;
  const { role = 'text', align = 'center' } = wish;
  const set = fitText(type, wish.text, {
    role,
    w: wish.box.w,
    h: wish.box.h,
    largest: wish.largest,
    smallest: 28,
    lines: wish.lines ?? 2,
  });
  const toLeft = isRightToLeft(wish.text);
  const w = Math.min(set.w, wish.box.w);
  const box: Box = {
    x:
      align === 'center'
        ? wish.box.x + (wish.box.w - w) / 2
        : toLeft
          ? wish.box.x + wish.box.w - w
          : wish.box.x,
    y: wish.box.y + (wish.box.h - set.h) / 2,
    w,
    h: set.h,
  };
  return {
    name: wish.name,
    box,
    contents: [{ name: wish.text, box }],
    bleed: 30,
    enter: wish.enter,
    ...(wish.until !== undefined && { until: wish.until }),
    paint: (context) =>
      paintText(context, type, set, box, {
        fill: wish.fill ?? palette.ink,
        align,
        shadow: palette.light
          ? { colour: 'rgba(255,255,255,.6)', blur: 14, y: 0 }
          : { colour: 'rgba(2,3,18,.45)', blur: 18, y: 6 },
      }),
  };
}

/** A stroke that draws itself. */
export function stroke(
  setting: Setting,
  name: string,
  box: Box,
  enter: Entrance,
  colour = withAlpha(setting.palette.ink, 0.55),
): Part {
  return {
    name,
    box,
    contents: [],
    bleed: 2,
    backdrop: true,
    enter,
    paint: (context) => {
      context.fillStyle = colour;
      context.beginPath();
      context.roundRect(box.x, box.y, box.w, box.h, Math.min(box.w, box.h) / 2);
      context.fill();
    },
  };
}
