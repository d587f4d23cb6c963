import type { Measurement } from './measurement.ts';

/** One of the subjects compared. */
export interface Subject {
  readonly name: string;
  /** Preparation outside the measured time. */
  prepare?(): Promise<void>;
  run(): Promise<Measurement>;
}

/**
 * Runs all subjects in turn for several rounds, each round starting with a different one, so that other load on the
 * machine affects all alike. The first rounds warm up and do not count; the result is the median of the rest.
 */
export async function interleave(
  subjects: readonly Subject[],
  rounds: number,
  warmUps = 1,
): Promise<(name: string) => Measurement> {
  const results = new Map<string, Measurement[]>(subjects.map(({ name }) => [name, []]));
  for (let round = 1 - warmUps; round <= rounds; round++) {
    for (let i = 0; i < subjects.length; i++) {
      const subject = subjects[(i + round + warmUps) % subjects.length]!;
      await subject.prepare?.();
      const measured = await subject.run();
      if (measured.count === 0) throw new Error(`${subject.name} did nothing at all`);
      if (round > 0) results.get(subject.name)!.push(measured);
      progress(`round ${round} of ${rounds}: ${subject.name}`);
    }
  }
  progress('');
  return (name) => medianOf(results.get(name) ?? []);
}

function medianOf(runs: readonly Measurement[]): Measurement {
  return {
    count: runs.reduce((sum, run) => sum + run.count, 0),
    per_s: median(runs.map((run) => run.per_s)) ?? Number.NaN,
    p50_ms: median(runs.flatMap((run) => run.p50_ms ?? [])),
    p99_ms: median(runs.flatMap((run) => run.p99_ms ?? [])),
    max_ms: Math.max(...runs.map((run) => run.max_ms ?? Number.NaN)),
    cpu_us: median(runs.flatMap((run) => run.cpu_us ?? [])),
    rates: runs.map((run) => run.per_s),
  };
}

export function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? sorted[middle]
    : sorted.length > 0
      ? (sorted[middle - 1]! + sorted[middle]!) / 2
      : undefined;
}

/** Progress, only if a person is watching. */
export function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}
