import { WrongUsage } from './exit-code.ts';

/** The whole number of an argument or an option. */
export function wholeNumber(text: unknown, what: string): number {
  if (!/^\d{1,15}$/.test(String(text)))
    throw new WrongUsage(`${what} is a whole number, not ${String(text).slice(0, 40)}`);
  return Number(text);
}

/** The same of an option that may be absent. */
export const optionalNumber = (text: unknown, what: string): number | undefined =>
  text === undefined ? undefined : wholeNumber(text, what);
