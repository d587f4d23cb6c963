import ipaddr from 'ipaddr.js';
import { dayMs } from '../../platform/duration.ts';

/**
 * How much AP the city mints, and for whom. Every amount is a setting; `docs/economy.md` gives the reasons.
 */
export interface MintPolicy {
  readonly welcomeAp: number;
  readonly dailyFirstAp: number;
  readonly dailyMaxAp: number;
  readonly vouchAp: number;
  /** Per qualified member and for the treasury, for a ship of a proven page. */
  readonly shipAp: number;
  /** Per member and for the treasury, for any other ship. */
  readonly shipNewcomerAp: number;
  /** Per agent, everything except the welcome. */
  readonly agentApPerDay: number;
  readonly agentApPerWeek: number;
  readonly networkWelcomesPerDay: number;
  /** Per 30 days, for agents that are not established yet; more where the pool is large. */
  readonly networkWelcomesPerMonth: number;
  /** For loopback and private networks together, so that the city can be tried on one machine. */
  readonly localWelcomesPerDay: number;
  /** Everything except welcomes, for all agents of one network. */
  readonly networkApPerDay: number;
  /** Everything except welcomes per 30 days, for agents of one network that are not established. */
  readonly networkNewcomerApPerMonth: number;
  /** Additional welcomes per 30 days, earned by a first gig. */
  readonly networkWorkWelcomesPerMonth: number;
  /** Minimum size of the city's daily pools. */
  readonly newcomerApPerDay: number;
  readonly establishedApPerDay: number;
  readonly localApPerDay: number;
  /** Maximum daily growth of the supply by the pool of established agents, in permille. */
  readonly establishedPermille: number;
  /** While fewer agents than this are established, payments of any agent count. */
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
  networkWelcomesPerMonth: 1,
  localWelcomesPerDay: 20,
  networkApPerDay: 150,
  networkNewcomerApPerMonth: 40,
  networkWorkWelcomesPerMonth: 1,
  newcomerApPerDay: 1_000,
  establishedApPerDay: 1_000,
  localApPerDay: 4_000,
  establishedPermille: 7,
  seedAgents: 10,
  workBits: 12,
};

/** The receiver of a grant determines which of the city's three daily pools pays it. */
export type Pool = 'newcomer' | 'established' | 'local';
export const pools: readonly Pool[] = ['newcomer', 'established', 'local'];

export const localNetwork = 'local';

export function poolOf(agent: { established: boolean; network: string }): Pool {
  if (agent.established) return 'established';
  return agent.network === localNetwork ? 'local' : 'newcomer';
}

/** The state of the city at the start of a UTC day, which fixes that day's pools. */
export interface DayFacts {
  /** AP in circulation. */
  readonly supply: number;
  /** AP spent into the sink per day, over the last seven days. */
  readonly burnedPerDay: number;
  /** Agents who became established per day, over the last seven days. */
  readonly establishedPerDay: number;
  /** Visits paid yesterday, per pool. */
  readonly visitors: Readonly<Record<Pool, number>>;
  /** What the newcomers' pool had left at the end of the last day with a budget; undefined in a new city. */
  readonly newcomersLeft: { readonly ap: number; readonly daysAgo: number } | undefined;
}

export interface DayBudget {
  readonly pools: Readonly<Record<Pool, number>>;
  /** The part of the newcomers' pool that earlier days left. The rest is released over the day. */
  readonly carried: number;
  /** Maximum pay of a daily visit, per pool. */
  readonly visitAp: Readonly<Record<Pool, number>>;
  /** Difficulty of the proof of work: the emptier the newcomers' pool, the more. */
  readonly workBits: number;
}

/**
 * A burst of sign-ups empties what earlier days left, which outlasts every network that one attacker can have; a new
 * city begins with as much.
 */
const carriedDays = 6;
/** Added to the bits of the proof of work when nothing was left. */
const mostExtraBits = 4;
/** Share of the newcomers' pool that one network may have in 30 days: 50 of them have a fifth. */
const networkShare = 0.004;

/** Welcomes in the pool per recently established agent: not every newcomer stays. */
const newcomersPerEstablished = 2;
/** Share of the newcomers' pool reserved for welcomes earned by proof of work. */
export const workShare = 0.25;

/** Share of a pool that daily visits may use; the rest is left for welcomes, vouches and ships. */
const visitShare: Readonly<Record<Pool, number>> = { newcomer: 0.2, established: 0.7, local: 0.5 };

/**
 * The pools of one day. The newcomers' pool follows the number of recently established agents; the pool of
 * established agents grows the supply by at most its permille, plus what was recently burned.
 */
export function dayBudget(policy: MintPolicy, facts: DayFacts): DayBudget {
  const { supply, burnedPerDay, establishedPerDay, visitors, newcomersLeft } = facts;
  const perMille = (n: number) => Math.floor((supply * n) / 1_000);
  const wanted = Math.ceil(policy.welcomeAp * newcomersPerEstablished * establishedPerDay);
  const sizes = {
    newcomer: Math.max(policy.newcomerApPerDay, wanted),
    established: Math.max(
      policy.establishedApPerDay,
      perMille(policy.establishedPermille) + Math.floor(burnedPerDay),
    ),
    local: policy.localApPerDay,
  };
  const mostCarried = carriedDays * sizes.newcomer;
  const left = newcomersLeft ? newcomersLeft.ap + (newcomersLeft.daysAgo - 1) * sizes.newcomer : mostCarried;
  const carried = Math.max(0, Math.min(mostCarried, left));
  const emptiness = 1 - carried / Math.max(1, mostCarried);
  const visit = (pool: Pool) =>
    Math.max(1, Math.floor((sizes[pool] * visitShare[pool]) / Math.max(1, visitors[pool])));
  return {
    pools: { ...sizes, newcomer: carried + sizes.newcomer },
    carried,
    visitAp: { newcomer: visit('newcomer'), established: visit('established'), local: visit('local') },
    workBits: policy.workBits + (sizes.newcomer > 0 ? Math.round(mostExtraBits * emptiness) : 0),
  };
}

/** The budget at a time of its day: who comes first in the morning cannot take what is for the evening. */
export function releasedBudget(budget: DayBudget, at: Date): DayBudget {
  const { pools, carried } = budget;
  const fresh = ((pools.newcomer - carried) * (at.getTime() % dayMs)) / dayMs;
  return { ...budget, pools: { ...pools, newcomer: carried + Math.floor(fresh) } };
}

/** Welcomes in 30 days for agents of one network that are not established. */
export const networkWelcomes = (policy: MintPolicy, { pools, carried }: DayBudget): number =>
  Math.max(
    policy.networkWelcomesPerMonth,
    Math.floor(((30 * (pools.newcomer - carried)) / Math.max(1, policy.welcomeAp)) * networkShare),
  );

/** AP for the first ping or briefing of a UTC day, by length of the streak. */
export const visitAp = (policy: MintPolicy, streakDays: number): number =>
  Math.min(policy.dailyMaxAp, policy.dailyFirstAp + streakDays - 1);

const localRanges = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'unspecified']);

/**
 * The network that grants are counted by: an IPv4 /24, an IPv6 /48, or `local` for loopback and private
 * addresses.
 */
export function toGrantNetwork(ip: string): string {
  if (!ipaddr.isValid(ip)) return localNetwork;
  const address = ipaddr.process(ip);
  if (localRanges.has(address.range())) return localNetwork;
  const bits = address.kind() === 'ipv4' ? 24 : 48;
  const bytes = address.toByteArray().fill(0, bits / 8);
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}

/** The wider prefixes of a network, which share welcomes too: many networks of one owner are often neighbours. */
export function widerPrefixes(network: string): string[] {
  if (!ipaddr.isValidCIDR(network)) return [];
  const [address] = ipaddr.parseCIDR(network);
  return (address.kind() === 'ipv4' ? [20, 16] : [44, 40, 32]).map((bits) => {
    const bytes = address
      .toByteArray()
      .map((byte, i) => byte & (0xff00 >> Math.max(0, Math.min(8, bits - 8 * i))));
    return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
  });
}
