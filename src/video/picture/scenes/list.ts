import { emojiNamed } from '../drawing/emoji.ts';
import { bottom } from '../frame.ts';
import type { Part } from './part.ts';
import { card, ghost, headline, subjectParts } from './pieces.ts';
import type { Setting } from './setting.ts';

/** Some things one below the other, each coming in as it is spoken of. */
export function listScene(setting: Setting, items: readonly string[]): Part[] {
  const { area, beat, cues } = setting;
  const drawing = 270;
  const beside = { ...area, w: area.w - drawing - 30, h: drawing };
  const wish = { largest: 124, lines: 3, align: 'start' } as const;
  const tall = headline(setting, beat.on_screen, beside, wish).box.h;
  const words = headline(setting, beat.on_screen, { ...beside, y: area.y + (drawing - tall) / 2 }, wish);
  const top = area.y + drawing + 46;
  const gap = items.length > 4 ? 24 : 32;
  const h = Math.min(210, (bottom(area) - top - gap * (items.length - 1)) / items.length);
  const spare = bottom(area) - top - h * items.length - gap * (items.length - 1);
  const times = cues.of(items);
  // Where every one has a picture of its very name (flags, animals), a picture says more than a figure.
  const pictured = items.every((text) => emojiNamed(text) !== undefined);
  return [
    ...words.parts,
    ...subjectParts(
      setting,
      beat.subject,
      { x: area.x + area.w - drawing, y: area.y, w: drawing, h: drawing },
      { halo: 'disc' },
    ),
    ...items.flatMap((text, i) => {
      const box = { x: area.x, y: top + spare / 3 + i * (h + gap), w: area.w, h };
      const name = `item ${i}`;
      return [
        ghost(setting, name, box, times[i]!),
        card(setting, {
          name,
          text,
          box,
          enter: { at: times[i]!, by: 'from-right', for: 0.55 },
          mark: pictured ? { subject: text } : { number: i + 1 },
          largest: 66,
        }),
      ];
    }),
  ];
}
