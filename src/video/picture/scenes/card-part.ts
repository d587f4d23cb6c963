import { paintCard, paintSubject } from '../drawing/subject.ts';
import { type Box, inset } from '../frame.ts';
import { onCard } from '../look/palettes.ts';
import { isRightToLeft } from '../text/direction.ts';
import { paintText } from '../text/paint.ts';
import { fitText } from '../text/wrap.ts';
import type { Entrance, Part } from './part.ts';
import type { SceneInput } from './scene-input.ts';

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
export function card(input: SceneInput, options: CardOptions): Part {
  const { type, palette } = input;
  const { box, mark, largest = 58, lines = 2 } = options;
  const toLeft = isRightToLeft(options.text);
  const side = Math.min(box.h - 28, box.w * 0.24, Math.max(112, box.h * 0.55));
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
  const wrapped = fitText(type, options.text, {
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
    x: toLeft
      ? textBox.x + textBox.w - wrapped.w
      : mark
        ? textBox.x
        : textBox.x + (textBox.w - wrapped.w) / 2,
    y: textBox.y + (textBox.h - wrapped.h) / 2,
    w: wrapped.w,
    h: wrapped.h,
  };
  return {
    name: options.name,
    box,
    contents: [...(mark ? [{ name: 'mark', box: markBox }] : []), { name: options.text, box: inked }],
    bleed: 46,
    enter: options.enter,
    ...(options.until !== undefined && { until: options.until }),
    paint: (context) => {
      paintCard(
        context,
        palette,
        box,
        Math.min(34, box.h / 3),
        options.strong ? palette.cardAccent : palette.card,
      );
      if (mark && 'subject' in mark) paintSubject(context, type, onCard(palette), mark.subject, markBox, 0.2);
      if (mark && 'number' in mark) {
        const disc = inset(markBox, side * 0.06);
        context.fillStyle = options.strong ? '#ffffff' : palette.cardAccent;
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
        paintText(context, type, figure, disc, { fill: options.strong ? palette.cardAccent : '#ffffff' });
      }
      paintText(context, type, wrapped, textBox, {
        fill: options.strong ? '#ffffff' : palette.cardInk,
        align: mark ? 'start' : 'center',
      });
    },
  };
}
