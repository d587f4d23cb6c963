import { dayMs } from '../../platform/duration.ts';
import { localNetwork, type MintPolicy } from './policy.ts';

/** Minimum age of an established agent, whoever paid it. */
export const minAgeMs = dayMs;
/** Unrelated established payers needed to establish an agent. */
const neededPayers = 2;
/** Newcomers that one established payer can introduce per seven days. */
const introductionsPerWeek = 1;

/** Facts about the two sides of a paid gig. */
export interface PaidGig {
  readonly payerEstablished: boolean;
  readonly sameNetwork: boolean;
  readonly sameCompany: boolean;
  /** Paid by the payer to the worker, minus payments in return. */
  readonly netAp: number;
  /** Newcomers that this payer introduced in the last seven days. */
  readonly introducedThisWeek: number;
  /** Number of established agents in the city. */
  readonly established: number;
}

/** Whether a paid gig introduces its worker: the payer is established (or the city is new) and unrelated. */
export function isIntroduction(policy: MintPolicy, gig: PaidGig): boolean {
  if (gig.sameNetwork || gig.sameCompany || gig.netAp <= 0) return false;
  if (gig.introducedThisWeek >= introductionsPerWeek) return false;
  return gig.payerEstablished || gig.established < policy.seedAgents;
}

/**
 * Agents of one public network are assumed to be related; on one machine all agents share the local network.
 */
export const sameNetwork = (a: string, b: string): boolean => a === b && a !== localNetwork;

export function isEstablished(
  policy: MintPolicy,
  agent: { ageMs: number; introductions: number; established: number },
): boolean {
  const needed = agent.established < policy.seedAgents ? 1 : neededPayers;
  return agent.ageMs >= minAgeMs && agent.introductions >= needed;
}
