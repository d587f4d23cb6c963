import { randomFrom } from '../bench/economy/random.ts';
import type { Fault } from './faults/fault.ts';
import { Callers } from './load/caller.ts';
import { payroll } from './load/payroll.ts';
import { type ChaosAgent, populate } from './load/population.ts';
import type { ScheduledWork } from './load/scheduled-work.ts';
import { watches } from './load/watches.ts';
import { planRounds } from './plan.ts';
import { measureRecovery } from './recovery.ts';
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
  readonly standing: ScheduledWork[];
}

/** What ends the runner from outside of a round. */
const endings = ['SIGINT', 'SIGTERM', 'uncaughtException', 'unhandledRejection'] as const;

/** Runs `work` with a started and populated site, which is closed whatever ends the runner, also while it starts. */
async function withSite(kind: Site['kind'], work: (site: Site, city: City) => Promise<void>): Promise<void> {
  const opening = openSite(kind);
  let isInterrupted = false;
  const interrupt = (cause: unknown) => {
    console.error('the runner ends:', cause);
    if (isInterrupted) return;
    isInterrupted = true;
    // A site that cannot be opened closes what it has started.
    const closed = opening.then(
      (site) => site.close(),
      () => {},
    );
    void closed.finally(() => process.exit(130));
  };
  for (const ending of endings) process.on(ending, interrupt);
  const unless = async <T>(step: Promise<T>): Promise<T> =>
    step.catch((error: unknown) => {
      // Closing the site fails what is under way; the process then exits.
      if (isInterrupted) return new Promise<never>(() => {});
      throw error;
    });
  const site = await unless(opening);
  try {
    const callers = new Callers(site.processes);
    if ((await measureRecovery({ callers, site })) === undefined) {
      const words = await Promise.all(site.processes.map((each) => each.lastWords()));
      throw new Error(`the processes of the site "${kind}" did not start\n${words.join('\n')}`);
    }
    const agents = await populate(callers, agentsPerSite);
    const standing = [await payroll(site, callers, agents), await watches(site, callers, agents)];
    await callers.close();
    await work(site, { agents, standing });
  } catch (error) {
    await unless(Promise.reject(error));
  } finally {
    await site.close();
    for (const ending of endings) process.off(ending, interrupt);
  }
}
