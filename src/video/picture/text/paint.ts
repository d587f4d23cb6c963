import type { SKRSContext2D } from '@napi-rs/canvas';
import { isRightToLeft } from './direction.ts';
import type { Type } from './type.ts';
import type { WrappedText } from './wrap.ts';

const arabic = /\p{Script=Arabic}/u;

export type Fill = string;

export interface Ink {
  readonly fill: Fill | ((line: number) => Fill);
  readonly align?: 'center' | 'start';
  readonly stroke?: { readonly colour: string; readonly width: number };
  readonly shadow?: { readonly colour: string; readonly blur: number; readonly y: number };
}

/**
 * Draws laid-out text into a box, line by line, centred or from the script's start side, and vertically
 * centred.
 */
export function paintText(
  context: SKRSContext2D,
  type: Type,
  text: WrappedText,
  box: { x: number; y: number; w: number; h: number },
  ink: Ink,
): void {
  const { role, size, lines, leading } = text;
  context.save();
  type.use(context, role, size);
  context.textBaseline = 'alphabetic';
  context.lineJoin = 'round';
  const top = box.y + (box.h - text.h) / 2;
  lines.forEach((line, i) => {
    const toLeft = isRightToLeft(line);
    context.direction = toLeft ? 'rtl' : 'ltr';
    const start = ink.align === 'start';
    context.textAlign = start ? (toLeft ? 'right' : 'left') : 'center';
    const x = start ? (toLeft ? box.x + box.w : box.x) : box.x + box.w / 2;
    // Lines are centred by their capital letters; Arabic has none, and extends below the baseline.
    const y =
      top +
      leading * (i + 0.5) +
      (size * type.capitalHeight(role)) / 2 -
      (arabic.test(line) ? size * 0.12 : 0);
    const { shadow, stroke } = ink;
    if (shadow) {
      context.shadowColor = shadow.colour;
      context.shadowBlur = shadow.blur;
      context.shadowOffsetY = shadow.y;
    }
    if (stroke) {
      context.strokeStyle = stroke.colour;
      context.lineWidth = stroke.width;
      context.strokeText(line, x, y);
      context.shadowColor = 'transparent';
    }
    context.fillStyle = typeof ink.fill === 'function' ? ink.fill(i) : ink.fill;
    context.fillText(line, x, y);
    context.shadowColor = 'transparent';
  });
  context.restore();
}
