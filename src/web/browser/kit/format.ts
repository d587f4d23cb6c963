const number = new Intl.NumberFormat('en');

export const formatCount = (value: number): string => number.format(value);

/** `1 job`, `2 jobs` */
export const pluralize = (value: number, one: string, more = `${one}s`): string =>
  `${formatCount(value)} ${value === 1 ? one : more}`;

/** Cuts a text for a list, at whole characters. */
export function truncate(text: string, max: number): string {
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** `1.5 MB`, in powers of a thousand. */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1_000 ** power;
  return `${value >= 100 || power === 0 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}
