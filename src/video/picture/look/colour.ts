import { zip } from '../../../platform/zip.ts';

/** Converts `#rrggbb` colours to the forms that drawing needs. */
type Rgb = readonly [number, number, number];

const rgb = (hex: string): Rgb => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];

export const withAlpha = (hex: string, alpha: number): string => `rgba(${rgb(hex).join(',')},${alpha})`;

export function blendColours(a: string, b: string, share: number): string {
  return `#${zip(rgb(a), rgb(b))
    .map(([v, q]) =>
      Math.round(v + (q - v) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** BT.709, limited range, as stored in a frame. */
export function toYuv(hex: string): readonly [number, number, number] {
  const [r, g, b] = rgb(hex);
  return [
    Math.round(16 + 0.18259 * r + 0.61423 * g + 0.06201 * b),
    Math.round(128 - 0.10064 * r - 0.33857 * g + 0.43922 * b),
    Math.round(128 + 0.43922 * r - 0.39894 * g - 0.04027 * b),
  ];
}
