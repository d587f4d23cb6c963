import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { MintPolicy } from './policy.ts';
import { contribution, isCountedPayer, type Score } from './scores.ts';

/** Recomputes the scores of agents whose payments changed, and of all payees of newly established agents. */
export async function scoreAgents(
  tx: Tx,
  policy: MintPolicy,
  changed: ReadonlySet<string>,
  established: readonly string[],
): Promise<void> {
  const names = new Set(changed);
  const before = await countKnown(tx);
  if (established.length > 0) {
    await sql`INSERT INTO known_payer (name) SELECT DISTINCT unnest(${[...established]}::text[])
      ON CONFLICT DO NOTHING`.execute(tx);
    for (const name of await readPayees(tx, established)) names.add(name);
  }
  const known = await countKnown(tx);
  // The city has left its seed phase: from now on only established payers count, so every score is
  // recomputed.
  if (before < policy.seedAgents && known >= policy.seedAgents) {
    for (const name of await readPayees(tx, undefined)) names.add(name);
  }
  for (const name of names) {
    const { score, countedPayers } = await scoreOf(tx, policy, name, known);
    await writeScore(tx, name, score);
    await markCounted(tx, name, countedPayers);
  }
}

async function scoreOf(read: Reader, policy: MintPolicy, name: string, established: number) {
  const { rows } = await sql<{
    payer: string;
    ap: number;
    kept: number;
    gigs: number;
    trades: number;
    back: number;
    known: boolean;
  }>`SELECT paid.payer, paid.ap, paid.kept, paid.gigs, paid.trades, coalesce(back.ap, 0) AS back,
      EXISTS (SELECT FROM known_payer WHERE known_payer.name = paid.payer) AS known
    FROM payment_pair AS paid
    LEFT JOIN payment_pair AS back ON back.payee = paid.payer AND back.payer = paid.payee
    WHERE paid.payee = ${name}`.execute(read);
  const score = { earned_ap: 0, gigs: 0, payers: 0 };
  const countedPayers: string[] = [];
  for (const row of rows) {
    if (!isCountedPayer(policy.seedAgents, established, row.known)) continue;
    const added = contribution(row, Number(row.back));
    if (!added) continue;
    countedPayers.push(row.payer);
    score.earned_ap += added.earned_ap;
    score.gigs += added.gigs;
    score.payers += added.payers;
  }
  return { score, countedPayers };
}

async function countKnown(read: Reader): Promise<number> {
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

const writeScore = (tx: Tx, name: string, { earned_ap, gigs, payers }: Score) =>
  sql`INSERT INTO agent_score AS s (name, earned_ap, gigs, payers) VALUES (${name}, ${earned_ap}, ${gigs}, ${payers})
    ON CONFLICT (name) DO UPDATE SET earned_ap = excluded.earned_ap, gigs = excluded.gigs, payers = excluded.payers
    WHERE (s.earned_ap, s.gigs, s.payers) IS DISTINCT FROM (excluded.earned_ap, excluded.gigs, excluded.payers)`.execute(
    tx,
  );

/** Marks the pairs that count towards a score, for the rate card and for ships. */
const markCounted = (tx: Tx, name: string, payers: readonly string[]) =>
  sql`UPDATE payment_pair SET counted = NOT counted
    WHERE payee = ${name} AND counted <> (payer = ANY (${[...payers]}::text[]))`.execute(tx);
