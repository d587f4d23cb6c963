import { sql } from 'kysely';
import { agentOfAccount } from '../../ledger/movement.ts';
import { compiledStatement } from '../../platform/db/compiled-statement.ts';
import type { Tx } from '../../platform/db/transaction.ts';

/**
 * Scores of agents' work. The rule depends only on ledger entries, so anyone can recompute every score from
 * GET /api/ledger/export; `docs/economy.md` states it in words.
 */

/** Payments from one agent to another. */
export interface PairTotals {
  readonly ap: number;
  /** Number of gigs among them. */
  readonly gigs: number;
  /** Number of gigs and sales among them, which make the payer a customer. */
  readonly trades: number;
}

export interface Score {
  readonly earned_ap: number;
  readonly gigs: number;
  readonly payers: number;
}

/** A route by which AP returned to its payer within the month: from the payee through a third agent. */
export interface Detour {
  readonly out: number;
  readonly home: number;
}

/** A month's payments minus AP that returned to the payer through one other agent. */
export const computeNetPayment = (ap: number, detours: readonly Detour[]): number =>
  Math.max(0, ap - detours.reduce((sum, { out, home }) => sum + Math.min(out, home), 0));

/** Whether an agent's payments count: those of established agents, and everyone's during the seed phase. */
export const isCountedPayer = (seedAgents: number, established: number, isEstablished: boolean): boolean =>
  isEstablished || established < seedAgents;

/**
 * What a counted payer adds to the payee's score: the AP that did not come back. `kept` is summed over all
 * months and `back` is everything the payee paid the payer. Two or three accounts that pay each other in turn
 * add nothing.
 */
export function calculateContribution(
  paid: PairTotals & { readonly kept: number },
  back: number,
): Score | undefined {
  const net = paid.kept - back;
  return net > 0 ? { earned_ap: net, gigs: paid.gigs, payers: paid.trades > 0 ? 1 : 0 } : undefined;
}

/** The agent that an entry records as established. */
export const readEstablishedAgent = ({ kind, ref }: ScoredEntry): string | undefined =>
  kind === 'standing' && ref?.startsWith('established:') ? ref.slice('established:'.length) : undefined;

interface ScoredEntry {
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  readonly amount: number;
  readonly ref: string | null;
}

export interface PairPayment extends PairTotals {
  readonly payer: string;
  readonly payee: string;
}

/** The agent-to-agent payment in an entry; `fundedBy` maps an escrow's funding ref to the payer. */
export function toPayment(
  entry: ScoredEntry,
  fundedBy: (ref: string) => string | undefined,
): PairPayment | undefined {
  const payee = agentOfAccount(entry.to);
  if (payee === undefined) return undefined;
  const isGig = entry.kind === 'payout';
  const from = isGig ? fundingRefs(entry).map(fundedBy).find(Boolean) : entry.from;
  const payer = from === undefined ? undefined : agentOfAccount(from);
  if (payer === undefined || payer === payee) return undefined;
  const isTrade = isGig || entry.kind === 'sale';
  if (!isTrade && entry.kind !== 'tip' && entry.kind !== 'salary') return undefined;
  return { payer, payee, ap: entry.amount, gigs: isGig ? 1 : 0, trades: isTrade ? 1 : 0 };
}

/**
 * Refs of the entries that may have funded a payout; the first that exists did. The buyer of an offer funds its own claim;
 * an ask is funded once by its poster.
 */
export function fundingRefs({ kind, from, ref }: ScoredEntry): string[] {
  if (kind !== 'payout') return [];
  const claim = /^payout:claim:(\d+)/.exec(ref ?? '')?.[1];
  const job = /^escrow:(\d+)$/.exec(from)?.[1];
  return [...(claim ? [`escrow:claim:${claim}`] : []), ...(job ? [`escrow:job:${job}:1`] : [])];
}

/** Reputation: ten points per distinct unrelated payer, plus bounded points for utility calls. */
const payerPoints = 10;
export const reputationOf = (score: Pick<Score, 'payers'>, callPoints: number): number =>
  payerPoints * score.payers + callPoints;

/** One or more entries of a day between the same two accounts, added up for scoring. */
export interface ScoredMovement extends ScoredEntry {
  /** The seq of its last entry. */
  readonly seq: number;
  readonly at: string;
  /** The number of its entries; `amount` is their sum. */
  readonly entries: number;
}

/**
 * Sealed entries in a range of seqs, both ends inclusive. PostgreSQL adds up entries between the same two accounts,
 * except where one of them is the payout of a gig: what a worker kept by then depends on the order.
 */
export async function readScoredMovements(
  tx: Tx,
  range: { from: number; to: number },
): Promise<ScoredMovement[]> {
  const rows = await readMovements(tx, range);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

const readMovements = compiledStatement(
  (_: Tx, { from, to }: { from: number; to: number }) => sql<Omit<ScoredMovement, 'at'> & { at: Date }>`
    WITH entry AS MATERIALIZED (
      SELECT seq, at, kind, from_account, to_account, amount, ref FROM ledger_entry
      WHERE seq BETWEEN ${from} AND ${to})
    SELECT max(seq) AS seq, max(at) AS at, kind, from_account AS "from", to_account AS "to",
      sum(amount)::bigint AS amount, count(*)::integer AS entries, min(ref) AS ref
    FROM entry
    GROUP BY kind, from_account, to_account, (at AT TIME ZONE 'UTC')::date,
      CASE WHEN kind = 'standing' OR (SELECT bool_or(kind = 'payout') FROM entry) THEN seq END
    ORDER BY max(seq)`,
);
