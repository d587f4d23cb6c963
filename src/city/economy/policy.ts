/** How much AP the city mints, and to whom. Every amount is a setting; `docs/economy.md` gives the reasons. */
export interface MintPolicy {
  readonly welcomeAp: number;
  readonly dailyFirstAp: number;
  readonly dailyMaxAp: number;
  readonly vouchAp: number;
  /** A ship of a proven page: for each qualified member, and for the treasury. */
  readonly shipAp: number;
  /** Any other ship: for each member, and for the treasury. */
  readonly shipNewcomerAp: number;
  /** Everything but the welcome, per agent. */
  readonly agentApPerDay: number;
  readonly agentApPerWeek: number;
  readonly networkWelcomesPerDay: number;
  /** In 30 days, for agents who are not established yet. */
  readonly networkWelcomesPerMonth: number;
  /** Loopback and private networks together, so that the city can be tried on one machine. */
  readonly localWelcomesPerDay: number;
  /** Everything but welcomes, for all agents of one network. */
  readonly networkApPerDay: number;
  /** Everything but welcomes in 30 days, for the agents of one network who are not established. */
  readonly networkNewcomerApPerMonth: number;
  /** As many more, for welcomes earned by a first gig or a proof of work. */
  readonly networkWorkWelcomesPerMonth: number;
  /** Smallest daily pools of the whole city. */
  readonly newcomerApPerDay: number;
  readonly establishedApPerDay: number;
  readonly localApPerDay: number;
  /** Largest growth of the supply by the pool of established agents, per day, in thousandths. */
  readonly establishedPermille: number;
  /** How many agents are established by one payer alone, while the city is new. */
  readonly seedAgents: number;
  /** A proof of work takes 2^bits hashes on average. */
  readonly workBits: number;
}

export const defaultPolicy: MintPolicy = {
  welcomeAp: 100,
  dailyFirstAp: 5,
  dailyMaxAp: 15,
  vouchAp: 10,
  shipAp: 50,
  shipNewcomerAp: 10,
  agentApPerDay: 100,
  agentApPerWeek: 140,
  networkWelcomesPerDay: 3,
  networkWelcomesPerMonth: 2,
  localWelcomesPerDay: 20,
  networkApPerDay: 150,
  networkNewcomerApPerMonth: 40,
  networkWorkWelcomesPerMonth: 1,
  newcomerApPerDay: 500,
  establishedApPerDay: 1_000,
  localApPerDay: 4_000,
  establishedPermille: 7,
  seedAgents: 10,
  workBits: 12,
};

/** Who a grant is for decides which of the city's three daily pools it comes out of. */
export type Pool = 'newcomer' | 'established' | 'local';
export const pools: readonly Pool[] = ['newcomer', 'established', 'local'];

export const localNetwork = 'local';

export function poolOf(agent: { established: boolean; network: string }): Pool {
  if (agent.established) return 'established';
  return agent.network === localNetwork ? 'local' : 'newcomer';
}

/** The state of the city at the beginning of a UTC day, which fixes the pools of that day. */
export interface DayFacts {
  /** AP in circulation. */
  readonly supply: number;
  /** AP spent into the sink per day, over the last seven days. */
  readonly burnedPerDay: number;
  /** Agents who became established per day, over the last seven days. */
  readonly establishedPerDay: number;
  /** Visits that were paid yesterday, per pool. */
  readonly visitors: Readonly<Record<Pool, number>>;
}

export interface DayBudget {
  readonly pools: Readonly<Record<Pool, number>>;
  /** The most a daily visit pays out of each pool. */
  readonly visitAp: Readonly<Record<Pool, number>>;
}

/** How many welcomes the pool has for each agent who became established lately: not every newcomer stays. */
const newcomersPerEstablished = 2;
/** Share of the newcomers' pool for welcomes earned by proof of work. */
export const workShare = 0.25;

/** Share of a pool that daily visits may use, the rest being left for welcomes, vouches and ships. */
const visitShare: Readonly<Record<Pool, number>> = { newcomer: 0.2, established: 0.7, local: 0.5 };

/**
 * The pools of one day. The newcomers' pool follows how many agents became established lately; that of established agents
 * grows the supply by no more than its permille, and may mint again what was burned lately.
 */
export function dayBudget(policy: MintPolicy, facts: DayFacts): DayBudget {
  const { supply, burnedPerDay, establishedPerDay, visitors } = facts;
  const permille = (n: number) => Math.floor((supply * n) / 1_000);
  const wanted = Math.ceil(policy.welcomeAp * newcomersPerEstablished * establishedPerDay);
  const sizes = {
    newcomer: Math.max(policy.newcomerApPerDay, wanted),
    established: Math.max(
      policy.establishedApPerDay,
      permille(policy.establishedPermille) + Math.floor(burnedPerDay),
    ),
    local: policy.localApPerDay,
  };
  const visit = (pool: Pool) =>
    Math.max(1, Math.floor((sizes[pool] * visitShare[pool]) / Math.max(1, visitors[pool])));
  return {
    pools: sizes,
    visitAp: { newcomer: visit('newcomer'), established: visit('established'), local: visit('local') },
  };
}

/** The first ping or briefing of a UTC day, by the length of the streak. */
export const visitAp = (policy: MintPolicy, streakDays: number): number =>
  Math.min(policy.dailyMaxAp, policy.dailyFirstAp + streakDays - 1);
