/** RFC 4180: CRLF line ends, quotes only where needed, null as an empty field. */
export function toCsv(lines: readonly (readonly (string | number | boolean | null)[])[]): string {
  return lines.map((values) => `${values.map(field).join(',')}\r\n`).join('');
}

function field(value: string | number | boolean | null): string {
  const text = value === null ? '' : String(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
