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
