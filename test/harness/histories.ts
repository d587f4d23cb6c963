import fc from 'fast-check';

/**
 * Checks the given histories and generated ones: a fixed number of them in the test suite, and as many as fit into
 * HISTORIES_MINUTES in `npm run chaos -- --histories`. A failure prints the seed and the shortest history found.
 */
export async function checkHistories<T>(
  property: fc.IRawProperty<T>,
  { runs, examples = [] }: { readonly runs: number; readonly examples?: T[] },
): Promise<void> {
  const minutes = Number(process.env.HISTORIES_MINUTES ?? 0);
  const seed = process.env.HISTORIES_SEED;
  await fc.assert(property, {
    examples,
    ...(seed !== undefined && { seed: Number(seed) }),
    ...(minutes > 0
      ? { numRuns: 1_000_000_000, interruptAfterTimeLimit: minutes * 60_000, markInterruptAsFailure: false }
      : { numRuns: runs }),
  });
}
