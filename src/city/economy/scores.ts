/**
 * What the ledger says about an agent's work. The rule needs nothing but entries of the ledger, so that anybody can
 * recompute every score from GET /api/ledger/export; `docs/economy.md` states it in words.
 */

/** Payments of one agent to another. */
export interface Payments {
  readonly ap: number;
  /** Gigs among them. */
  readonly gigs: number;
  /** Gigs and sales among them: what makes the payer a customer. */
  readonly trades: number;
}

export interface Score {
  readonly earned_ap: number;
  readonly gigs: number;
  readonly payers: number;
}

/** A way on which AP went back to its payer within the month: from the payee to a third agent, and from there. */
export interface Detour {
  readonly out: number;
  readonly home: number;
}

/** What is left of a month's payments after the AP that went back to the payer through one other agent. */
export const keptOf = (ap: number, detours: readonly Detour[]): number =>
  Math.max(0, ap - detours.reduce((sum, { out, home }) => sum + Math.min(out, home), 0));

/** Whether payments by an agent count: by those on record as established, and by anybody while the city is new. */
export const isCountedPayer = (seedAgents: number, established: number, isEstablished: boolean): boolean =>
  isEstablished || established < seedAgents;

/**
 * What a counted payer adds to the score of the payee: the AP that did not come back, `kept` being the sum over the months
 * and `back` all that the payee paid the payer. Two or three accounts that pay each other in turn add nothing.
 */
export function contribution(paid: Payments & { readonly kept: number }, back: number): Score | undefined {
  const net = paid.kept - back;
  return net > 0 ? { earned_ap: net, gigs: paid.gigs, payers: paid.trades > 0 ? 1 : 0 } : undefined;
}

const agentOf = (account: string): string | undefined =>
  account.startsWith('agent:') ? account.slice('agent:'.length) : undefined;

/** The agent that an entry puts on record as established. */
export const establishedBy = ({ kind, ref }: ScoredEntry): string | undefined =>
  kind === 'standing' && ref?.startsWith('established:') ? ref.slice('established:'.length) : undefined;

export interface ScoredEntry {
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  readonly amount: number;
  readonly ref: string | null;
}

export interface Payment extends Payments {
  readonly payer: string;
  readonly payee: string;
}

/** The payment between two agents that an entry is; `fundedBy` names who paid into an escrow, by the ref of that entry. */
export function paymentOf(
  entry: ScoredEntry,
  fundedBy: (ref: string) => string | undefined,
): Payment | undefined {
  const payee = agentOf(entry.to);
  if (payee === undefined) return undefined;
  const isGig = entry.kind === 'payout';
  const from = isGig ? fundingRefs(entry).map(fundedBy).find(Boolean) : entry.from;
  const payer = from === undefined ? undefined : agentOf(from);
  if (payer === undefined || payer === payee) return undefined;
  const isTrade = isGig || entry.kind === 'sale';
  if (!isTrade && entry.kind !== 'tip' && entry.kind !== 'salary') return undefined;
  return { payer, payee, ap: entry.amount, gigs: isGig ? 1 : 0, trades: isTrade ? 1 : 0 };
}

/**
 * The refs of the entries that may have funded a payout, the first that exists being the one: the taker of an offer funds
 * its own claim, an ask is funded once by its poster.
 */
export function fundingRefs({ kind, from, ref }: ScoredEntry): string[] {
  if (kind !== 'payout') return [];
  const claim = /^payout:claim:(\d+)/.exec(ref ?? '')?.[1];
  const job = /^escrow:(\d+)$/.exec(from)?.[1];
  return [...(claim ? [`escrow:claim:${claim}`] : []), ...(job ? [`escrow:job:${job}:1`] : [])];
}

/** Reputation: ten points for each distinct unrelated payer, and the bounded points for utility calls. */
const payerPoints = 10;
export const reputationOf = (score: Pick<Score, 'payers'>, callPoints: number): number =>
  payerPoints * score.payers + callPoints;
