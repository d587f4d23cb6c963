import { type Canvas, createCanvas, Image, type SKRSContext2D } from '@napi-rs/canvas';
import { type Box, squareIn } from '../frame.ts';
import { type Picture, pictureFor } from '../icons/picture.ts';
import { isMonochrome, svgOf } from '../icons/sets.ts';
import { withAlpha } from '../look/colour.ts';
import type { Palette } from '../look/palettes.ts';
import { emojiFace } from '../text/families.ts';
import type { Type } from '../text/type.ts';
import { outlineFor, paintOutline } from './outline.ts';
import { paintShadow } from './shadow.ts';
import { roundBox } from './shapes.ts';
import { paintWord } from './word.ts';

/** Whether there is more to show of a thing than its name. */
export const isDrawable = (subject: string): boolean =>
  outlineFor(subject) !== undefined || pictureFor(subject) !== undefined;

/** Draws a thing into the box: the outline of a country, its picture, or its name where nothing fits. */
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

/** How far the white edge of a sticker reaches, as a share of its side. */
const edge = 0.022;
const directions = 20;

/**
 * On a ground of colour every picture has the white edge of a sticker: the sets differ in line and colour, and the edge
 * gives them one look and keeps dark ones legible. On cards, which are white, it is not needed.
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
  const drawn = createCanvas(Math.ceil(box.w), Math.ceil(box.w));
  const inner = drawn.getContext('2d');
  paintFlat(inner, picture, reach, side, palette);
  const colour = palette.light ? withAlpha(palette.ink, shadow * 0.6) : `rgba(0,0,0,${shadow})`;
  const edged = reach > 0 ? whiteEdge(drawn, reach) : undefined;
  paintShadow(context, box, { colour, blur: box.w * 0.08, down: box.w * 0.04 }, (soft) =>
    soft.drawImage(edged ?? drawn, 0, 0),
  );
  if (edged) context.drawImage(edged, box.x, box.y);
  context.drawImage(drawn, box.x, box.y);
}

function paintFlat(
  context: SKRSContext2D,
  picture: Picture,
  at: number,
  side: number,
  palette: Palette,
): void {
  if ('icon' in picture) {
    // Set icons fill their square to the edge; the emoji sets leave some air.
    const air = picture.icon.set === 'fluent-emoji-flat' ? 0 : side * 0.07;
    const image = new Image();
    image.src = svgOf(
      picture.icon,
      Math.ceil(side - 2 * air),
      isMonochrome(picture.icon) ? palette.cardAccent : palette.cardInk,
    );
    context.drawImage(image, at + air, at + air, side - 2 * air, side - 2 * air);
    return;
  }
  // The font's drawings are 1.275 em wide and hang a little low.
  const size = side * 0.76;
  context.font = `${size}px "${emojiFace}"`;
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.fillText(picture.emoji, at + side / 2, at + side / 2 + size * 0.37);
}

/** The shape of a drawing in white, wider by so much all around. */
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
