export const parallelProcesses = 3;
/** Starting a process and loading the server takes longer than most test files, so a process runs several. */
const minFiles = 4;

/**
 * Splits test files into batches, slowest first. Each batch is a share of the remaining time, so the first
 * ones have many files, the last ones few, and all processes end together.
 */
export function splitIntoBatches(files: readonly string[], secondsOf: (file: string) => number): string[][] {
  const left = files
    .map((file) => ({ file, seconds: secondsOf(file) }))
    .sort((a, b) => b.seconds - a.seconds || (a.file < b.file ? -1 : 1));
  let total = left.reduce((sum, { seconds }) => sum + seconds, 0);
  const batches: string[][] = [];
  while (left.length > 0) {
    const share = total / (2 * parallelProcesses);
    const batch: string[] = [];
    let seconds = 0;
    const take = (at: number) => {
      const [taken] = left.splice(at, 1);
      if (!taken) return;
      batch.push(taken.file);
      seconds += taken.seconds;
    };
    take(0);
    // The fastest files fill up the batch of a slow one.
    while (left.length > 0 && (batch.length < minFiles || seconds < share)) take(left.length - 1);
    total -= seconds;
    batches.push(batch);
  }
  return batches;
}
