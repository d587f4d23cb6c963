import { type Box, bottom } from '../frame.ts';
import type { Part } from './part.ts';
import { headline, sticker, subjectParts } from './pieces.ts';
import type { Setting } from './setting.ts';

const gap = 44;
const wish = { largest: 190, smallest: 58, lines: 4, poster: true };
const largestDrawing = 690;

/** The opening: words as on a poster, what the video is about as large as it can be, and small beside it what else will come. */
export function titleScene(setting: Setting): Part[] {
  const { area, beat, random } = setting;
  const upper = random() < 0.6;
  const words = headline(setting, beat.on_screen, { ...area, h: 500 }, { ...wish, at: 0.22 });
  const side = Math.min(largestDrawing, area.h - words.box.h - gap);
  const spare = area.h - words.box.h - gap - side;
  const first = area.y + spare / 2;
  const drawing = { ...area, y: upper ? first + words.box.h + gap : first, h: side };
  const under = { ...area, y: upper ? first : bottom(drawing) + gap, h: 500 };
  const placed = headline(setting, beat.on_screen, under, { ...wish, at: upper ? 0.22 : 0.3 });
  return [
    ...stickers(setting, drawing, side),
    ...subjectParts(setting, beat.subject, drawing),
    ...placed.parts,
  ];
}

/** To the left and right of the drawing, where nothing else stands. */
function stickers(setting: Setting, box: Box, side: number): Part[] {
  const room = (box.w - side) / 2;
  const size = Math.min(150, room - 8);
  if (size < 90) return [];
  const heights = [0.06, 0.72, 0.62, 0.14];
  return setting.story.cast.slice(0, 4).map((subject, i) => {
    const atLeft = i % 2 === 0;
    const out = Math.min(room - size, 20 * (i % 3));
    return sticker(setting, {
      name: `sticker ${i}`,
      subject,
      box: {
        x: atLeft ? box.x + out : box.x + box.w - size - out,
        y: box.y + (side - size) * heights[i]!,
        w: size,
        h: size,
      },
      at: 0.7 + i * 0.28,
    });
  });
}
