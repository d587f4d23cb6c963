import { randomFrom } from '../bench/economy/random.ts';
import { backAfter } from './back.ts';
import type { Fault } from './faults/fault.ts';
import { Callers } from './load/caller.ts';
import { populate } from './load/population.ts';
import { planRounds } from './plan.ts';
import { type RoundResult, runRound } from './round.ts';
import { openSite } from './site/site.ts';

const agentsPerSite = 40;

interface SuiteOptions {
  readonly faults: readonly Fault[];
  readonly rounds: number;
  readonly seed: number;
  /** Called after each round. */
  readonly onRound?: (result: RoundResult) => void;
  readonly agents?: number;
}

/** Opens a site and runs the rounds on it, one after the other. */
export async function runSuite(options: SuiteOptions): Promise<RoundResult[]> {
  const random = randomFrom(options.seed);
  const site = await openSite();
  const closeAll = () => void site.close().finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, closeAll);
  try {
    const callers = new Callers(site.processes);
    await backAfter(callers, site.processes, []);
    const agents = await populate(callers, options.agents ?? agentsPerSite);
    await callers.close();
    const results: RoundResult[] = [];
    for (const [n, fault] of planRounds(options.faults, options.rounds, random).entries()) {
      const result = await runRound({ site, agents, fault, round: n + 1, random });
      results.push(result);
      options.onRound?.(result);
    }
    return results;
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, closeAll);
    await site.close();
  }
}
