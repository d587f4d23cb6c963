import { isDay, remainder, weightedSum } from './digits.ts';

/** Personal numbers that serve as VAT numbers: they contain a date of birth, and most have a check digit. */

/** Czech and Slovak birth numbers. Nine-digit ones were issued before 1954 and have no check digit. */
export function birthNumber(text: string): boolean {
  const monthDigits = Number(text.slice(2, 4)) % 50;
  const day = Number(text.slice(4, 6));
  let year = 1_900 + Number(text.slice(0, 2));
  if (text.length === 9) {
    if (year >= 1_980) year -= 100;
    return year <= 1_953 && isDay(year, monthDigits, day);
  }
  if (year < 1_954) year += 100;
  // 20 is added to the month on days when the numbers run out, since 2004.
  const month = year >= 2_004 ? monthDigits % 20 : monthDigits;
  const check = Number(text.slice(0, -1)) % 11;
  const expected = year < 1_985 ? check % 10 : check;
  return isDay(year, month, day) && expected === Number(text.at(-1));
}

export function bulgarianPerson(text: string): boolean {
  const monthDigits = Number(text.slice(2, 4));
  const century = monthDigits > 40 ? 2_000 : monthDigits > 20 ? 1_800 : 1_900;
  const month = monthDigits > 40 ? monthDigits - 40 : monthDigits > 20 ? monthDigits - 20 : monthDigits;
  const check = weightedSum(text, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11;
  const day = isDay(century + Number(text.slice(0, 2)), month, Number(text.slice(4, 6)));
  return day && check % 10 === Number(text[9]);
}

export function romanianPerson(text: string): boolean {
  const century: Record<string, number> = { 1: 1_900, 2: 1_900, 3: 1_800, 4: 1_800, 5: 2_000, 6: 2_000 };
  const from = century[text[0] ?? ''] ?? 1_900;
  const day = isDay(from + Number(text.slice(1, 3)), Number(text.slice(3, 5)), Number(text.slice(5, 7)));
  const check = weightedSum(text, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
  return text[0] !== '0' && day && (check === 10 ? 1 : check) === Number(text[12]);
}

/** Codes that start with 32 contain no date and cannot be checked. */
export function latvianPerson(text: string): boolean {
  if (text.startsWith('32')) return true;
  const century = 1_800 + Number(text[6]) * 100;
  const day = isDay(century + Number(text.slice(4, 6)), Number(text.slice(2, 4)), Number(text.slice(0, 2)));
  const check = 1 + weightedSum(text, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9]);
  return day && (check % 11) % 10 === Number(text[10]);
}

const spanishLetters = 'TRWAGMYFPDXBNJZSQVHLCKE';

/** DNI, NIE, and the numbers of minors and residents abroad. */
export function spanishPerson(text: string): boolean {
  const first = 'XYZ'.indexOf(text.charAt(0));
  const digits = first >= 0 ? `${first}${text.slice(1, -1)}` : text.slice(0, -1).replace(/^[KLM]/, '');
  return spanishLetters[remainder(digits, 23)] === text.at(-1);
}
