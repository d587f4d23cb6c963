import { bottom } from '../frame.ts';
import type { Part } from './part.ts';
import { headline, subjectParts } from './pieces.ts';
import type { Setting } from './setting.ts';

const gap = 44;
const wish = { largest: 190, smallest: 58, lines: 4, poster: true };

/** The opening: words as on a poster, and what the film is about as large as it can be. */
export function titleScene(setting: Setting): Part[] {
  const { area, beat, random } = setting;
  const upper = random() < 0.6;
  const words = headline(setting, beat.on_screen, { ...area, h: 500 }, { ...wish, at: 0.22 });
  const side = Math.min(700, area.h - words.box.h - gap);
  const spare = area.h - words.box.h - gap - side;
  const first = area.y + spare / 2;
  if (upper) {
    const below = { ...area, y: first + words.box.h + gap, h: side };
    const placed = headline(setting, beat.on_screen, { ...area, y: first, h: 500 }, { ...wish, at: 0.22 });
    return [...subjectParts(setting, beat.subject, below), ...placed.parts];
  }
  const above = { ...area, y: first, h: side };
  const under = { ...area, y: bottom(above) + gap, h: 500 };
  const placed = headline(setting, beat.on_screen, under, { ...wish, at: 0.3 });
  return [...subjectParts(setting, beat.subject, above), ...placed.parts];
}
