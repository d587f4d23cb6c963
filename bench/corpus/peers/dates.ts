import { parse } from 'chrono-node';

const twoDigits = (value: number | null) => String(value).padStart(2, '0');

/** The dates in the text that name their year. */
export const chronoDates = (text: string): string[] =>
  parse(text, new Date('2016-11-07T12:00:00Z'))
    .filter(({ start }) => start.isCertain('year') && start.isCertain('month') && start.isCertain('day'))
    .map(
      ({ start }) => `${start.get('year')}-${twoDigits(start.get('month'))}-${twoDigits(start.get('day'))}`,
    );
