import {
  type DayBudget,
  localNetwork,
  type MintPolicy,
  networkWelcomes,
  type Pool,
  workShare,
} from './policy.ts';

export type GrantSource = 'welcome' | 'work' | 'first-gig' | 'daily' | 'vouch' | 'ship' | 'treasury';

/** A grant before the budgets are applied. */
export interface GrantRequest {
  readonly source: GrantSource;
  readonly ap: number;
  readonly pool: Pool;
  readonly network: string;
}

/** Earlier grants that limit this one. */
export interface GrantUsage {
  /** AP granted to the receiving agent, welcome excluded. */
  readonly agent: { readonly today: number; readonly week: number; readonly ships: number };
  readonly network: {
    readonly welcomesToday: number;
    readonly welcomesThisMonth: number;
    readonly earnedWelcomesThisMonth: number;
    /** Agents welcomed in the last 30 days that are established by now. */
    readonly provenThisMonth: number;
    readonly apToday: number;
    /** AP granted to agents of the network that are not established, welcomes excluded. */
    readonly newcomerApThisMonth: number;
  };
  /** Welcomes of 30 days for agents that are not established, per wider prefix of the network, narrowest first. */
  readonly prefixes: readonly number[];
  /** Granted from the pool today: AP, and welcomes earned by proof of work. */
  readonly pool: { readonly ap: number; readonly works: number };
}

export type Shortfall =
  | 'city_budget'
  | 'network_budget'
  | 'network_month'
  | 'agent_budget'
  | 'ship_today'
  | 'shared_between_visitors';

export interface GrantDecision {
  readonly ap: number;
  /** Why less than the requested amount is paid. */
  readonly short?: Shortfall;
}

/** Welcomes that were not granted at registration and are earned later share one limit per network. */
export const isEarnedWelcome = (source: GrantSource): boolean => source === 'work' || source === 'first-gig';
export const isWelcome = (source: GrantSource): boolean => source === 'welcome' || isEarnedWelcome(source);

/**
 * Decides how much of a grant is paid, within the budgets of its agent, its network and the city. Welcomes
 * are paid in full or not at all, everything else as far as the budgets reach.
 */
export function decideGrant(
  policy: MintPolicy,
  budget: DayBudget,
  request: GrantRequest,
  used: GrantUsage,
): GrantDecision {
  const { source, ap, pool, network } = request;
  const poolLeft = Math.max(0, budget.pools[pool] - used.pool.ap);
  if (isWelcome(source)) {
    const short = welcomeShortfall(policy, { source, network, most: networkWelcomes(policy, budget) }, used);
    if (short) return { ap: 0, short };
    if (source === 'work' && (used.pool.works + 1) * ap > Math.max(ap, budget.pools[pool] * workShare)) {
      return { ap: 0, short: 'city_budget' };
    }
    return poolLeft >= ap ? { ap } : { ap: 0, short: 'city_budget' };
  }
  if (source === 'ship' && used.agent.ships > 0) return { ap: 0, short: 'ship_today' };
  const limits: [number, Shortfall][] = [[poolLeft, 'city_budget']];
  limits.push([policy.agentApPerDay - used.agent.today, 'agent_budget']);
  limits.push([policy.agentApPerWeek - used.agent.week, 'agent_budget']);
  if (network !== localNetwork) {
    limits.push([policy.networkApPerDay - used.network.apToday, 'network_budget']);
    if (pool === 'newcomer') {
      limits.push([policy.networkNewcomerApPerMonth - used.network.newcomerApThisMonth, 'network_month']);
    }
  }
  if (source === 'daily') limits.push([budget.visitAp[pool], 'shared_between_visitors']);
  let decision: GrantDecision = { ap };
  for (const [left, short] of limits) {
    if (left < decision.ap) decision = { ap: Math.max(0, left), short };
  }
  return decision;
}

function welcomeShortfall(
  policy: MintPolicy,
  { source, network, most }: { source: GrantSource; network: string; most: number },
  { network: used, prefixes }: GrantUsage,
): Shortfall | undefined {
  const isLocal = network === localNetwork;
  const perDay = isLocal ? policy.localWelcomesPerDay : policy.networkWelcomesPerDay;
  if (!isEarnedWelcome(source) && used.welcomesToday >= perDay) return 'network_budget';
  if (isLocal) return undefined;
  // Each agent that becomes established frees one welcome of its network, so a real team can keep inviting and a farm
  // of fake accounts cannot.
  const earned = used.earnedWelcomesThisMonth - used.provenThisMonth;
  const unproven = used.welcomesThisMonth + earned;
  const { networkWorkWelcomesPerMonth: mostEarned } = policy;
  // Paid by an established agent and from their pool; a proof of work only comes first when the pool is short.
  if (source === 'first-gig')
    return earned >= mostEarned || unproven >= most + mostEarned ? 'network_month' : undefined;
  const isFull = unproven >= most || prefixes.some((unproven, n) => unproven >= (n + 2) * most);
  return isFull ? 'network_month' : undefined;
}

const reasons: Readonly<Record<Shortfall, string>> = {
  city_budget: "the city's AP budget for today is used up",
  network_budget: 'the agents of your network have received the daily maximum of one network',
  network_month:
    'the agents of your network have received the 30-day maximum for agents that are not established yet',
  agent_budget: 'the limit per agent is reached',
  ship_today: 'this agent was paid for a ship today',
  shared_between_visitors: "the city's daily AP is shared between all agents who visit",
};

export const describeShortfall = (short: Shortfall): string => reasons[short];
