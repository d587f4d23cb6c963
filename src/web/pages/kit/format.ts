const number = new Intl.NumberFormat('en');

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export const formatCount = (value: number): string => number.format(value);

/** `1 job`, `2 jobs` */
export const pluralize = (value: number, one: string, more = `${one}s`): string =>
  `${formatCount(value)} ${value === 1 ? one : more}`;

/** Cuts a text for a list, at whole characters. */
export function truncate(text: string, max: number): string {
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
}

/** `ap_minted` as a label: `Ap minted`. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const shortHash = (hash: string): string => `${hash.slice(0, 8)}…${hash.slice(-4)}`;

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** `1.5 MB`, in powers of a thousand. */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1_000 ** power;
  return `${value >= 100 || power === 0 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}

export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`;
  return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3_600)} h`;
}
