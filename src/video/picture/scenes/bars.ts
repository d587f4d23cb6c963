import { zip } from '../../../platform/zip.ts';
import { type Box, inset } from '../frame.ts';
import { blendColours, withAlpha } from '../look/colour.ts';
import { paintText } from '../text/paint.ts';
import { fitText } from '../text/wrap.ts';
import { chartTitle } from './chart-title.ts';
import { composeScene, splitIntoColumn } from './composition.ts';
import { line } from './line-part.ts';
import { figureText } from './number-text.ts';
import type { Part } from './part.ts';
import type { SceneInput } from './scene-input.ts';

interface Bars {
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly { readonly label: string; readonly value: number }[];
}

/** A bar chart whose bars grow from one line, each with its value; the longest has the accent colour. */
export function barsScene(input: SceneInput, { title, unit, bars }: Bars): Part[] {
  const { cues, type, palette, beat } = input;
  const { parts, body } = composeScene(input, { share: 0.17 });
  const titleH = 64;
  const caption = chartCaption(title, unit, beat.on_screen);
  const room: Box = caption ? { ...body, y: body.y + titleH, h: body.h - titleH } : body;
  const largest = Math.max(...bars.map(({ value }) => Math.abs(value)), Number.MIN_VALUE);
  const rows = splitIntoColumn(inset(room, 0, 8), bars.length, Math.min(60, room.h * 0.06), 340);
  const times = cues.of(bars.map(({ label }) => label));
  const latest = Math.max(0.8, cues.seconds * 0.55);
  return [
    ...parts,
    ...chartTitle(input, caption, { ...body, h: titleH }),
    ...zip(zip(bars, rows), times).flatMap(([[{ label, value }, row], time], i): Part[] => {
      // Bars are compared with each other, so none waits long for its word.
      const at = i === 0 ? 0.15 : Math.min(time, 0.3 + (latest * i) / bars.length);
      const labelH = Math.min(62, row.h * 0.42);
      const barH = row.h - labelH - 6;
      const track: Box = { ...row, y: row.y + labelH + 6, h: barH };
      const figure = `${figureText(value, type.language)}${unit === '%' ? ' %' : ''}`;
      const wrapped = fitText(type, figure, {
        role: 'display',
        w: row.w * 0.3,
        h: barH,
        largest: barH * 0.78,
        smallest: 22,
        lines: 1,
        leading: 1,
      });
      const longest = row.w - wrapped.w - 30;
      const w = Math.max(barH * 0.5, (longest * Math.abs(value)) / largest);
      const bar: Box = { ...track, w };
      const strong = Math.abs(value) === largest;
      return [
        line(input, {
          name: `label ${i}`,
          text: label,
          box: { ...row, h: labelH },
          enter: { at, by: 'fade', for: 0.25 },
          largest: 50,
          lines: 1,
          align: 'start',
        }),
        {
          name: `track ${i}`,
          box: { ...track, w: longest },
          contents: [],
          bleed: 2,
          backdrop: true,
          enter: { at, by: 'fade', for: 0.25 },
          paint: (context) => {
            context.fillStyle = withAlpha(palette.light ? palette.ink : '#ffffff', 0.1);
            context.beginPath();
            context.roundRect(track.x, track.y, longest, barH, barH * 0.28);
            context.fill();
          },
        },
        {
          name: `bar ${i}`,
          box: bar,
          contents: [],
          bleed: 4,
          enter: { at: at + 0.05, by: 'wipe-right', for: 0.9 },
          nods: [],
          paint: (context) => {
            const base = strong ? palette.accent : palette.second;
            const shine = context.createLinearGradient(bar.x, 0, bar.x + bar.w, 0);
            shine.addColorStop(0, blendColours(base, palette.ground[1], 0.35));
            shine.addColorStop(1, base);
            context.fillStyle = shine;
            context.beginPath();
            context.roundRect(bar.x, bar.y, bar.w, bar.h, Math.min(barH * 0.28, bar.w / 2));
            context.fill();
          },
        },
        figurePart(
          input,
          `value ${i}`,
          figure,
          wrapped,
          { x: bar.x + bar.w + 20, y: track.y, w: wrapped.w, h: barH },
          at + 0.45,
        ),
      ];
    }),
  ];
}

function figurePart(
  { type, palette }: SceneInput,
  name: string,
  figure: string,
  set: ReturnType<typeof fitText>,
  box: Box,
  at: number,
): Part {
  return {
    name,
    box,
    contents: [{ name: figure, box }],
    bleed: 20,
    enter: { at, by: 'pop', for: 0.5 },
    paint: (context) =>
      paintText(context, type, set, box, {
        fill: palette.ink,
        shadow: palette.light
          ? { colour: 'rgba(255,255,255,.6)', blur: 14, y: 0 }
          : { colour: 'rgba(2,3,18,.45)', blur: 16, y: 5 },
      }),
  };
}

const normalizeLabel = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim();

/** What a chart measures and its unit, unless the headline already says so. */
export function chartCaption(title: string, unit: string, narration: string): string {
  const what = normalizeLabel(title) === normalizeLabel(narration) ? '' : title;
  const isUnitShown =
    unit === '' || unit === '%' || normalizeLabel(`${title} ${narration}`).includes(normalizeLabel(unit));
  return what && !isUnitShown ? `${what} (${unit})` : what || (isUnitShown ? '' : unit);
}
