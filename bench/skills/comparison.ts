import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Input {
  readonly name: string;
  readonly bytes: Buffer;
}

/** A skill beside its best peer: both do the same work on the same inputs, in one process, in turns. */
export interface Comparison {
  readonly peer: string;
  inputs(corpora: string): Input[];
  /** How often an input is worked on for one timing: more than once where once is too short to be timed. */
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
/** After this no further round begins, so that a slow peer does not take all the time of its process. */
const roundsMs = 60_000;

/** One file of every folder of public cases. */
export const filesOf = (from: string, file: string) => (corpora: string) =>
  readdirSync(path.join(corpora, from)).map((name) => ({
    name,
    bytes: readFileSync(path.join(corpora, from, name, file)),
  }));

/** Short texts, each an input. */
export const textsOf = (texts: readonly string[]): Input[] =>
  texts.map((text) => ({ name: text.slice(0, 40), bytes: Buffer.from(text) }));

/** The best of some rounds for each input: what else runs on the machine can only add. */
export async function timeBoth(comparison: Comparison, corpora: string): Promise<Timings[]> {
  const inputs = comparison.inputs(corpora);
  const best = inputs.map(({ name }) => ({ name, oursMs: Infinity, theirsMs: Infinity }));
  const { times = 1 } = comparison;
  const startedAt = performance.now();
  for (let round = 0; round <= rounds; round += 1) {
    if (round > 1 && performance.now() - startedAt > roundsMs) break;
    for (const [at, { name, bytes }] of inputs.entries()) {
      // A name of its own each time: what a worker keeps of a page is not what is compared.
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
