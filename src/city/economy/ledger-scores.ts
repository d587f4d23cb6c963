import { type RawBuilder, sql } from 'kysely';
import { compiledStatement } from '../../platform/db/compiled-statement.ts';
import type { Reader } from '../../platform/db/database.ts';
import { pipelineWrite, type Transact, type Tx } from '../../platform/db/transaction.ts';
import { type CountedGig, introduceWorkers } from './introductions.ts';
import { PaymentPairs, pairKey } from './payment-pairs.ts';
import type { MintPolicy } from './policy.ts';
import { markRanksDueByName } from './ranks.ts';
import {
  calculateContribution,
  fundingRefs,
  isCountedPayer,
  readEstablishedAgent,
  readScoredMovements,
  type Score,
  type ScoredMovement,
  toPayment,
} from './scores.ts';
import { scheduleCheck } from './welcome.ts';

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
    const gigs: CountedGig[] = [];
    for (const [day, ofDay] of Map.groupBy(movements, ({ at }) => at.slice(0, 10)))
      gigs.push(...(await countScores(tx, policy, day, ofDay)));
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
  day: string,
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
  addToScores(tx, policy, day, pairs, known);
  await scoreEstablished(
    tx,
    policy,
    day,
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

/** Bounds memory when every agent is scored at the end of the seed phase. */
const namesPerQuery = 500;

/**
 * Adds what changed pairs change to the scores of their payees: an agent with many payers costs no more than one with
 * few.
 */
function addToScores(
  tx: Tx,
  policy: MintPolicy,
  day: string,
  pairs: PaymentPairs,
  established: number,
): void {
  const scores = new Map<string, Score>();
  const marks = new Map<string, boolean>();
  for (const { before, after, backBefore, backAfter } of pairs.changes()) {
    const isCounted = isCountedPayer(policy.seedAgents, established, after.known);
    const old = before.counted ? calculateContribution(before, backBefore) : undefined;
    const added = isCounted ? calculateContribution(after, backAfter) : undefined;
    marks.set(pairKey(after.payer, after.payee), added !== undefined);
    const sum = scores.get(after.payee) ?? noScore;
    scores.set(after.payee, {
      earned_ap: sum.earned_ap + (added?.earned_ap ?? 0) - (old?.earned_ap ?? 0),
      gigs: sum.gigs + (added?.gigs ?? 0) - (old?.gigs ?? 0),
      payers: sum.payers + (added?.payers ?? 0) - (old?.payers ?? 0),
    });
  }
  pairs.write(marks);
  // A payment weighs the ratings of both sides.
  markRanksDueByName(
    tx,
    pairs.changes().flatMap(({ after: { payer, payee } }) => [payer, payee]),
  );
  const changed = [...scores].filter(
    ([, each]) => each.earned_ap !== 0 || each.gigs !== 0 || each.payers !== 0,
  );
  if (changed.length > 0) pipelineWrite(tx, writeChanges(tx, { day, ...toColumns(new Map(changed)) }));
}

const noScore: Score = { earned_ap: 0, gigs: 0, payers: 0 };

/** Recomputes the scores of all payees of newly established agents; `known` is how many were on record before. */
async function scoreEstablished(
  tx: Tx,
  policy: MintPolicy,
  day: string,
  names: readonly string[],
  known: number,
): Promise<void> {
  if (names.length === 0) return;
  await sql`INSERT INTO known_payer (name) SELECT DISTINCT unnest(${[...names]}::text[])
    ON CONFLICT DO NOTHING`.execute(tx);
  const now = await updateEstablished(tx);
  // The city has left its seed phase: from now on only established payers count, so every score is
  // recomputed.
  const hasLeftSeed = known < policy.seedAgents && now >= policy.seedAgents;
  const all = await readPayees(tx, hasLeftSeed ? undefined : names);
  for (let from = 0; from < all.length; from += namesPerQuery) {
    const scored = await readScores(tx, policy, all.slice(from, from + namesPerQuery), now);
    pipelineWrite(tx, writeScores(tx, { day, ...toColumns(scored.scores) }));
    markRanksDueByName(tx, [...scored.scores.keys(), ...names]);
    if (scored.changedPairs.length > 0) pipelineWrite(tx, markCounted(tx, scored.changedPairs));
  }
}

interface PairMark {
  readonly payer: string;
  readonly payee: string;
  /** Whether the pair counts towards the score of its payee. */
  readonly counted: boolean;
}

interface Scored {
  readonly scores: ReadonlyMap<string, Score>;
  /** Pairs whose mark must change. */
  readonly changedPairs: readonly PairMark[];
}

async function readScores(
  read: Reader,
  policy: MintPolicy,
  names: readonly string[],
  established: number,
): Promise<Scored> {
  const { rows } = await sql<{
    payer: string;
    payee: string;
    ap: number;
    kept: number;
    gigs: number;
    trades: number;
    counted: boolean;
    back: number;
    known: boolean;
  }>`SELECT paid.payer, paid.payee, paid.ap, paid.kept, paid.gigs, paid.trades, paid.counted,
      coalesce(back.ap, 0) AS back,
      EXISTS (SELECT FROM known_payer WHERE known_payer.name = paid.payer) AS known
    FROM payment_pair AS paid
    LEFT JOIN payment_pair AS back ON back.payee = paid.payer AND back.payer = paid.payee
    WHERE paid.payee = ANY (${[...names]}::text[])`.execute(read);
  const scores = new Map<string, Score>(names.map((name) => [name, { earned_ap: 0, gigs: 0, payers: 0 }]));
  const changedPairs: PairMark[] = [];
  for (const row of rows) {
    const { payer, payee } = row;
    const isCounted = isCountedPayer(policy.seedAgents, established, row.known);
    const added = isCounted ? calculateContribution(row, Number(row.back)) : undefined;
    if ((added !== undefined) !== row.counted)
      changedPairs.push({ payer, payee, counted: added !== undefined });
    const score = scores.get(payee);
    if (!added || !score) continue;
    scores.set(payee, {
      earned_ap: score.earned_ap + added.earned_ap,
      gigs: score.gigs + added.gigs,
      payers: score.payers + added.payers,
    });
  }
  return { scores, changedPairs };
}

async function updateEstablished(read: Reader): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) FROM known_payer`.execute(read);
  return Number(rows[0]?.count ?? 0);
}

/** Agents paid by the given payers, or by anyone. */
async function readPayees(read: Reader, payers: readonly string[] | undefined): Promise<string[]> {
  const rows = await read
    .selectFrom('payment_pair')
    .select('payee')
    .distinct()
    .$if(payers !== undefined, (query) => query.where('payer', 'in', [...(payers ?? [])]))
    .execute();
  return rows.map(({ payee }) => payee);
}

const toColumns = (scores: ReadonlyMap<string, Score>) => {
  const all = [...scores.values()];
  return {
    names: [...scores.keys()],
    earned: all.map(({ earned_ap }) => earned_ap),
    gigs: all.map(({ gigs }) => gigs),
    payers: all.map(({ payers }) => payers),
  };
};
type ScoreColumns = ReturnType<typeof toColumns> & { readonly day: string };

/** Writes scores, and keeps what they are at the end of the day. */
const keepScores = (written: RawBuilder<unknown>, day: string) => sql`
  WITH written AS (${written} RETURNING s.*)
  INSERT INTO score_day (name, day, earned_ap, gigs, payers)
  SELECT name, ${day}::date, earned_ap, gigs, payers FROM written
  ON CONFLICT (name, day) DO UPDATE SET earned_ap = excluded.earned_ap, gigs = excluded.gigs,
    payers = excluded.payers`;

const writeChanges = compiledStatement((_: Tx, { names, earned, gigs, payers, day }: ScoreColumns) =>
  keepScores(
    sql`INSERT INTO agent_score AS s (name, earned_ap, gigs, payers)
    SELECT * FROM unnest(${names}::text[], ${earned}::bigint[], ${gigs}::integer[], ${payers}::integer[])
    ON CONFLICT (name) DO UPDATE SET earned_ap = s.earned_ap + excluded.earned_ap, gigs = s.gigs + excluded.gigs,
      payers = s.payers + excluded.payers`,
    day,
  ),
);

const writeScores = compiledStatement((_: Tx, { names, earned, gigs, payers, day }: ScoreColumns) =>
  keepScores(
    sql`INSERT INTO agent_score AS s (name, earned_ap, gigs, payers)
    SELECT * FROM unnest(${names}::text[], ${earned}::bigint[], ${gigs}::integer[], ${payers}::integer[])
    ON CONFLICT (name) DO UPDATE SET earned_ap = excluded.earned_ap, gigs = excluded.gigs, payers = excluded.payers
    WHERE (s.earned_ap, s.gigs, s.payers) IS DISTINCT FROM (excluded.earned_ap, excluded.gigs, excluded.payers)`,
    day,
  ),
);

/** Marks the pairs that count towards a score, for the rate card and for ships. */
async function markCounted(tx: Tx, pairs: readonly PairMark[]): Promise<void> {
  await sql`UPDATE payment_pair AS p SET counted = pair.counted
    FROM unnest(${pairs.map(({ payee }) => payee)}::text[], ${pairs.map(({ payer }) => payer)}::text[],
      ${pairs.map(({ counted }) => counted)}::boolean[]) AS pair (payee, payer, counted)
    WHERE p.payee = pair.payee AND p.payer = pair.payer`.execute(tx);
}
