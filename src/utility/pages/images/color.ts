import data from './color-names.json' with { type: 'json' };

/** The named colours of CSS Color 4. */
const colorNames: ReadonlyMap<string, string> = new Map(Object.entries(data));

/** Converts a CSS colour to `#rrggbb`; null if it is not a literal colour, or is transparent. */
export function hexColor(text: string): string | null {
  const value = text.trim().toLowerCase();
  const hex = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(value)?.[1];
  if (hex) return fromHex(hex);
  const call = /^(rgb|hsl)a?\(\s*([^()]{3,60})\)$/.exec(value);
  if (call) return fromParts(call[1] === 'hsl', call[2] ?? '');
  const perceptual = /^ok(lab|lch)\(\s*([^()]{3,60})\)$/.exec(value);
  if (perceptual) return fromOklab(perceptual[1] === 'lch', perceptual[2] ?? '');
  // Bare hsl() components, as component libraries store them.
  if (/^\d{1,3}(?:\.\d+)?(?:deg)?\s+\d{1,3}(?:\.\d+)?%\s+\d{1,3}(?:\.\d+)?%$/.test(value))
    return fromParts(true, value);
  return colorNames.get(value) ?? null;
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

/** CSS Color 4: Oklab to linear sRGB, then the transfer function; a colour outside sRGB is clipped. */
function fromOklab(isPolar: boolean, text: string): string | null {
  const parts = text.split(/[\s/]+/).filter(Boolean);
  if (parts.length < 3 || parts.length > 4 || Number.parseFloat(parts[3] ?? '1') === 0) return null;
  const number = (part = '', full = 1) =>
    part === 'none'
      ? 0
      : /^-?(?:\d+\.?\d*|\.\d+)(?:%|deg)?$/.test(part)
        ? Number.parseFloat(part) * (part.endsWith('%') ? full / 100 : 1)
        : Number.NaN;
  const lightness = number(parts[0]);
  const [second, third] = [number(parts[1], 0.4), number(parts[2], isPolar ? 360 : 0.4)];
  const hue = (third * Math.PI) / 180;
  const [a, b] = isPolar ? [second * Math.cos(hue), second * Math.sin(hue)] : [second, third];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  if (linear.some(Number.isNaN)) return null;
  return toHex(
    linear.map((each) => 255 * (each <= 0.0031308 ? 12.92 * each : 1.055 * each ** (1 / 2.4) - 0.055)),
  );
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
