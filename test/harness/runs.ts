/** How many runs, or which part, `npm test` makes of what `npm run test:long` makes in full. */
export const runs = (inFull: number, inPart: number): number => (process.env.KITHTEST_FULL ? inFull : inPart);
