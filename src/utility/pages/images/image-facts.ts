import { hexColor } from './color.ts';
import { type ImageSize, imageSize } from './image-size.ts';
import { type ColorShare, pngColors } from './png-colors.ts';

export interface ImageFacts {
  readonly size: ImageSize | null;
  /** From the pixels of a PNG or the values in an SVG; empty for other formats. */
  readonly colors: readonly Omit<ColorShare, 'share'>[];
}

const maxSvgColors = 8;

/** Reads the properties of an image; its colours only on request. */
export function imageFacts({ bytes, colors }: { bytes: Uint8Array; colors: boolean }): ImageFacts {
  const size = imageSize(bytes);
  if (!size || !colors) return { size, colors: [] };
  if (size.type === 'image/png') return { size, colors: pngColors(bytes).map(({ color }) => ({ color })) };
  return { size, colors: size.type === 'image/svg+xml' ? svgColors(bytes) : [] };
}

/** Colours that occur in an SVG, most used first. */
function svgColors(bytes: Uint8Array): { color: string }[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const counts = new Map<string, number>();
  for (const [, value] of text.matchAll(
    /\b(?:fill|stroke|stop-color)\s*[=:]\s*["']?\s*([^"';}<>\s][^"';}<>]{0,60})/gi,
  )) {
    const color = hexColor(value ?? '');
    if (color) counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, left], [, right]) => right - left)
    .slice(0, maxSvgColors)
    .map(([color]) => ({ color }));
}
