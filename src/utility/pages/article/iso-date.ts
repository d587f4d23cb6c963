/** A date stays a date; a time keeps its offset. Null for formats that do not start with year-month-day. */
export function isoDate(text: string): string | null {
  const found =
    /^(\d{4})[-/]?(\d{2})[-/]?(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:\.\d+)?)?\s?(Z|[+-]\d{2}:?\d{2})?)?/i.exec(
      text.trim(),
    );
  if (!found) return null;
  const [, year, month, day, hour, minute, second = '00', zone] = found;
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31 || Number(year) < 1900)
    return null;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return date;
  const offset =
    zone === undefined ? '' : zone.toUpperCase() === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  return `${date}T${hour}:${minute}:${second}${offset}`;
}
