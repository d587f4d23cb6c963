import { randomFrom } from '../bench/economy/random.ts';
import { backAfter } from './back.ts';
import type { Fault } from './faults/fault.ts';
import { Callers } from './load/caller.ts';
import { payroll } from './load/payroll.ts';
import { type ChaosAgent, populate } from './load/population.ts';
import type { StandingWork } from './load/standing.ts';
import { watches } from './load/watches.ts';
import { planRounds } from './plan.ts';
import { type RoundResult, runRound } from './round.ts';
import { openSite, type Site } from './site/site.ts';

const agentsPerSite = 40;

interface SuiteOptions {
  readonly faults: readonly Fault[];
  readonly rounds: number;
  readonly seed: number;
  /** Called after each round. */
  readonly onRound: (result: RoundResult) => void;
}

/** Runs the rounds one after the other, opening each kind of site once. */
export async function runSuite({ faults, rounds, seed, onRound }: SuiteOptions): Promise<RoundResult[]> {
  const random = randomFrom(seed);
  const results: RoundResult[] = [];
  const plan = planRounds(faults, rounds, random);
  for (const [kind, ofSite] of Map.groupBy(plan, ({ site }) => site)) {
    await withSite(kind, async (site, city) => {
      for (const fault of ofSite) {
        const round = results.length + 1;
        const result = await runRound({ site, ...city, fault, round, random });
        results.push(result);
        onRound(result);
      }
    });
  }
  return results;
}

interface City {
  readonly agents: ChaosAgent[];
  readonly standing: StandingWork[];
}

/** A site that is up and populated; closed at the end, also when the run is interrupted. */
async function withSite(kind: Site['kind'], work: (site: Site, city: City) => Promise<void>): Promise<void> {
  const site = await openSite(kind);
  const interrupt = () => void site.close().finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
  try {
    const callers = new Callers(site.processes);
    if ((await backAfter({ callers, site })) === undefined)
      throw new Error(`the processes of the site "${kind}" did not start`);
    const agents = await populate(callers, agentsPerSite);
    const standing = [await payroll(site, callers, agents), await watches(site, callers, agents)];
    await callers.close();
    await work(site, { agents, standing });
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
    await site.close();
  }
}
