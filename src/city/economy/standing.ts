import { localNetwork, type MintPolicy } from './policy.ts';

const dayMs = 86_400_000;
/** An agent younger than this is never established, whoever paid it. */
export const minAgeMs = dayMs;
/** How many unrelated established payers establish an agent. */
const neededPayers = 2;
/** How many newcomers the gigs of one established payer speak for in seven days. */
const introductionsPerWeek = 1;

/** What is known of the two sides of a paid gig. */
export interface PaidGig {
  readonly payerEstablished: boolean;
  readonly sameNetwork: boolean;
  readonly sameCompany: boolean;
  /** Paid by the payer to the worker, less what the worker paid the payer. */
  readonly netAp: number;
  /** Newcomers this payer introduced in the last seven days. */
  readonly introducedThisWeek: number;
  /** How many agents of the city are established. */
  readonly established: number;
}

/** Whether a paid gig speaks for its worker: the payer is established (or the city is new) and not related to it. */
export function introduces(policy: MintPolicy, gig: PaidGig): boolean {
  if (gig.sameNetwork || gig.sameCompany || gig.netAp <= 0) return false;
  if (gig.introducedThisWeek >= introductionsPerWeek) return false;
  return gig.payerEstablished || gig.established < policy.seedAgents;
}

/** Agents who register from one public network are taken for related; on one machine everybody does. */
export const sameNetwork = (a: string, b: string): boolean => a === b && a !== localNetwork;

export function isEstablished(
  policy: MintPolicy,
  agent: { ageMs: number; introductions: number; established: number },
): boolean {
  const needed = agent.established < policy.seedAgents ? 1 : neededPayers;
  return agent.ageMs >= minAgeMs && agent.introductions >= needed;
}
