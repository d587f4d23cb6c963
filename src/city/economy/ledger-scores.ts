import { sql } from 'kysely';
import { readEntries } from '../../ledger/entries.ts';
import type { LedgerEntry } from '../../ledger/proof/entry.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import { introduceWorkers } from './introductions.ts';
import { checkSoon } from './pending-grants.ts';
import type { MintPolicy } from './policy.ts';
import {
  contribution,
  noPayments,
  type Payment,
  type Payments,
  paymentOf,
  type Score,
  scoreChange,
} from './scores.ts';

const batchSize = 500;

/**
 * Counts sealed entries into scores and daily supply, in the order of the chain and each once: the cursor moves in the
 * transaction of what it counts. One process at a time; another finds the cursor locked and leaves it to the first.
 */
export async function countSealed(transaction: Transact, policy: MintPolicy): Promise<number> {
  return transaction(async (tx) => {
    const cursor = await tx
      .selectFrom('score_cursor')
      .select('seq')
      .where('one', '=', true)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!cursor) return 0;
    const entries = await readEntries(tx, { from: cursor.seq + 1, to: cursor.seq + batchSize });
    const last = entries.at(-1);
    if (!last) return 0;
    await countSupply(tx, entries);
    const gigs = await countPayments(tx, entries);
    const changed = await introduceWorkers(tx, policy, gigs);
    await checkSoon(tx, changed, new Date(last.at));
    await tx.updateTable('score_cursor').set({ seq: last.seq }).where('one', '=', true).execute();
    return entries.length;
  });
}

async function countSupply(tx: Tx, entries: readonly LedgerEntry[]): Promise<void> {
  const days = new Map<string, { day: string; kind: string; minted: number; burned: number }>();
  for (const { at, kind, from, to, amount } of entries) {
    if (from !== 'mint' && to !== 'sink') continue;
    const day = at.slice(0, 10);
    const row = days.get(`${day} ${kind}`) ?? { day, kind, minted: 0, burned: 0 };
    if (from === 'mint') row.minted += amount;
    if (to === 'sink') row.burned += amount;
    days.set(`${day} ${kind}`, row);
  }
  for (const { day, kind, minted, burned } of days.values()) {
    await sql`INSERT INTO supply_day AS s (day, kind, minted, burned) VALUES (${day}, ${kind}, ${minted}, ${burned})
      ON CONFLICT (day, kind) DO UPDATE SET minted = s.minted + excluded.minted, burned = s.burned + excluded.burned`.execute(
      tx,
    );
  }
}

export interface CountedGig {
  readonly worker: string;
  readonly payer: string;
  readonly at: Date;
  /** Paid by the payer to the worker less what came back, this gig included. */
  readonly netAp: number;
}

async function countPayments(tx: Tx, entries: readonly LedgerEntry[]): Promise<CountedGig[]> {
  const fundedBy = async (ref: string): Promise<string | undefined> => {
    const row = await tx
      .selectFrom('ledger_entry')
      .select('from_account')
      .where('ref', '=', ref)
      .executeTakeFirst();
    return row?.from_account;
  };
  const gigs: CountedGig[] = [];
  for (const entry of entries) {
    const payment = await paymentOf(entry, fundedBy);
    if (!payment) continue;
    const { payer, payee: worker } = payment;
    const netAp = await countPayment(tx, payment);
    if (payment.gigs > 0) gigs.push({ worker, payer, at: new Date(entry.at), netAp });
  }
  return gigs;
}

/** Adds a payment to its pair, and what it changes to the scores of both sides: a payment back takes from the payer. */
async function countPayment(tx: Tx, payment: Payment): Promise<number> {
  const { payer, payee } = payment;
  const before = await readPair(tx, payer, payee);
  const back = await readPair(tx, payee, payer);
  const after = {
    ap: before.ap + payment.ap,
    gigs: before.gigs + payment.gigs,
    trades: before.trades + payment.trades,
  };
  await sql`INSERT INTO payment_pair (payer, payee, ap, gigs, trades)
    VALUES (${payer}, ${payee}, ${after.ap}, ${after.gigs}, ${after.trades})
    ON CONFLICT (payee, payer) DO UPDATE SET ap = excluded.ap, gigs = excluded.gigs, trades = excluded.trades`.execute(
    tx,
  );
  await addScore(tx, payee, scoreChange(contribution(before, back), contribution(after, back)));
  await addScore(tx, payer, scoreChange(contribution(back, before), contribution(back, after)));
  return after.ap - back.ap;
}

async function readPair(tx: Tx, payer: string, payee: string): Promise<Payments> {
  const row = await tx
    .selectFrom('payment_pair')
    .select(['ap', 'gigs', 'trades'])
    .where('payee', '=', payee)
    .where('payer', '=', payer)
    .executeTakeFirst();
  return row ?? noPayments;
}

async function addScore(tx: Tx, name: string, change: Score): Promise<void> {
  if (change.earned_ap === 0 && change.gigs === 0 && change.payers === 0) return;
  await sql`INSERT INTO agent_score AS s (name, earned_ap, gigs, payers)
    VALUES (${name}, ${change.earned_ap}, ${change.gigs}, ${change.payers})
    ON CONFLICT (name) DO UPDATE SET earned_ap = s.earned_ap + excluded.earned_ap, gigs = s.gigs + excluded.gigs,
      payers = s.payers + excluded.payers`.execute(tx);
}
