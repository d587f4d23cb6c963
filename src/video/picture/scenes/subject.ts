import { bottom } from '../frame.ts';
import type { Part } from './part.ts';
import { card, headline, subjectParts } from './pieces.ts';
import type { Setting } from './setting.ts';

/** A thing, and what is to know about it: each fact comes in as it is spoken of. */
export function subjectScene(setting: Setting, facts: readonly string[]): Part[] {
  const { area, beat, cues } = setting;
  const words = headline(setting, beat.on_screen, { ...area, h: 250 }, { largest: 148, lines: 2 });
  const gap = 24;
  const most = facts.length < 3 ? 176 : 140;
  const h = Math.min(most, (560 - gap * (facts.length - 1)) / facts.length);
  const list = h * facts.length + gap * (facts.length - 1);
  const free = { ...area, y: bottom(words.box) + 26, h: area.h - words.box.h - list - 26 - 40 };
  const top = bottom(area) - list;
  const times = cues.of(facts);
  return [
    ...words.parts,
    ...subjectParts(setting, beat.subject, free),
    ...facts.map((text, i) =>
      card(setting, {
        name: `fact ${i}`,
        text,
        box: { x: area.x + 30, y: top + i * (h + gap), w: area.w - 60, h },
        enter: { at: times[i]!, by: i % 2 === 0 ? 'from-left' : 'from-right', for: 0.5 },
        largest: 66,
      }),
    ),
  ];
}
