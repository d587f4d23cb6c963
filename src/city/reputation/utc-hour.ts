import { hourMs } from '../../platform/duration.ts';

/** Start of the UTC hour of a date, in epoch milliseconds. */
export const startOfHour = (at: Date): number => Math.floor(at.getTime() / hourMs) * hourMs;
