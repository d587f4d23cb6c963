const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

const forms: [RegExp, (parts: string[]) => [string, string, string]][] = [
  [/^(\d{4})[-./ ](\d{1,2})[-./ ](\d{1,2})/, ([y = '', m = '', d = '']) => [y, m, d]],
  [/^(\d{4})(\d{2})(\d{2})/, ([y = '', m = '', d = '']) => [y, m, d]],
  [/^(\d{1,2})[-./ ](\d{1,2})[-./ ](\d{4})/, ([d = '', m = '', y = '']) => [y, m, d]],
  [/^(\d{1,2})[- ]([a-z]{3})[a-z]*[- ](\d{4})/i, ([d = '', m = '', y = '']) => [y, m, d]],
  [
    /^(?:[a-z]{3},? )?([a-z]{3})[a-z]* +(\d{1,2}),? +(?:[\d:]+ +(?:[A-Z]{3,4} +)?)?(\d{4})/i,
    ([m = '', d = '', y = '']) => [y, m, d],
  ],
];

/** Parses a date in any format that WHOIS servers use; null if it is ambiguous. Dates are in UTC. */
export function readWhoisDate(text: string): string | null {
  const sent = text.trim();
  if (/^\d{4}-\d{2}-\d{2}T/.test(sent)) {
    const date = new Date(sent);
    if (!Number.isNaN(date.getTime())) return date.toISOString();
  }
  for (const [form, order] of forms) {
    const found = form.exec(sent);
    if (!found) continue;
    const [year, month, day] = order(found.slice(1));
    const named = months.indexOf(month.toLowerCase());
    const index = named >= 0 ? named : Number(month) - 1;
    const date = new Date(Date.UTC(Number(year), index, Number(day)));
    if (date.getUTCMonth() === index && date.getUTCDate() === Number(day)) return date.toISOString();
  }
  return null;
}
