const belowTwenty = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ' +
  'sixteen seventeen eighteen nineteen'
).split(' ');
const tens = '_ _ twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const scales: readonly [number, string][] = [
  [1e15, 'quadrillion'],
  [1e12, 'trillion'],
  [1e9, 'billion'],
  [1e6, 'million'],
  [1e3, 'thousand'],
];
const irregularOrdinals: Record<string, string> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};
const tooLarge = 1e18;

function belowHundred(value: number): string[] {
  if (value < 20) return [belowTwenty[value]!];
  const rest = value % 10;
  return rest === 0 ? [tens[value / 10]!] : [tens[Math.floor(value / 10)]!, belowTwenty[rest]!];
}

function belowThousand(value: number): string[] {
  if (value < 100) return belowHundred(value);
  const rest = value % 100;
  const hundreds = [belowTwenty[Math.floor(value / 100)]!, 'hundred'];
  return rest === 0 ? hundreds : [...hundreds, ...belowHundred(rest)];
}

/** A whole number in words; digit by digit if it is too long. */
export function cardinalWords(digits: string): string[] {
  const value = Number(digits);
  if (value >= tooLarge || (digits.length > 1 && digits.startsWith('0'))) return digitByDigit(digits);
  if (value < 1_000) return belowThousand(value);
  const words: string[] = [];
  let rest = value;
  for (const [size, name] of scales) {
    if (rest < size) continue;
    words.push(...belowThousand(Math.floor(rest / size)), name);
    rest %= size;
  }
  return rest > 0 ? [...words, ...belowThousand(rest)] : words;
}

export const digitByDigit = (digits: string): string[] =>
  [...digits].map((digit) => belowTwenty[Number(digit)]!);

/** `1987` as nineteen eighty seven, `2005` as two thousand five, `1905` as nineteen oh five. */
export function yearWords(digits: string): string[] {
  const [century, rest] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  if (rest === 0) {
    if (century % 10 === 0) return cardinalWords(digits);
    return [...belowHundred(century), 'hundred'];
  }
  if (century === 20 && rest < 10) return ['two', 'thousand', ...belowHundred(rest)];
  return [...belowHundred(century), ...(rest < 10 ? ['oh', belowTwenty[rest]!] : belowHundred(rest))];
}

export function ordinalWords(digits: string): string[] {
  const words = cardinalWords(digits);
  const last = words.at(-1)!;
  const ordinal = irregularOrdinals[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`);
  return [...words.slice(0, -1), ordinal];
}

export function decimalWords(whole: string, fraction: string): string[] {
  return [...cardinalWords(whole), 'point', ...digitByDigit(fraction)];
}

export function pluralOf(word: string): string {
  if (word.endsWith('y')) return `${word.slice(0, -1)}ies`;
  return /(?:s|x)$/.test(word) ? `${word}es` : `${word}s`;
}
