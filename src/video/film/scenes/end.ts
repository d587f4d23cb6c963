import { type Box, bottom } from '../frame.ts';
import type { Part } from './part.ts';
import { card, headline, line, subjectParts } from './pieces.ts';
import type { Setting } from './setting.ts';

/** The close: what it was about, and under which names to find more of it. */
export function endScene(setting: Setting): Part[] {
  const { area, beat, film, cues } = setting;
  const words = headline(
    setting,
    beat.on_screen,
    { ...area, h: 330 },
    { largest: 150, lines: 3, poster: true, at: 0.25 },
  );
  const tags = film.tags.slice(0, 3).map((tag) => `#${tag.replace(/[\s#]+/gu, '')}`);
  const chipH = 92;
  const chips = chipRow(
    setting,
    tags,
    { ...area, y: bottom(area) - chipH, h: chipH },
    Math.min(cues.seconds * 0.5, 1.2),
  );
  const titled = film.title !== beat.on_screen;
  const titleH = titled ? 130 : 0;
  const titleBox: Box = { ...area, y: bottom(area) - chipH - 30 - titleH, h: titleH };
  const side = Math.min(600, titleBox.y - area.y - words.box.h - 70);
  const spare = titleBox.y - area.y - words.box.h - side - 70;
  const drawing: Box = { ...area, y: area.y + spare / 2, h: side };
  const placed = headline(
    setting,
    beat.on_screen,
    { ...area, y: bottom(drawing) + 40, h: 330 },
    { largest: 150, lines: 3, poster: true, at: 0.25 },
  );
  return [
    ...subjectParts(setting, beat.subject, drawing, { halo: 'burst' }),
    ...placed.parts,
    ...(titled
      ? [
          line(setting, {
            name: 'title',
            text: film.title,
            box: titleBox,
            enter: { at: Math.min(cues.seconds * 0.35, 0.8), by: 'rise', for: 0.5 },
            largest: 46,
            lines: 2,
            fill: setting.palette.second,
          }),
        ]
      : []),
    ...chips,
  ];
}

/** As many in a row as find place. */
function chipRow(setting: Setting, tags: readonly string[], box: Box, at: number): Part[] {
  const { type } = setting;
  const [gap, size, pad] = [22, 38, 72];
  const widths = tags.map((tag) => Math.min(box.w, type.widthOf('text', size, tag) + pad));
  let [count, total] = [0, -gap];
  for (const w of widths) {
    if (total + gap + w > box.w) break;
    total += gap + w;
    count++;
  }
  let x = box.x + (box.w - total) / 2;
  return tags.slice(0, count).map((text, i) => {
    const chip: Box = { x, y: box.y, w: widths[i]!, h: box.h };
    x += widths[i]! + gap;
    return card(setting, {
      name: `tag ${i}`,
      text,
      box: chip,
      enter: { at: at + i * 0.12, by: 'pop', for: 0.5 },
      largest: size,
      lines: 1,
    });
  });
}
