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
