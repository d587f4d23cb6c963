export const parallelProcesses = 3;
/** Starting a process and loading the server costs more than most files do, so a process runs several, one by one. */
const leastFiles = 4;

/**
 * Which files a process runs: the slowest begin, and each process gets a share of what is left, so that the first ones
 * run many files, the last ones few, and all end together.
 */
export function dealt(files: readonly string[], secondsOf: (file: string) => number): string[][] {
  const left = files
    .map((file) => ({ file, seconds: secondsOf(file) }))
    .sort((a, b) => b.seconds - a.seconds || (a.file < b.file ? -1 : 1));
  let total = left.reduce((sum, { seconds }) => sum + seconds, 0);
  const hands: string[][] = [];
  while (left.length > 0) {
    const share = total / (2 * parallelProcesses);
    const hand: string[] = [];
    let seconds = 0;
    const take = (at: number) => {
      const [taken] = left.splice(at, 1);
      if (!taken) return;
      hand.push(taken.file);
      seconds += taken.seconds;
    };
    take(0);
    // The quickest beside the slowest.
    while (left.length > 0 && (hand.length < leastFiles || seconds < share)) take(left.length - 1);
    total -= seconds;
    hands.push(hand);
  }
  return hands;
}
