import { sql } from 'kysely';
import { compiledStatement } from '../../platform/db/compiled-statement.ts';
import { pipelineWrite, type Tx } from '../../platform/db/transaction.ts';
import { computeNetPayment, type Detour, type PairPayment, type PairTotals } from './scores.ts';

/** All payments of one agent to another, as they count towards the payee's score. */
interface Pair extends PairTotals {
  readonly payer: string;
  readonly payee: string;
  /** AP that did not return to the payer through one other agent. */
  readonly kept: number;
  /** Whether the pair counts towards the payee's score. */
  readonly counted: boolean;
  /** Whether the payer is on record as established. */
  readonly known: boolean;
}

export const pairKey = (payer: string, payee: string): string => `${payer} ${payee}`;
const reverseOf = ({ payer, payee }: Sides): Sides => ({ payer: payee, payee: payer });

interface Sides {
  readonly payer: string;
  readonly payee: string;
}

/**
 * The pairs that a set of payments changes, before and after them, with the pairs of the opposite direction. Only one
 * transaction at a time counts payments, so that nobody else changes them in between.
 */
export class PaymentPairs {
  readonly #tx: Tx;
  readonly #before = new Map<string, Pair>();
  readonly #after = new Map<string, Pair>();

  private constructor(tx: Tx) {
    this.#tx = tx;
  }

  /** Adds payments to their pairs and months, and subtracts AP that returned through a cycle of three agents. */
  static async count(
    tx: Tx,
    payments: readonly (PairPayment & { readonly at: string })[],
  ): Promise<PaymentPairs> {
    const pairs = new PaymentPairs(tx);
    if (payments.length === 0) return pairs;
    const months = new MonthlyPayments(tx, payments);
    // Sent together: the server reads the pairs before it adds to the months.
    const reading = pairs.#read(payments);
    reading.catch(() => {});
    const returned = await months.add();
    await reading;
    for (const payment of payments) pairs.#add(payment);
    await pairs.#read(returned);
    for (const { payer, payee, ap } of returned) pairs.#keepLess(payer, payee, ap);
    return pairs;
  }

  /**
   * Per payment, the total that its payer had paid its payee by then, minus direct payments in return.
   */
  netAp(payments: readonly PairPayment[]): number[] {
    const paid = new Map([...this.#before].map(([key, { ap }]) => [key, ap]));
    return payments.map(({ payer, payee, ap }) => {
      const total = (paid.get(pairKey(payer, payee)) ?? 0) + ap;
      paid.set(pairKey(payer, payee), total);
      return total - (paid.get(pairKey(payee, payer)) ?? 0);
    });
  }

  /** Pairs that may count differently now, each with the AP that its payee had paid back. */
  changes(): { before: Pair; after: Pair; backBefore: number; backAfter: number }[] {
    return [...this.#after].map(([key, after]) => {
      const reverseKey = pairKey(after.payee, after.payer);
      return {
        before: this.#before.get(key) ?? after,
        after,
        backBefore: this.#before.get(reverseKey)?.ap ?? 0,
        backAfter: this.#after.get(reverseKey)?.ap ?? 0,
      };
    });
  }

  /** Writes the pairs with their marks; a pair without payments is the opposite of one and has no row. */
  write(marks: ReadonlyMap<string, boolean>): void {
    const changed = [...this.#after].flatMap(([key, pair]) => {
      const after = { ...pair, counted: marks.get(key) ?? pair.counted };
      return after.ap > 0 && !isEqual(after, this.#before.get(key)) ? [after] : [];
    });
    if (changed.length > 0) pipelineWrite(this.#tx, writePairs(this.#tx, toColumns(changed)));
  }

  /** Reads pairs that are not read yet; of the opposite direction only those that have payments. */
  async #read(sides: readonly Sides[]): Promise<void> {
    const unread = new Map<string, Sides>();
    for (const side of sides) {
      for (const each of [side, reverseOf(side)]) {
        const key = pairKey(each.payer, each.payee);
        if (!this.#before.has(key)) unread.set(key, each);
      }
    }
    if (unread.size === 0) return;
    const wanted = [...unread.values()];
    const payers = wanted.map(({ payer }) => payer);
    const [rows, established] = await Promise.all([
      readPairs(this.#tx, { payers, payees: wanted.map(({ payee }) => payee) }),
      readEstablished(this.#tx, { names: [...new Set(payers)] }),
    ]);
    const known = new Set(established.map(({ name }) => name));
    for (const row of rows) this.#set(row, known);
    for (const side of sides)
      if (!this.#before.has(pairKey(side.payer, side.payee))) this.#set({ ...side, ...noPayments }, known);
  }

  #set(
    { payer, payee, ap, kept, gigs, trades, counted }: Omit<Pair, 'known'>,
    known: ReadonlySet<string>,
  ): void {
    const pair = { payer, payee, ap, kept, gigs, trades, counted, known: known.has(payer) };
    this.#before.set(pairKey(payer, payee), pair);
    this.#after.set(pairKey(payer, payee), pair);
  }

  #add({ payer, payee, ap, gigs, trades }: PairPayment): void {
    const pair = this.#after.get(pairKey(payer, payee))!;
    this.#after.set(pairKey(payer, payee), {
      ...pair,
      ap: pair.ap + ap,
      gigs: pair.gigs + gigs,
      trades: pair.trades + trades,
      kept: pair.kept + ap,
    });
  }

  #keepLess(payer: string, payee: string, ap: number): void {
    const pair = this.#after.get(pairKey(payer, payee))!;
    this.#after.set(pairKey(payer, payee), { ...pair, kept: pair.kept - ap });
  }
}

const isEqual = (one: Pair, other: Pair | undefined): boolean =>
  other !== undefined &&
  one.ap === other.ap &&
  one.kept === other.kept &&
  one.gigs === other.gigs &&
  one.trades === other.trades &&
  one.counted === other.counted;

const noPayments = { ap: 0, kept: 0, gigs: 0, trades: 0, counted: false };

/** The sub-selects hide the arrays' length from the planner, so that one generic plan serves every call. */
const readPairs = compiledStatement(
  (_: Tx, { payers, payees }: { payers: string[]; payees: string[] }) => sql<Omit<Pair, 'known'>>`
    SELECT p.payer, p.payee, p.ap, p.kept, p.gigs, p.trades, p.counted
    FROM unnest((SELECT ${payers}::text[]), (SELECT ${payees}::text[])) AS side (payer, payee)
    JOIN payment_pair AS p ON p.payee = side.payee AND p.payer = side.payer`,
);

const readEstablished = compiledStatement(
  (_: Tx, { names }: { names: string[] }) => sql<{ name: string }>`
    SELECT name FROM known_payer WHERE name = ANY ((SELECT ${names}::text[])::text[])`,
);

const toColumns = (pairs: readonly Pair[]) => ({
  payers: pairs.map(({ payer }) => payer),
  payees: pairs.map(({ payee }) => payee),
  ap: pairs.map(({ ap }) => ap),
  gigs: pairs.map(({ gigs }) => gigs),
  trades: pairs.map(({ trades }) => trades),
  kept: pairs.map(({ kept }) => kept),
  counted: pairs.map(({ counted }) => counted),
});

const writePairs = compiledStatement(
  (_: Tx, { payers, payees, ap, gigs, trades, kept, counted }: ReturnType<typeof toColumns>) => sql`
    INSERT INTO payment_pair AS p (payer, payee, ap, gigs, trades, kept, counted)
    SELECT * FROM unnest(${payers}::text[], ${payees}::text[], ${ap}::bigint[], ${gigs}::integer[],
      ${trades}::integer[], ${kept}::bigint[], ${counted}::boolean[])
    ON CONFLICT (payee, payer) DO UPDATE SET ap = excluded.ap, gigs = excluded.gigs, trades = excluded.trades,
      kept = excluded.kept, counted = excluded.counted`,
);

interface MonthOfPair {
  readonly payer: string;
  readonly payee: string;
  readonly month: string;
}

const keyOf = ({ payer, payee, month }: MonthOfPair): string => `${month} ${payer} ${payee}`;

/** Payments per pair and UTC month, and how much of them returned to the payer through a cycle of three agents. */
class MonthlyPayments {
  readonly #tx: Tx;
  readonly #added = new Map<string, MonthOfPair & { ap: number }>();

  constructor(tx: Tx, payments: readonly (PairPayment & { readonly at: string })[]) {
    this.#tx = tx;
    for (const { payer, payee, ap, at } of payments) {
      const of = { payer, payee, month: `${at.slice(0, 7)}-01` };
      const known = this.#added.get(keyOf(of)) ?? { ...of, ap: 0 };
      known.ap += ap;
      this.#added.set(keyOf(of), known);
    }
  }

  /**
   * Adds the payments as if nothing returned, which is true for all pairs outside of cycles. Returns, for each pair
   * in a cycle, by how much it keeps less than that (or more, if negative).
   */
  async add(): Promise<{ payer: string; payee: string; ap: number }[]> {
    const added = [...this.#added.values()];
    const columns = toMonthColumns(added);
    const ap = added.map((each) => each.ap);
    pipelineWrite(this.#tx, addToMonths(this.#tx, { ...columns, ap }));
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
    const rows = await readDetours(this.#tx, toMonthColumns(sides));
    const changed = rows.flatMap((row) => {
      const kept = computeNetPayment(row.ap, row.detours);
      return kept === row.kept ? [] : [{ ...row, kept, less: row.kept - kept }];
    });
    if (changed.length === 0) return [];
    const kept = changed.map((row) => row.kept);
    pipelineWrite(this.#tx, updateKept(this.#tx, { ...toMonthColumns(changed), kept }));
    return changed.map(({ payer, payee, less }) => ({ payer, payee, ap: less }));
  }
}

const toMonthColumns = (pairs: readonly MonthOfPair[]) => ({
  payers: pairs.map(({ payer }) => payer),
  payees: pairs.map(({ payee }) => payee),
  months: pairs.map(({ month }) => month),
});
type Columns = ReturnType<typeof toMonthColumns>;

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
