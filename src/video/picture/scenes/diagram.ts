import { zip } from '../../../platform/zip.ts';
import { type Box, bottom, inset } from '../frame.ts';
import { withAlpha } from '../look/colour.ts';
import { card } from './card-part.ts';
import { composeDiagram, markOf } from './chain.ts';
import { isWide, splitIntoRow } from './composition.ts';
import { line } from './line-part.ts';
import type { Part } from './part.ts';
import type { SceneInput } from './scene-input.ts';

interface Whole {
  readonly whole: string;
  readonly parts: readonly string[];
  /** Percent of the whole that each part is. */
  readonly shares?: readonly number[];
}

/** A thing and its parts: they fill its frame one by one, as large as their shares where those are known. */
export function diagramScene(input: SceneInput, { whole, parts: names, shares }: Whole): Part[] {
  const { cues, palette } = input;
  const { parts, body } = composeDiagram(input);
  const nameH = Math.min(110, body.h * 0.14);
  const frame: Box = { ...body, y: body.y + nameH, h: body.h - nameH };
  const places = shares ? stackOf(inset(frame, 26), shares) : gridOf(inset(frame, 26), names.length);
  const times = cues.of(names);
  return [
    ...parts,
    line(input, {
      name: 'whole',
      text: whole,
      box: { ...body, h: nameH - 14 },
      enter: { at: input.opening ? -1 : 0.05, by: 'rise', for: 0.4 },
      largest: 84,
      lines: 1,
      role: 'display',
      fill: palette.accent,
    }),
    {
      name: 'frame',
      box: frame,
      contents: [],
      bleed: 6,
      backdrop: true,
      // An empty frame says nothing.
      enter: { at: Math.max(0.05, (times[0] ?? 0) - 0.1), by: 'fade', for: 0.3 },
      paint: (context) => {
        context.fillStyle = withAlpha(palette.light ? palette.ink : '#ffffff', 0.12);
        context.strokeStyle = palette.accent;
        context.lineWidth = 8;
        context.beginPath();
        context.roundRect(frame.x + 4, frame.y + 4, frame.w - 8, frame.h - 8, 48);
        context.fill();
        context.stroke();
      },
    },
    ...zip(zip(names, places), times).map(([[text, box], time], i) =>
      card(input, {
        name: `part ${i}`,
        text: shares?.[i] === undefined ? text : `${text} ${shares[i]} %`,
        box,
        enter: { at: time, by: shares ? 'wipe-up' : 'pop', for: 0.5 },
        largest: 72,
        lines: 3,
        strong: shares !== undefined && shares[i] === Math.max(...shares),
        ...markOf(text),
      }),
    ),
  ];
}

/** Tiles in one or two columns; a last one alone is as wide as both. */
function gridOf(box: Box, count: number): Box[] {
  const columns = isWide(box) ? Math.min(3, count) : count > 3 ? 2 : 1;
  const rows = Math.ceil(count / columns);
  const gap = 22;
  const h = Math.min(260, (box.h - gap * (rows - 1)) / rows);
  const top = box.y + (box.h - h * rows - gap * (rows - 1)) / 2;
  return Array.from({ length: rows }, (_, row) =>
    splitIntoRow(
      { ...box, y: top + row * (h + gap), h },
      row === rows - 1 ? count - columns * row : columns,
      gap,
    ),
  ).flat();
}

/** Bands as high as their shares, but never too low for their names. */
function stackOf(box: Box, shares: readonly number[]): Box[] {
  const gap = 12;
  const least = Math.min(64, (box.h / shares.length) * 0.6);
  const room = box.h - gap * (shares.length - 1);
  const total = shares.reduce((sum, share) => sum + share, 0) || 1;
  const raw = shares.map((share) => Math.max(least, (room * share) / total));
  const by = room / raw.reduce((sum, h) => sum + h, 0);
  let top = box.y;
  return raw.map((h) => {
    const place = { ...box, y: top, h: h * by };
    top = bottom(place) + gap;
    return place;
  });
}
