import { easeOutLong } from '../easing.ts';

const smallCount = 12;

const unitNames: Readonly<Record<string, string>> = {
  m: 'metres',
  km: 'kilometres',
  cm: 'centimetres',
  mm: 'millimetres',
  nm: 'nanometres',
  kg: 'kilograms',
  g: 'grams',
  mg: 'milligrams',
  ms: 'milliseconds',
  Hz: 'hertz',
  dB: 'decibels',
  W: 'watts',
  V: 'volts',
};

/** A symbol is written out: in capitals "nm" would be a nautical mile and "m" would be mega. */
export const unitText = (unit: string, language: string): string =>
  language === 'en' ? unit.replace(/^\p{L}+(?= |$)/u, (symbol) => unitNames[symbol] ?? symbol) : unit;

/**
 * Formats a number while it counts up to its value. It is grouped as its language does, unless the story
 * itself writes it ungrouped, like a year.
 */
export function numberText(value: number, language: string, story: string): (share: number) => string {
  const decimals = Math.min(3, (String(value).split('.')[1] ?? '').replace(/e.*$/, '').length);
  const year =
    Number.isInteger(value) &&
    value >= 1000 &&
    value <= 2100 &&
    !story.includes(formatGrouped(value, language, 0));
  const isHuge = Math.abs(value) >= 1e12;
  const write = (n: number) =>
    isHuge
      ? new Intl.NumberFormat(language, {
          notation: 'scientific',
          maximumFractionDigits: 2,
          numberingSystem: 'latn',
        }).format(n)
      : year
        ? String(Math.round(n))
        : formatGrouped(n, language, decimals);
  // A year that counted up from zero would look like a price: it starts a century earlier.
  const start = year ? value - 100 : isHuge ? value / 10 : 0;
  // While a small number counts up, every step looks like the answer: "2 hearts" for an octopus.
  if (Number.isInteger(value) && Math.abs(value) <= smallCount) return () => write(value);
  return (share) => (share >= 1 ? write(value) : write(start + (value - start) * easeOutLong(share)));
}

/** A range such as "7" with the unit "to 9 hours" is one figure; a ratio such as "36" and "to 1" is not. */
export function splitRange(
  value: number,
  unit: string,
): { readonly to: number | undefined; readonly unit: string } {
  const [, end = '', rest = ''] = /^to (\d[\d,.]*)(?: (.*))?$/.exec(unit) ?? [];
  const to = Number(end.replaceAll(',', ''));
  return end !== '' && to > value ? { to, unit: rest } : { to: undefined, unit };
}

/** The same for a range, of which the first number counts up. */
export function rangeText(
  value: number,
  to: number | undefined,
  language: string,
  story: string,
): (share: number) => string {
  const first = numberText(value, language, story);
  if (to === undefined) return first;
  const last = numberText(to, language, story)(1);
  return (share) => `${first(share)}–${last}`;
}

const formatGrouped = (n: number, language: string, decimals: number): string =>
  new Intl.NumberFormat(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    numberingSystem: 'latn',
  }).format(n);

/** A figure of a chart or a row: grouped, and abbreviated if it is long. */
export function figureText(value: number, language: string): string {
  const short = Math.abs(value) >= 1_000_000;
  return new Intl.NumberFormat(language, {
    notation: short ? 'compact' : 'standard',
    compactDisplay: 'long',
    maximumFractionDigits: Math.abs(value) < 10 ? 2 : 1,
    numberingSystem: 'latn',
  }).format(value);
}
