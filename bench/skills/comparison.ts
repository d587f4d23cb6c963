import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Input {
  readonly name: string;
  readonly bytes: Buffer;
}

/** A skill compared with its best peer: both do the same work on the same inputs, in one process, alternately. */
export interface Comparison {
  readonly peer: string;
  inputs(corpora: string): Input[];
  /** How often an input is processed per timing: more than once if one run is too short to be measured. */
  readonly times?: number;
  ours(bytes: Buffer, name: string): unknown;
  theirs(bytes: Buffer, name: string): unknown;
}

export interface Timings {
  readonly name: string;
  readonly oursMs: number;
  readonly theirsMs: number;
}

const rounds = 5;
/** After this time no further round begins, so that a slow peer does not use all the time of its process. */
const roundsMs = 60_000;

/** One file from each folder of public cases. */
export const filesOf = (from: string, file: string) => (corpora: string) =>
  readdirSync(path.join(corpora, from)).map((name) => ({
    name,
    bytes: readFileSync(path.join(corpora, from, name, file)),
  }));

/** Short texts; each is one input. */
export const textsOf = (texts: readonly string[]): Input[] =>
  texts.map((text) => ({ name: text.slice(0, 40), bytes: Buffer.from(text) }));

/** The fastest of some rounds for each input, because other work on the machine can only add time. */
export async function timeBoth(comparison: Comparison, corpora: string): Promise<Timings[]> {
  const inputs = comparison.inputs(corpora);
  const best = inputs.map(({ name }) => ({ name, oursMs: Infinity, theirsMs: Infinity }));
  const { times = 1 } = comparison;
  const startedAt = performance.now();
  for (let round = 0; round <= rounds; round += 1) {
    if (round > 1 && performance.now() - startedAt > roundsMs) break;
    for (const [at, { name, bytes }] of inputs.entries()) {
      // A new name each time, so that a worker's cached page is not measured.
      const oursMs = await timed(times, (n) => comparison.ours(bytes, `${name} ${round} ${n}`));
      const theirsMs = await timed(times, (n) => comparison.theirs(bytes, `${name} ${round} ${n}`));
      const kept = best[at];
      // The first round only warms up.
      if (!kept || round === 0) continue;
      kept.oursMs = Math.min(kept.oursMs, oursMs);
      kept.theirsMs = Math.min(kept.theirsMs, theirsMs);
    }
  }
  return best;
}

async function timed(times: number, work: (n: number) => unknown): Promise<number> {
  const startedAt = performance.now();
  for (let n = 0; n < times; n += 1) {
    const done = work(n);
    if (done instanceof Promise) await done;
  }
  return (performance.now() - startedAt) / times;
}
