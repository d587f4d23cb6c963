import { isUnspaced } from '../../voice/unspaced.ts';
import type { Box } from '../frame.ts';
import { isRightToLeft } from '../text/direction.ts';
import type { Type } from '../text/type.ts';
import { fitText } from '../text/wrap.ts';
import type { CaptionPage } from './pages.ts';

/** One word of a page after layout: its text, its position, and the box of the pill behind it. */
export interface PlacedWord {
  readonly lines: readonly string[];
  readonly size: number;
  readonly box: Box;
  readonly pill: Box;
}

const largest = 82;
const smallest = 40;
/** Relative to the font size. */
const tall = 1.34;
/** Between words, and beside the text of a pill. In a script without spaces the pill reaches to the next word. */
const spacings = { spaced: { space: 0.42, pad: 0.24 }, unspaced: { space: 0.04, pad: 0.1 } };

/**
 * Lays out a page's words on one line, in the order of their script; a word too long for the line is broken.
 */
export function layOutPage(type: Type, page: CaptionPage, band: Box): PlacedWord[] {
  const texts = page.words.map(({ text }) => type.cased('caption', shownText(text)));
  const { space, pad } = isUnspaced(texts.join('')) ? spacings.unspaced : spacings.spaced;
  const lineWidth = (size: number) =>
    texts.reduce((sum, text) => sum + type.measureWidth('caption', size, text), 0) +
    size * (space * (texts.length - 1) + 2 * pad);
  const size = Math.min(largest, (largest * band.w) / lineWidth(largest));
  const [first] = texts;
  if (size < smallest && first !== undefined && texts.length === 1) {
    const wrapped = fitText(type, first, {
      role: 'caption',
      w: band.w - smallest,
      h: band.h - 20,
      largest: smallest * 1.3,
      smallest: 26,
      lines: 3,
      leading: 1.16,
    });
    const box: Box = {
      x: band.x + (band.w - wrapped.w) / 2,
      y: band.y + (band.h - wrapped.h) / 2,
      w: wrapped.w,
      h: wrapped.h,
    };
    const pill: Box = { x: box.x - 18, y: box.y - 8, w: box.w + 36, h: box.h + 16 };
    return [{ lines: wrapped.lines, size: wrapped.size, box, pill }];
  }
  const words = texts.map((text) => ({ text, w: type.measureWidth('caption', size, text) }));
  const total = words.reduce((sum, { w }) => sum + w, 0) + size * space * (texts.length - 1);
  const toLeft = isRightToLeft(texts.join(' '));
  let x = band.x + (band.w - total) / 2;
  const placed = (toLeft ? words.toReversed() : words).map(({ text, w }): PlacedWord => {
    const box: Box = { x, y: band.y + band.h / 2 - (size * 1.1) / 2, w, h: size * 1.1 };
    const pill: Box = {
      x: x - size * pad,
      y: band.y + band.h / 2 - (size * tall) / 2,
      w: w + 2 * size * pad,
      h: size * tall,
    };
    x += w + size * space;
    return { lines: [text], size, box, pill };
  });
  return toLeft ? placed.reverse() : placed;
}

/** Commas and full stops at the end of a word are not displayed; question and exclamation marks are. */
function shownText(text: string): string {
  const stripped = text.replace(/^["“«„]+|[.,;:"”»。，、]+$/gu, '').trim();
  return stripped === '' ? text : stripped;
}
