import { zip } from '../../../platform/zip.ts';
import { isDrawable, paintSubject } from '../drawing/subject.ts';
import { type Box, bottom, inset } from '../frame.ts';
import { withAlpha } from '../look/colour.ts';
import { isRightToLeft } from '../text/direction.ts';
import { paintText } from '../text/paint.ts';
import { fitText } from '../text/wrap.ts';
import { line, stroke } from './line-part.ts';
import type { Part } from './part.ts';
import type { SceneInput } from './scene-input.ts';

/** A quotation that fills the scene; without an author it is a statement and has no quotation marks. */
export function quoteScene(input: SceneInput, quote: { readonly text: string; readonly by: string }): Part[] {
  const { area, beat, type, palette, cues } = input;
  const isQuotation = quote.by !== '';
  const isDrawn = isDrawable(beat.subject);
  const by = isQuotation || !isDrawn || says(quote.text, beat.on_screen) ? quote.by : beat.on_screen;
  const isSigned = by !== '' || isDrawn;
  const [byH, pad] = [isSigned ? Math.min(150, area.h * 0.16) : 0, 46];
  const markH = Math.min(isQuotation ? 190 : 70, area.h * 0.18);
  const words: Box = {
    x: area.x + pad,
    y: area.y + markH + 10,
    w: area.w - 2 * pad,
    h: area.h - markH - byH - 70,
  };
  const wrapped = fitText(type, quote.text.replace(/^["“«„'‘]+|["”»“'’]+$/gu, ''), {
    role: 'display',
    w: words.w,
    h: words.h,
    // A quote of a word or two is set as large as a picture.
    largest: quote.text.length <= 16 ? 270 : quote.text.length <= 48 ? 176 : 124,
    smallest: 44,
    lines: 9,
    leading: Math.max(1.14, type.pairing.displayLeading),
  });
  const spare = words.h - wrapped.h;
  const top = words.y + spare * 0.46;
  const toLeft = isRightToLeft(quote.text);
  const place = (w: number) => (toLeft ? words.x + words.w - w : words.x);
  // Each line is there a little before it is spoken.
  const times = cues.of(wrapped.lines);
  const lines = zip(wrapped.lines, wrapped.widths).map(([text, w], i): Part => {
    const box: Box = { x: place(w), y: top + i * wrapped.leading, w, h: wrapped.leading };
    const one = { ...wrapped, lines: [text], widths: [w], w, h: wrapped.leading };
    return {
      name: `line ${i}`,
      box,
      contents: [{ name: text, box }],
      bleed: 30,
      enter: { at: i === 0 ? 0.06 : (times[i] ?? 0.06), by: 'rise', for: 0.6 },
      paint: (context) =>
        paintText(context, type, one, box, {
          fill: palette.ink,
          shadow: palette.light
            ? { colour: 'rgba(255,255,255,.6)', blur: 16, y: 0 }
            : { colour: 'rgba(2,3,18,.45)', blur: 20, y: 6 },
        }),
    };
  });
  const end = top + wrapped.h;
  const ruleW = Math.min(220, words.w * 0.3);
  const mark: Box = { x: place(markH), y: Math.max(area.y, top - markH - 10), w: markH, h: markH - 20 };
  const rule: Box = { x: place(ruleW), y: mark.y + 14, w: ruleW, h: 12 };
  const row: Box = {
    x: words.x,
    y: Math.min(end + 40, bottom(area) - byH - 20),
    w: words.w,
    h: byH,
  };
  const pane: Box = { ...area, y: Math.max(area.y, mark.y - 40) };
  const panel: Box = { ...pane, h: Math.min(bottom(area), bottom(row) + 24) - pane.y };
  const side = byH * 0.88;
  const avatar: Box = {
    x: toLeft ? row.x + row.w - side : row.x,
    y: row.y + (byH - side) / 2,
    w: side,
    h: side,
  };
  const attributionAt = Math.min(cues.seconds * 0.7, (times.at(-1) ?? 0) + 0.4);
  const speaker: Part[] = isDrawn
    ? [
        {
          name: 'speaker',
          box: avatar,
          contents: [{ name: beat.subject, box: inset(avatar, 22) }],
          bleed: 30,
          enter: { at: attributionAt, by: 'pop', for: 0.6 },
          idle: { breathe: 0.03, period: 2.2 },
          lively: true,
          paint: (context) => {
            context.fillStyle = withAlpha(palette.light ? palette.accent : palette.glow, 0.28);
            context.beginPath();
            context.arc(avatar.x + side / 2, avatar.y + side / 2, side / 2, 0, Math.PI * 2);
            context.fill();
            paintSubject(context, type, palette, beat.subject, inset(avatar, 16), 0.3);
          },
        },
      ]
    : [];
  const besides = isDrawn ? side + 30 : 0;
  const signature: Part[] = [
    ...speaker,
    ...(by === ''
      ? []
      : [
          line(input, {
            name: 'by',
            text: by,
            box: { x: toLeft ? row.x : row.x + besides, y: row.y, w: row.w - besides, h: byH },
            enter: { at: attributionAt + 0.12, by: 'rise', for: 0.5 },
            largest: 54,
            lines: 2,
            align: 'start',
            fill: palette.light ? palette.accent : palette.second,
          }),
        ]),
  ];
  return [
    {
      name: 'panel',
      box: panel,
      contents: [],
      bleed: 4,
      backdrop: true,
      enter: { at: 0, by: 'fade', for: 0.5 },
      paint: (context) => {
        const shine = context.createLinearGradient(panel.x, panel.y, panel.x + panel.w, bottom(panel));
        const glass = palette.light ? '#ffffff' : palette.glow;
        shine.addColorStop(0, withAlpha(glass, palette.light ? 0.72 : 0.2));
        shine.addColorStop(1, withAlpha(glass, palette.light ? 0.34 : 0.06));
        context.fillStyle = shine;
        context.strokeStyle = withAlpha(palette.light ? palette.accent : '#ffffff', 0.28);
        context.lineWidth = 3;
        context.beginPath();
        context.roundRect(panel.x + 2, panel.y + 2, panel.w - 4, panel.h - 4, 56);
        context.fill();
        context.stroke();
      },
    },
    isQuotation
      ? {
          name: 'mark',
          box: mark,
          contents: [{ name: '“', box: mark }],
          bleed: 20,
          enter: { at: 0.08, by: 'pop', for: 0.65 },
          idle: { bob: 6, sway: 0.03, period: 3.4 },
          paint: (context) => paintMarks(context, mark, palette.accent),
        }
      : stroke(input, 'rule', rule, { at: 0.05, by: 'wipe-right', for: 0.4 }, palette.accent),
    ...lines,
    ...(isSigned ? signature : []),
  ];
}

/** Whether the text itself contains the words that would be written below it. */
const says = (text: string, words: string): boolean =>
  text.toLowerCase().includes(words.toLowerCase().replace(/[.…]+$/u, ''));

/** A large pair of opening quotation marks. */
function paintMarks(context: Parameters<Part['paint']>[0], box: Box, colour: string): void {
  context.fillStyle = colour;
  const w = box.w * 0.42;
  for (const x of [box.x, box.x + box.w - w - 8]) {
    const r = w / 2;
    const y = box.y + box.h - r - 12;
    context.beginPath();
    context.arc(x + r, y, r, 0, Math.PI * 2);
    context.fill();
    context.beginPath();
    context.moveTo(x, y + 2);
    context.quadraticCurveTo(x - 2, box.y + 26, x + w * 0.86, box.y + 8);
    context.quadraticCurveTo(x + w * 0.98, box.y + 20, x + w * 0.9, box.y + 34);
    context.quadraticCurveTo(x + w * 0.5, box.y + 52, x + w * 0.52, y - r * 0.8);
    context.closePath();
    context.fill();
  }
}
