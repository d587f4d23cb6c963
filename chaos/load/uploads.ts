import { createHash } from 'node:crypto';
import type { Load, Worker } from './load.ts';
import type { ChaosAgent } from './population.ts';

const line = 'What was acknowledged is read back with the same bytes. ';
/** File sizes, from one line to a few hundred kilobytes. */
const lines = [1, 40, 600, 6_000];

/** Unique text files; the mark is their hash. */
export const uploads = (load: Load, agents: readonly ChaosAgent[], round: string): Worker => ({
  async turn(n) {
    const agent = agents[n % agents.length];
    if (!agent) return;
    const bytes = Buffer.from(`${round} upload ${n}\n${line.repeat(lines[n % lines.length] ?? 1)}`);
    const mark = createHash('sha256').update(bytes).digest('hex');
    await load.perform('upload', mark, { method: 'POST', path: '/api/upload', key: agent.key, bytes });
  },
});
