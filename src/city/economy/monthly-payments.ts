import { sql } from 'kysely';
import { compiledStatement } from '../../platform/db/compiled-statement.ts';
import { pipelineWrite, type Tx } from '../../platform/db/transaction.ts';
import { computeNetPayment, type Detour, type PairPayment } from './scores.ts';

interface MonthOfPair {
  readonly payer: string;
  readonly payee: string;
  readonly month: string;
}

const keyOf = ({ payer, payee, month }: MonthOfPair): string => `${month} ${payer} ${payee}`;

/** Payments per pair and UTC month, and how much of them returned to the payer through a cycle of three agents. */
export class MonthlyPayments {
  readonly #tx: Tx;
  readonly #added = new Map<string, MonthOfPair & { ap: number }>();

  constructor(tx: Tx, payments: readonly (PairPayment & { readonly at: string })[]) {
    this.#tx = tx;
    for (const { payer, payee, ap, at } of payments) {
      const of = { payer, payee, month: `${at.slice(0, 7)}-01` };
      const known = this.#added.get(keyOf(of));
      if (known) known.ap += ap;
      else this.#added.set(keyOf(of), { ...of, ap });
    }
  }

  /**
   * Adds the payments as if nothing returned, which is true for all pairs outside of cycles. Returns, for each pair
   * in a cycle, by how much it keeps less than that (or more, if negative).
   */
  async add(): Promise<{ payer: string; payee: string; ap: number }[]> {
    const added = [...this.#added.values()];
    const columns = toColumns(added);
    pipelineWrite(this.#tx, addToMonths(this.#tx, { ...columns, ap: added.map(({ ap }) => ap) }));
    const sides = new Map<string, MonthOfPair>();
    for (const { payer, payee, third, month } of await readCycles(this.#tx, columns)) {
      const cycle = [
        { payer, payee, month },
        { payer: payee, payee: third, month },
        { payer: third, payee: payer, month },
      ];
      for (const side of cycle) sides.set(keyOf(side), side);
    }
    return sides.size === 0 ? [] : this.#takeReturned([...sides.values()]);
  }

  async #takeReturned(
    sides: readonly MonthOfPair[],
  ): Promise<{ payer: string; payee: string; ap: number }[]> {
    const rows = await readDetours(this.#tx, toColumns(sides));
    const changed = rows.flatMap((row) => {
      const kept = computeNetPayment(row.ap, row.detours);
      return kept === row.kept ? [] : [{ ...row, kept, less: row.kept - kept }];
    });
    if (changed.length === 0) return [];
    const kept = changed.map((row) => row.kept);
    pipelineWrite(this.#tx, updateKept(this.#tx, { ...toColumns(changed), kept }));
    return changed.map(({ payer, payee, less }) => ({ payer, payee, ap: less }));
  }
}

const toColumns = (pairs: readonly MonthOfPair[]) => ({
  payers: pairs.map(({ payer }) => payer),
  payees: pairs.map(({ payee }) => payee),
  months: pairs.map(({ month }) => month),
});
type Columns = ReturnType<typeof toColumns>;

const addToMonths = compiledStatement(
  (_: Tx, { payers, payees, months, ap }: Columns & { ap: number[] }) => sql`
    INSERT INTO payment_month AS m (payer, payee, month, ap, kept)
    SELECT payer, payee, month, ap, ap
    FROM unnest(${payers}::text[], ${payees}::text[], ${months}::date[], ${ap}::bigint[]) AS paid (payer, payee, month, ap)
    ON CONFLICT (payee, payer, month) DO UPDATE SET ap = m.ap + excluded.ap, kept = m.kept + excluded.kept`,
);

/** The sub-selects hide the arrays' length from the planner, so that one generic plan serves every call. */
const pairsIn = ({ payers, payees, months }: Columns) => sql`unnest((SELECT ${payers}::text[]),
  (SELECT ${payees}::text[]), (SELECT ${months}::date[])) AS pair (payer, payee, month)`;

/** Every cycle of three agents that contains one of these pairs. */
const readCycles = compiledStatement(
  (_: Tx, { payers, payees, months }: Columns) => sql<MonthOfPair & { third: string }>`
    SELECT pair.payer, pair.payee, out.payee AS third, to_char(pair.month, 'YYYY-MM-DD') AS month
    FROM ${pairsIn({ payers, payees, months })}
    JOIN payment_month AS out ON out.payer = pair.payee AND out.month = pair.month
    JOIN payment_month AS home ON home.payee = pair.payer AND home.payer = out.payee AND home.month = pair.month
    WHERE out.payee <> pair.payer`,
);

const readDetours = compiledStatement(
  (_: Tx, { payers, payees, months }: Columns) => sql<
    MonthOfPair & { ap: number; kept: number; detours: Detour[] }
  >`
    SELECT paid.payer, paid.payee, to_char(paid.month, 'YYYY-MM-DD') AS month, paid.ap, paid.kept, (
        SELECT coalesce(json_agg(json_build_object('out', out.ap, 'home', home.ap)), '[]')
        FROM payment_month AS out
        JOIN payment_month AS home ON home.payee = paid.payer AND home.payer = out.payee AND home.month = paid.month
        WHERE out.payer = paid.payee AND out.month = paid.month) AS detours
    FROM ${pairsIn({ payers, payees, months })} JOIN payment_month AS paid USING (payee, payer, month)`,
);

const updateKept = compiledStatement(
  (_: Tx, { payers, payees, months, kept }: Columns & { kept: number[] }) => sql`
    UPDATE payment_month AS m SET kept = new.kept
    FROM unnest(${payers}::text[], ${payees}::text[], ${months}::date[], ${kept}::bigint[])
      AS new (payer, payee, month, kept)
    WHERE m.payee = new.payee AND m.payer = new.payer AND m.month = new.month`,
);
