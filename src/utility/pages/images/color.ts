/** Converts a CSS colour to `#rrggbb`; null if it is not a literal colour, or is transparent. */
export function hexColor(text: string): string | null {
  const value = text.trim().toLowerCase();
  const hex = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(value)?.[1];
  if (hex) return fromHex(hex);
  const call = /^(rgb|hsl)a?\(\s*([^()]{3,60})\)$/.exec(value);
  if (call) return fromParts(call[1] === 'hsl', call[2] ?? '');
  // Bare hsl() components, as component libraries store them.
  if (/^\d{1,3}(?:\.\d+)?(?:deg)?\s+\d{1,3}(?:\.\d+)?%\s+\d{1,3}(?:\.\d+)?%$/.test(value))
    return fromParts(true, value);
  return names[value] ?? null;
}

function fromHex(hex: string): string | null {
  const long = hex.length <= 4 ? [...hex].map((each) => each + each).join('') : hex;
  const alpha = long.length === 8 ? Number.parseInt(long.slice(6), 16) : 255;
  return alpha === 0 ? null : `#${long.slice(0, 6)}`;
}

function fromParts(isHsl: boolean, text: string): string | null {
  const parts = text.split(/[\s,/]+/).filter(Boolean);
  const [first = '', second = '', third = '', alpha = '1'] = parts;
  if (parts.length < 3 || parts.length > 4 || Number.parseFloat(alpha) === 0) return null;
  const number = (part: string, full: number) =>
    /^-?\d+(?:\.\d+)?(?:%|deg)?$/.test(part)
      ? Number.parseFloat(part) * (part.endsWith('%') ? full / 100 : 1)
      : Number.NaN;
  const rgb = isHsl
    ? fromHsl(number(first, 360), number(second, 1), number(third, 1))
    : [first, second, third].map((part) => number(part, 255));
  return rgb.some(Number.isNaN) ? null : toHex(rgb);
}

export const toHex = (rgb: readonly number[]): string =>
  `#${rgb
    .map((each) =>
      Math.round(Math.min(255, Math.max(0, each)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

function fromHsl(hue: number, saturation: number, lightness: number): number[] {
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12;
    return (
      255 *
      (lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
    );
  };
  return [channel(0), channel(8), channel(4)];
}

/** Greys, black and white say little about a brand. */
export function isGrey(hex: string): boolean {
  const rgb = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return Math.max(...rgb) - Math.min(...rgb) < 16;
}

const names: Readonly<Record<string, string>> = {
  black: '#000000',
  white: '#ffffff',
  red: '#ff0000',
  green: '#008000',
  blue: '#0000ff',
  navy: '#000080',
  teal: '#008080',
  orange: '#ffa500',
  purple: '#800080',
  maroon: '#800000',
  gold: '#ffd700',
  tomato: '#ff6347',
  crimson: '#dc143c',
  indigo: '#4b0082',
  royalblue: '#4169e1',
  steelblue: '#4682b4',
  darkblue: '#00008b',
  darkgreen: '#006400',
  yellow: '#ffff00',
  gray: '#808080',
  grey: '#808080',
};
