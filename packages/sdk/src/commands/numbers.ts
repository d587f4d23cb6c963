import { WrongUsage } from './exit-code.ts';

/** A whole number from an argument or an option. */
export function wholeNumber(text: unknown, what: string): number {
  if (text === undefined || text === '') throw new WrongUsage(`${what} is missing`);
  if (!/^\d{1,15}$/.test(String(text)))
    throw new WrongUsage(`${what} is a whole number, not ${String(text).slice(0, 40)}`);
  return Number(text);
}

/** The same for an optional option. */
export const optionalNumber = (text: unknown, what: string): number | undefined =>
  text === undefined ? undefined : wholeNumber(text, what);
