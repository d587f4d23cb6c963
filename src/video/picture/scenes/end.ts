import { emojiFor } from '../drawing/emoji.ts';
import { type Box, bottom } from '../frame.ts';
import type { Part } from './part.ts';
import { card, headline, line, subjectParts } from './pieces.ts';
import type { Setting } from './setting.ts';

const [cardH, cardGap] = [118, 22];

/** The close: what it was about, what there was to learn, and the words that remain. */
export function endScene(setting: Setting): Part[] {
  const { area, beat, story, cues } = setting;
  const wish = { largest: 150, lines: 3, poster: true, at: 0.25 };
  const rows = story.recap.length > 1 ? story.recap : [];
  const named = rows.length === 0 && story.title !== beat.on_screen;
  const tail = rows.length > 0 ? rows.length * (cardH + cardGap) - cardGap : named ? 130 : 0;
  const words = headline(setting, beat.on_screen, { ...area, h: rows.length > 0 ? 270 : 330 }, wish);
  const foot = bottom(area) - tail;
  const side = Math.min(rows.length > 0 ? 430 : 600, foot - area.y - words.box.h - 80);
  const spare = foot - area.y - words.box.h - side - 80;
  const drawing: Box = { ...area, y: area.y + spare / 2, h: side };
  const placed = headline(setting, beat.on_screen, { ...words.box, y: bottom(drawing) + 34 }, wish);
  const step = Math.min(0.45, (cues.seconds * 0.5) / (rows.length + 1));
  return [
    ...subjectParts(setting, beat.subject, drawing, { halo: 'burst' }),
    ...placed.parts,
    ...(named
      ? [
          line(setting, {
            name: 'title',
            text: story.title,
            box: { ...area, y: foot, h: tail },
            enter: { at: Math.min(cues.seconds * 0.35, 0.8), by: 'rise', for: 0.5 },
            largest: 54,
            lines: 2,
            fill: setting.palette.second,
          }),
        ]
      : []),
    ...rows.map(({ text, subject }, i) =>
      card(setting, {
        name: `learnt ${i}`,
        text,
        box: { x: area.x + 60, y: foot + i * (cardH + cardGap), w: area.w - 120, h: cardH },
        enter: { at: 0.6 + i * step, by: 'rise', for: 0.5 },
        ...(emojiFor(subject) ? { mark: { subject } } : {}),
        largest: 56,
        lines: 2,
      }),
    ),
  ];
}
