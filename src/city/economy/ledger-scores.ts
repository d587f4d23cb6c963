import { sql } from 'kysely';
import { pipelineWrite, type Transact, type Tx } from '../../platform/db/transaction.ts';
import { addToScores, scoreEstablished, updateEstablished } from './agent-scores.ts';
import { type CountedGig, introduceWorkers } from './introductions.ts';
import { PaymentPairs } from './payment-pairs.ts';
import { scheduleCheck } from './pending-grants.ts';
import type { MintPolicy } from './policy.ts';
import { readScoredMovements, type ScoredMovement } from './scored-movements.ts';
import { fundingRefs, readEstablishedAgent, toPayment } from './scores.ts';

/** Entries counted in one transaction: payments between the same two agents are added up first. */
export const entriesPerBatch = 2_000;

/**
 * Counts sealed entries into scores and daily supply, in chain order and each exactly once: the cursor
 * advances in the same transaction. One process works at a time; any other finds the cursor locked and skips.
 */
export async function countSealed(transaction: Transact, policy: MintPolicy): Promise<number> {
  return transaction(async (tx) => {
    const cursor = await tx
      .selectFrom('score_cursor')
      .select(['seq', 'recounted_to'])
      .where('one', '=', true)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!cursor) return 0;
    const range = { from: cursor.seq + 1, to: cursor.seq + entriesPerBatch };
    const movements = await readScoredMovements(tx, range);
    const last = movements.at(-1);
    if (!last) return 0;
    await countSupply(tx, movements);
    const gigs = await countScores(tx, policy, movements);
    const changed = await introduceWorkers(
      tx,
      policy,
      gigs.filter(({ seq }) => seq > cursor.recounted_to),
    );
    await scheduleCheck(tx, changed, new Date(last.at));
    pipelineWrite(
      tx,
      tx.updateTable('score_cursor').set({ seq: last.seq }).where('one', '=', true).execute(),
    );
    return last.seq - cursor.seq;
  });
}

async function countSupply(tx: Tx, movements: readonly ScoredMovement[]): Promise<void> {
  const days = new Map<string, { day: string; kind: string; minted: number; burned: number }>();
  for (const { at, kind, from, to, amount } of movements) {
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

async function countScores(
  tx: Tx,
  policy: MintPolicy,
  movements: readonly ScoredMovement[],
): Promise<CountedGig[]> {
  const funders = await readFunders(tx, movements.flatMap(fundingRefs));
  const payments = movements.flatMap((movement) => {
    const payment = toPayment(movement, (ref) => funders.get(ref));
    if (!payment) return [];
    const { at, seq, entries } = movement;
    return [{ ...payment, trades: payment.trades * entries, at, seq }];
  });
  const [known, pairs] = await Promise.all([updateEstablished(tx), PaymentPairs.count(tx, payments)]);
  addToScores(tx, policy, pairs, known);
  await scoreEstablished(
    tx,
    policy,
    movements.flatMap((movement) => readEstablishedAgent(movement) ?? []),
    known,
  );
  const netAp = pairs.netAp(payments);
  return payments.flatMap(({ payer, payee: worker, seq, at, gigs }, i) =>
    gigs > 0 ? [{ seq, worker, payer, at: new Date(at), netAp: netAp[i] ?? 0 }] : [],
  );
}

/** Who paid into escrows, by the refs of those entries. */
async function readFunders(tx: Tx, refs: string[]): Promise<Map<string, string>> {
  if (refs.length === 0) return new Map();
  const rows = await tx
    .selectFrom('ledger_entry')
    .select(['ref', 'from_account'])
    .where((where) => where('ref', '=', where.fn.any(where.val(refs))))
    .execute();
  return new Map(rows.map(({ ref, from_account }) => [ref, from_account]));
}
