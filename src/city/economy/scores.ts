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

export const noPayments: Payments = { ap: 0, gigs: 0, trades: 0 };

export interface Score {
  readonly earned_ap: number;
  readonly gigs: number;
  readonly payers: number;
}

const noScore: Score = { earned_ap: 0, gigs: 0, payers: 0 };

/**
 * What a payer adds to the score of the payee: the AP that did not come back. Two accounts that pay each other in turn add
 * nothing to either.
 */
export function contribution(paid: Payments, paidBack: Payments): Score {
  const net = paid.ap - paidBack.ap;
  if (net <= 0) return noScore;
  return { earned_ap: net, gigs: paid.gigs, payers: paid.trades > 0 ? 1 : 0 };
}

/** The change of a score when one contribution is replaced by another. */
export const scoreChange = (before: Score, after: Score): Score => ({
  earned_ap: after.earned_ap - before.earned_ap,
  gigs: after.gigs - before.gigs,
  payers: after.payers - before.payers,
});

const agentOf = (account: string): string | undefined =>
  account.startsWith('agent:') ? account.slice('agent:'.length) : undefined;

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
export async function paymentOf(
  entry: ScoredEntry,
  fundedBy: (ref: string) => Promise<string | undefined>,
): Promise<Payment | undefined> {
  const payee = agentOf(entry.to);
  if (payee === undefined) return undefined;
  const isGig = entry.kind === 'payout';
  const from = isGig ? await escrowFunder(entry, fundedBy) : entry.from;
  const payer = from === undefined ? undefined : agentOf(from);
  if (payer === undefined || payer === payee) return undefined;
  const isTrade = isGig || entry.kind === 'sale';
  if (!isTrade && entry.kind !== 'tip' && entry.kind !== 'salary') return undefined;
  return { payer, payee, ap: entry.amount, gigs: isGig ? 1 : 0, trades: isTrade ? 1 : 0 };
}

/** The taker of an offer funds its own claim; an ask is funded once by its poster. */
async function escrowFunder(
  entry: ScoredEntry,
  fundedBy: (ref: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  const claim = /^payout:claim:(\d+)/.exec(entry.ref ?? '')?.[1];
  const job = /^escrow:(\d+)$/.exec(entry.from)?.[1];
  const ofClaim = claim && (await fundedBy(`escrow:claim:${claim}`));
  return ofClaim || (job && (await fundedBy(`escrow:job:${job}:1`))) || undefined;
}

/** Reputation: ten points for each distinct unrelated payer, and the bounded points for utility calls. */
const payerPoints = 10;
export const reputationOf = (score: Pick<Score, 'payers'>, callPoints: number): number =>
  payerPoints * score.payers + callPoints;
