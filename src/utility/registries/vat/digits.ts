/** Check-digit arithmetic that several states share. */
export const weightedSum = (text: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * Number(text[index]), 0);

/** Doubles every second digit from the right and adds up the digits. */
export function passesLuhn(text: string): boolean {
  const sum = [...text].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** ISO 7064, Mod 11,10. */
export function mod11and10(text: string): boolean {
  let check = 5;
  for (const digit of text) check = ((((check || 10) * 2) % 11) + Number(digit)) % 10;
  return check === 1;
}

/** Remainder of a number too long for a JS number; letters stand for 10 to 35. */
export function remainder(text: string, divisor: number): number {
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % divisor;
  }
  return rest;
}

/** Whether the date exists in the calendar. */
export function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
