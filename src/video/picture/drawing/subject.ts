import { type Canvas, createCanvas, Image, type SKRSContext2D } from '@napi-rs/canvas';
import { type Box, squareIn } from '../frame.ts';
import { type Picture, pictureFor } from '../icons/picture.ts';
import { drawSvg, isMonochrome } from '../icons/sets.ts';
import { withAlpha } from '../look/colour.ts';
import type { Palette } from '../look/palettes.ts';
import { emojiFace } from '../text/families.ts';
import type { Type } from '../text/type.ts';
import { outlineFor, paintOutline } from './outline.ts';
import { paintShadow } from './shadow.ts';
import { roundBox } from './shapes.ts';
import { paintWord } from './word.ts';

/** Whether a subject can be drawn rather than written. */
export const isDrawable = (subject: string): boolean =>
  outlineFor(subject) !== undefined || pictureFor(subject) !== undefined;

/** Draws a subject into the box: the outline of a country, its icon, or its name if there is neither. */
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
  const picture = pictureFor(subject);
  if (picture) paintPicture(context, picture, squareIn(box), palette, shadow);
  else paintWord(context, type, palette, subject, box);
}

/** Width of a sticker's white edge, relative to its side. */
const edge = 0.022;
const directions = 20;

/**
 * On coloured backgrounds every icon gets the white edge of a sticker: the icon sets differ in line and
 * colour, and the edge unifies them and keeps dark ones legible. White cards do not need it.
 */
function paintPicture(
  context: SKRSContext2D,
  picture: Picture,
  box: Box,
  palette: Palette,
  shadow: number,
): void {
  const reach = palette.light ? 0 : Math.max(3, box.w * edge);
  const side = box.w - 2 * reach;
  const canvas = createCanvas(Math.ceil(box.w), Math.ceil(box.w));
  const inner = canvas.getContext('2d');
  paintFlat(inner, picture, reach, side, palette);
  const colour = palette.light ? withAlpha(palette.ink, shadow * 0.6) : `rgba(0,0,0,${shadow})`;
  const edged = reach > 0 ? whiteEdge(canvas, reach) : undefined;
  paintShadow(context, box, { colour, blur: box.w * 0.08, down: box.w * 0.04 }, (soft) =>
    soft.drawImage(edged ?? canvas, 0, 0),
  );
  if (edged) context.drawImage(edged, box.x, box.y);
  context.drawImage(canvas, box.x, box.y);
}

function paintFlat(
  context: SKRSContext2D,
  picture: Picture,
  at: number,
  side: number,
  palette: Palette,
): void {
  if ('icon' in picture) {
    // Icons fill their square to the edge; the emoji sets leave some margin.
    const margin = picture.icon.set === 'fluent-emoji-flat' ? 0 : side * 0.07;
    const image = new Image();
    image.src = drawSvg(
      picture.icon,
      Math.ceil(side - 2 * margin),
      isMonochrome(picture.icon) ? palette.cardAccent : palette.cardInk,
    );
    context.drawImage(image, at + margin, at + margin, side - 2 * margin, side - 2 * margin);
    return;
  }
  // The font's glyphs are 1.275 em wide and sit slightly low.
  const size = side * 0.76;
  context.font = `${size}px "${emojiFace}"`;
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.fillText(picture.emoji, at + side / 2, at + side / 2 + size * 0.37);
}

/** The silhouette of a drawing in white, dilated by `reach`. */
function whiteEdge(drawn: Canvas, reach: number): Canvas {
  const edged = createCanvas(drawn.width, drawn.height);
  const context = edged.getContext('2d');
  for (let i = 0; i < directions; i++) {
    const angle = (i / directions) * Math.PI * 2;
    context.drawImage(drawn, Math.cos(angle) * reach, Math.sin(angle) * reach);
  }
  context.globalCompositeOperation = 'source-in';
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, edged.width, edged.height);
  return edged;
}

/** A card's background: white, with soft edges and a shadow. */
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
