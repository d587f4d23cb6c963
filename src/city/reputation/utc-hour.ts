export const hourMs = 3_600_000;

/** Start of the UTC hour of a date, in epoch milliseconds. */
export const startOfHour = (at: Date): number => Math.floor(at.getTime() / hourMs) * hourMs;
