import { zip } from '../../../platform/zip.ts';
import type { Box } from '../frame.ts';
import { isRightToLeft } from '../text/direction.ts';
import { paintText } from '../text/paint.ts';
import { fitText, type WrappedText as TextSetting } from '../text/wrap.ts';
import type { Part } from './part.ts';
import type { SceneInput } from './scene-input.ts';

interface HeadlineOptions {
  readonly largest: number;
  readonly smallest?: number;
  readonly lines?: number;
  readonly align?: 'center' | 'start';
  readonly at?: number;
  /** Each line as wide as the box, as on a poster. */
  readonly poster?: boolean;
}

/** The lines of a headline, laid out before it is placed, since the content below starts where it ends. */
export interface Headline {
  readonly parts: readonly Part[];
  readonly box: Box;
}

/** A beat's headline, line by line; the last line is the point, and has the accent colour. */
export function headline(input: SceneInput, text: string, box: Box, options: HeadlineOptions): Headline {
  const { type, palette } = input;
  const { largest, smallest = 30, lines = 3, align = 'center', at = 0.06 } = options;
  const wrapped = fitText(type, text, { role: 'display', w: box.w, h: box.h, largest, smallest, lines });
  const sizes = options.poster ? stretchHeadline(wrapped, box) : wrapped.lines.map(() => wrapped.size);
  const total = sizes.reduce((sum, size) => sum + (size * wrapped.leading) / wrapped.size, 0);
  let top = box.y;
  const parts = zip(zip(wrapped.lines, wrapped.widths), sizes).map(([[line, width], size], i): Part => {
    const w = Math.min(box.w, (width * size) / wrapped.size);
    const step = (size * wrapped.leading) / wrapped.size;
    const toLeft = isRightToLeft(line);
    const x = align === 'center' ? box.x + (box.w - w) / 2 : toLeft ? box.x + box.w - w : box.x;
    const lineBox = { x, y: top, w, h: step };
    top += step;
    const one: TextSetting = {
      ...wrapped,
      size,
      lines: [line],
      widths: [w],
      leading: step,
      w,
      h: step,
    };
    const coloured = wrapped.lines.length > 1 && i === wrapped.lines.length - 1;
    return {
      name: `headline ${i}`,
      box: lineBox,
      contents: [{ name: `line ${i}`, box: lineBox }],
      bleed: 34,
      enter: {
        at: input.opening ? -1 : at + i * 0.1,
        by: align === 'center' ? 'rise' : 'from-left',
        for: 0.5,
      },
      paint: (context) =>
        paintText(context, type, one, lineBox, {
          fill: coloured ? palette.accent : palette.ink,
          shadow: palette.light
            ? { colour: 'rgba(255,255,255,.65)', blur: 18, y: 0 }
            : { colour: 'rgba(2,3,18,.5)', blur: 24, y: 8 },
        }),
    };
  });
  return { parts, box: { ...box, h: total } };
}

/** Short lines grow to the width of the box, as far as its height allows. */
function stretchHeadline(set: TextSetting, box: Box): number[] {
  const sizes = set.widths.map((w) => Math.min((box.w / Math.max(1, w)) * set.size, set.size * 1.7));
  const leading = set.leading / set.size;
  const total = sizes.reduce((sum, size) => sum + size * leading, 0);
  const by = Math.min(1, box.h / total);
  return sizes.map((size) => size * by);
}
