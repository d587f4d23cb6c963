import type { SKRSContext2D } from '@napi-rs/canvas';
import { type Box, bottom } from '../frame.ts';
import type { Palette } from '../look/palettes.ts';
import { paintText } from '../text/paint.ts';
import type { Type } from '../text/type.ts';
import { fitText } from '../text/wrap.ts';

/** A word in place of a missing icon: large, and underlined in the scene's colour. */
export function paintWord(
  context: SKRSContext2D,
  type: Type,
  palette: Palette,
  word: string,
  box: Box,
): void {
  const line = Math.min(14, box.h * 0.06);
  const wrapped = fitText(type, word, {
    role: 'display',
    w: box.w,
    h: box.h - 3 * line,
    largest: Math.min(220, box.h * 0.62),
    smallest: 12,
    lines: 3,
  });
  const top = box.y + (box.h - wrapped.h - 3 * line) / 2;
  const inked = { x: box.x, y: top, w: box.w, h: wrapped.h };
  paintText(context, type, wrapped, inked, {
    fill: palette.ink,
    ...(palette.light ? {} : { shadow: { colour: 'rgba(2,3,18,.5)', blur: 24, y: 8 } }),
  });
  const w = Math.max(60, wrapped.w * 0.42);
  context.fillStyle = palette.light ? palette.cardAccent : palette.accent;
  context.beginPath();
  context.roundRect(box.x + (box.w - w) / 2, bottom(inked) + line, w, line, line / 2);
  context.fill();
}
