import type { Box } from '../frame.ts';
import { withAlpha } from '../look/colour.ts';
import { isRightToLeft } from '../text/direction.ts';
import { paintText } from '../text/paint.ts';
import { fitText } from '../text/wrap.ts';
import type { Entrance, Part } from './part.ts';
import type { SceneInput } from './scene-input.ts';

/** A line of text directly on the background. */
export function line(
  input: SceneInput,
  options: {
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
  const { type, palette } = input;
  const { role = 'text', align = 'center' } = options;
  const wrapped = fitText(type, options.text, {
    role,
    w: options.box.w,
    h: options.box.h,
    largest: options.largest,
    smallest: 28,
    lines: options.lines ?? 2,
  });
  const toLeft = isRightToLeft(options.text);
  const w = Math.min(wrapped.w, options.box.w);
  const box: Box = {
    x:
      align === 'center'
        ? options.box.x + (options.box.w - w) / 2
        : toLeft
          ? options.box.x + options.box.w - w
          : options.box.x,
    y: options.box.y + (options.box.h - wrapped.h) / 2,
    w,
    h: wrapped.h,
  };
  return {
    name: options.name,
    box,
    contents: [{ name: options.text, box }],
    bleed: 30,
    enter: options.enter,
    ...(options.until !== undefined && { until: options.until }),
    paint: (context) =>
      paintText(context, type, wrapped, box, {
        fill: options.fill ?? palette.ink,
        align,
        shadow: palette.light
          ? { colour: 'rgba(255,255,255,.6)', blur: 14, y: 0 }
          : { colour: 'rgba(2,3,18,.45)', blur: 18, y: 6 },
      }),
  };
}

/** A stroke that draws itself. */
export function stroke(
  input: SceneInput,
  name: string,
  box: Box,
  enter: Entrance,
  colour = withAlpha(input.palette.ink, 0.55),
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
