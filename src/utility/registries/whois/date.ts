const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

const forms: [RegExp, (parts: string[]) => [string, string, string]][] = [
  [/^(\d{4})[-./ ] ?(\d{1,2})[-./ ] ?(\d{1,2})/, ([y = '', m = '', d = '']) => [y, m, d]],
  [/^(\d{4})-([a-z]{3})[a-z]*-(\d{1,2})/i, ([y = '', m = '', d = '']) => [y, m, d]],
  [/^(\d{4})(\d{2})(\d{2})/, ([y = '', m = '', d = '']) => [y, m, d]],
  [/^(\d{1,2})[-./ ](\d{1,2})[-./ ](\d{4})/, ([d = '', m = '', y = '']) => [y, m, d]],
  [/^(\d{1,2})(?:st|nd|rd|th)?[- ]([a-z]{3})[a-z]*[- ](\d{4})/i, ([d = '', m = '', y = '']) => [y, m, d]],
  [
    /^(?:[a-z]{3},? )?([a-z]{3})[a-z]* +(\d{1,2}),? +(?:[\d:]+ +(?:[A-Z]{3,4} +)?)?(\d{4})/i,
    ([m = '', d = '', y = '']) => [y, m, d],
  ],
];

/** Time of day with its zone, as it follows a date: `04:52:02 (JST)`, `00:00:00+02`, `04:34:46 +03:00`. */
const zonedTime =
  /^[T ]+(\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)? *\(?(Z|(?:UTC|GMT)(?![+-])|JST|KST|(?:UTC|GMT)?[+-]\d{1,2}(?::?\d{2})?)\b/i;
const zones: Readonly<Record<string, number>> = { Z: 0, UTC: 0, GMT: 0, JST: 9 * 60, KST: 9 * 60 };

/**
 * Parses a date in any format that WHOIS servers use, with the day before the month; null if there is none.
 * With a zone it is that moment; a time without a zone is ambiguous, so only its day is kept.
 */
export function readWhoisDate(text: string): string | null {
  const trimmed = text.trim();
  if (/^\d{4}-\d{2}-\d{2}T/.test(trimmed)) {
    const date = new Date(trimmed);
    if (!Number.isNaN(date.getTime())) return date.toISOString();
  }
  for (const [form, order] of forms) {
    const found = form.exec(trimmed);
    if (!found) continue;
    const [year, month, day] = order(found.slice(1));
    const namedMonth = months.indexOf(month.toLowerCase());
    const index = namedMonth >= 0 ? namedMonth : Number(month) - 1;
    const date = new Date(Date.UTC(Number(year), index, Number(day)));
    if (date.getUTCMonth() === index && date.getUTCDate() === Number(day))
      return new Date(date.getTime() + sinceMidnightMs(trimmed.slice(found[0].length))).toISOString();
  }
  return null;
}

/** Milliseconds from midnight UTC of the written day to the moment it means. */
function sinceMidnightMs(rest: string): number {
  const [, hours, minutes, seconds, zone] = zonedTime.exec(rest) ?? [];
  if (zone === undefined) return 0;
  const [, sign, ahead, more] = /([+-])(\d{1,2}?):?(\d{2})?$/.exec(zone) ?? [];
  const offset = zones[zone.toUpperCase()] ?? Number(`${sign}1`) * (Number(ahead) * 60 + Number(more ?? 0));
  return ((Number(hours) * 60 + Number(minutes) - offset) * 60 + Number(seconds ?? 0)) * 1_000;
}
