import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A skill beside its best peer: both do the same work on the same inputs, in one process, in turns. */
export interface Comparison {
  readonly peer: string;
  /** The folder of the public cases that the inputs come from. */
  readonly from: string;
  readonly file: string;
  ours(html: Buffer, name: string): unknown;
  theirs(html: Buffer, name: string): unknown;
}

export interface Timings {
  readonly name: string;
  readonly oursMs: number;
  readonly theirsMs: number;
}

const rounds = 5;

/** The best of some rounds for each input: what else runs on the machine can only add. */
export async function timeBoth(comparison: Comparison, corpora: string): Promise<Timings[]> {
  const dir = path.join(corpora, comparison.from);
  const inputs = readdirSync(dir).map((name) => ({
    name,
    html: readFileSync(path.join(dir, name, comparison.file)),
  }));
  const best = new Map<string, { oursMs: number; theirsMs: number }>();
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, html } of inputs) {
      const times = best.get(name) ?? { oursMs: Infinity, theirsMs: Infinity };
      const key = `${name} ${round}`;
      const oursMs = await timed(() => comparison.ours(html, key));
      const theirsMs = await timed(() => comparison.theirs(html, key));
      // The first round only warms up.
      if (round > 0) times.oursMs = Math.min(times.oursMs, oursMs);
      if (round > 0) times.theirsMs = Math.min(times.theirsMs, theirsMs);
      best.set(name, times);
    }
  }
  return [...best].map(([name, times]) => ({ name, ...times }));
}

async function timed(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
