import type { JsonNode } from './node.ts';

const valid = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;
const loose = /^([-+]?)(\d[\d_]*|)(\.\d*)?([eE][-+]?\d*)?n?$/;
const radix = /^([-+]?)(0[xXoObB][0-9a-fA-F_]{1,64})n?$/;

/** Converts a word to a JSON number with its digits kept; undefined if it is not one. */
export function jsonNumber(word: string): string | undefined {
  if (valid.test(word)) return word;
  const first = word.charCodeAt(0);
  // Rejects by the first character, without a regular expression.
  if (!(first >= 0x30 && first <= 0x39) && first !== 0x2d && first !== 0x2b && first !== 0x2e)
    return undefined;
  return parseRadixNumber(word) ?? parseLooseNumber(word);
}

function parseLooseNumber(word: string): string | undefined {
  const [, sign, digits, fraction, exponent] = loose.exec(word) ?? [];
  if (sign === undefined || digits === undefined) return undefined;
  if (/_$|__/.test(digits)) return undefined;
  const whole = digits.replaceAll('_', '');
  // 007 is an identifier rather than a number.
  if (/^0\d/.test(whole)) return undefined;
  if (whole === '' && sign === '+' && !fraction) return undefined;
  if (whole === '' && !fraction && (sign === '' || exponent)) return undefined;
  if (whole === '' && fraction === '.' && exponent) return undefined;
  const point = fraction === '.' ? '.0' : (fraction ?? '');
  const power = exponent && /\d$/.test(exponent) ? exponent : exponent ? `${exponent}0` : '';
  return `${sign === '-' ? '-' : ''}${whole || '0'}${point}${power}`;
}

function parseRadixNumber(word: string): string | undefined {
  const [, sign, digits] = radix.exec(word) ?? [];
  if (digits === undefined) return undefined;
  try {
    return `${sign === '-' ? '-' : ''}${BigInt(digits.replaceAll('_', ''))}`;
  } catch {
    return undefined;
  }
}

/** A number that a double cannot represent, and its path in the value. */
export interface ExactNumber {
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/** A text without such a run of characters has no number that a double cannot represent. */
export const mayHoldExactNumbers = (text: string): boolean =>
  /[0-9][0-9.]{15}|[0-9][eE][-+]?[0-9]{3}|-0(?!\.?\d*[1-9])/.test(text);

export function exactNumbers(node: JsonNode): ExactNumber[] {
  const found: ExactNumber[] = [];
  collect(node, [], found);
  return found;
}

function collect(node: JsonNode, path: (string | number)[], found: ExactNumber[]): void {
  if (node.kind === 'scalar') {
    if (isInexact(node.json)) found.push({ path: [...path], text: node.json });
  } else if (node.kind === 'array') {
    node.items.forEach((item, i) => {
      collect(item, [...path, i], found);
    });
  } else {
    // The last of several members with the same key wins.
    const last = new Map(node.members.map((each) => [each.key, each.value]));
    for (const [key, value] of last) collect(value, [...path, String(JSON.parse(key))], found);
  }
}

/** Whether parsing the number as a double and printing it changes its value. */
function isInexact(json: string): boolean {
  const first = json.charCodeAt(0);
  if (first !== 0x2d && (first < 0x30 || first > 0x39)) return false;
  if (json.length <= 15 && !json.startsWith('-0') && !/e/i.test(json)) return false;
  const value = Number(json);
  return (
    !Number.isFinite(value) ||
    Object.is(value, -0) ||
    normalizeNumber(json) !== normalizeNumber(String(value))
  );
}

/** Sign, significant digits and exponent: the same for 1.0, 1 and 10e-1. */
function normalizeNumber(json: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(json) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${sign}${significant}e${BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length)}`;
}

/** Serialises a number as the given text. Part of Node since 21, but not yet of TypeScript's library. */
const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): object };

/** The value with these numbers replaced by their source text, so that serialising keeps their digits. */
export function putExactNumbers(value: unknown, numbers: readonly ExactNumber[]): unknown {
  const root = { value };
  for (const { path, text } of numbers) {
    let at: Record<string | number, unknown> = root;
    let key: string | number = 'value';
    for (const next of path) {
      at = at[key] as Record<string | number, unknown>;
      key = next;
    }
    at[key] = rawJSON(text);
  }
  return root.value;
}
