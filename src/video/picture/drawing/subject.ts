import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { type Box, centre } from '../frame.ts';
import { blended, withAlpha } from '../look/colour.ts';
import type { Palette } from '../look/palettes.ts';
import { emojiFace } from '../text/families.ts';
import { paintText } from '../text/paint.ts';
import type { Type } from '../text/type.ts';
import { fit } from '../text/wrap.ts';
import { emojiFor } from './emoji.ts';
import { outlineFor, paintOutline } from './outline.ts';
import { paintShadow } from './shadow.ts';
import { disc, roundBox } from './shapes.ts';

/** Draws a thing into a square within the box: a country's outline, an emoji, or a badge of its first letters where no emoji fits. */
export function paintSubject(
  context: SKRSContext2D,
  type: Type,
  palette: Palette,
  subject: string,
  box: Box,
  shadow = 0.42,
): void {
  const outline = outlineFor(subject);
  if (outline) {
    paintOutline(context, palette, outline, box);
    return;
  }
  const side = Math.min(box.w, box.h);
  const { x, y } = centre(box);
  const emoji = emojiFor(subject);
  if (emoji) paintEmoji(context, emoji, x, y, side, palette, shadow);
  else paintBadge(context, type, palette, subject, { x: x - side / 2, y: y - side / 2, w: side, h: side });
}

/** The font's drawings are 1.275 em wide and hang a little low; both are evened out here, by what is really inked. */
function paintEmoji(
  context: SKRSContext2D,
  emoji: string,
  x: number,
  y: number,
  side: number,
  palette: Palette,
  shadow: number,
): void {
  const size = side * 0.8;
  const drawn = createCanvas(Math.ceil(side * 1.2), Math.ceil(side * 1.2));
  const inner = drawn.getContext('2d');
  inner.font = `${size}px "${emojiFace}"`;
  inner.textAlign = 'center';
  inner.textBaseline = 'alphabetic';
  inner.fillText(emoji, drawn.width / 2, drawn.height / 2 + size * 0.37);
  const [left, top] = [x - drawn.width / 2, y - drawn.height / 2];
  const colour = palette.light ? withAlpha(palette.ink, shadow * 0.75) : `rgba(0,0,0,${shadow})`;
  const square = { x: left, y: top, w: drawn.width, h: drawn.height };
  paintShadow(context, square, { colour, blur: side * 0.09, down: side * 0.045 }, (soft) =>
    soft.drawImage(drawn, 0, 0),
  );
  context.drawImage(drawn, left, top);
}

/** Up to two letters, on a disc with an edge of light. */
function paintBadge(context: SKRSContext2D, type: Type, palette: Palette, subject: string, box: Box): void {
  const { x, y } = centre(box);
  const r = box.w * 0.44;
  context.save();
  context.shadowColor = palette.light ? withAlpha(palette.ink, 0.3) : 'rgba(0,0,0,.42)';
  context.shadowBlur = box.w * 0.09;
  context.shadowOffsetY = box.w * 0.045;
  const fill = context.createLinearGradient(x - r, y - r, x + r, y + r);
  fill.addColorStop(0, blended(palette.cardAccent, '#ffffff', 0.28));
  fill.addColorStop(1, blended(palette.cardAccent, '#000000', 0.18));
  context.fillStyle = fill;
  disc(context, x, y, r);
  context.fill();
  context.restore();
  context.strokeStyle = 'rgba(255,255,255,.55)';
  context.lineWidth = box.w * 0.018;
  disc(context, x, y, r * 0.9);
  context.stroke();
  const letters = initials(subject).toLocaleUpperCase(type.language);
  const side = r * 1.16;
  const set = fit(type, letters, {
    role: 'display',
    w: side,
    h: side,
    largest: side * 0.86,
    smallest: 12,
    lines: 1,
    leading: 1,
  });
  const inner = { x: x - side / 2, y: y - side / 2, w: side, h: side };
  paintText(context, type, set, inner, { fill: '#ffffff' });
}

/** Of the first two words, or the first two letters of one. */
function initials(subject: string): string {
  const words = subject.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const letters = (word: string) =>
    [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(word)]
      .map(({ segment }) => segment)
      .filter((segment) => /[\p{L}\p{N}]/u.test(segment));
  if (words.length === 0) return '?';
  if (words.length === 1) return letters(words[0]!).slice(0, 1).join('');
  return words
    .slice(0, 2)
    .map((word) => letters(word)[0] ?? '')
    .join('');
}

/** The ground of a card: white, soft-edged, lifted off what is behind it. */
export function paintCard(
  context: SKRSContext2D,
  palette: Palette,
  box: Box,
  radius = 36,
  fill = palette.card,
): void {
  const colour = palette.light ? withAlpha(palette.ink, 0.24) : 'rgba(3,4,20,.4)';
  paintShadow(context, box, { colour, blur: 34, down: 14 }, (soft) => {
    roundBox(soft, 0, 0, box.w, box.h, radius);
    soft.fill();
  });
  context.save();
  context.fillStyle = fill;
  roundBox(context, box.x, box.y, box.w, box.h, radius);
  context.fill();
  context.restore();
}
