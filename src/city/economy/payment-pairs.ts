import { sql } from 'kysely';
import { sendOnly, type Tx } from '../../platform/db/transaction.ts';
import { computeKept, type Detour, type Payment } from './scores.ts';

interface PairMonth {
  readonly payer: string;
  readonly payee: string;
  readonly month: string;
}

interface CountedPayment {
  readonly payment: Payment;
  readonly month: string;
}

/** Adds payments to their pair and month, and finds AP that went around a circle of three. */
export class PaymentPairs {
  readonly #tx: Tx;
  readonly #touched = new Map<string, PairMonth>();

  constructor(tx: Tx) {
    this.#tx = tx;
  }

  /**
   * Adds all payments with one statement per table. Returns for each the total that its payer had paid its payee by then,
   * minus direct payments in return.
   */
  async count(payments: readonly (Payment & { readonly at: string })[]): Promise<number[]> {
    if (payments.length === 0) return [];
    const counted = payments.map((payment) => ({ payment, month: `${payment.at.slice(0, 7)}-01` }));
    for (const { payment, month } of counted) {
      const { payer, payee } = payment;
      this.#touched.set(`${month} ${payer} ${payee}`, { payer, payee, month });
    }
    // Sent together: the server reads the totals before it adds to them.
    const paidBefore = readPaid(this.#tx, payments);
    sendOnly(this.#tx, addToMonths(this.#tx, counted));
    sendOnly(this.#tx, addToPairs(this.#tx, payments));
    const paid = await paidBefore;
    return payments.map(({ payer, payee, ap }) => {
      const total = (paid.get(`${payer} ${payee}`) ?? 0) + ap;
      paid.set(`${payer} ${payee}`, total);
      return total - (paid.get(`${payee} ${payer}`) ?? 0);
    });
  }

  /** Recomputes what each touched pair kept. Returns the agents whose score may have changed. */
  async finish(): Promise<Set<string>> {
    const names = new Set<string>();
    for (const { payer, payee } of this.#touched.values()) names.add(payer).add(payee);
    for (const pair of await readCircles(this.#tx, [...this.#touched.values()])) {
      this.#touched.set(`${pair.month} ${pair.payer} ${pair.payee}`, pair);
      names.add(pair.payee);
    }
    const pairs = [...this.#touched.values()];
    if (pairs.length > 0) await writeKept(this.#tx, pairs);
    return names;
  }
}

/** Totals paid so far between the agents of each payment, in both directions, by payer and payee. */
async function readPaid(tx: Tx, payments: readonly Payment[]): Promise<Map<string, number>> {
  const sides = payments.flatMap(({ payer, payee }) => [[payer, payee] as const, [payee, payer] as const]);
  const { rows } = await sql<{ payer: string; payee: string; ap: number }>`
    SELECT payer, payee, ap FROM payment_pair
    JOIN (SELECT DISTINCT payer, payee FROM unnest(${sides.map(([payer]) => payer)}::text[],
      ${sides.map(([, payee]) => payee)}::text[]) AS side (payer, payee)) AS sides USING (payee, payer)`.execute(
    tx,
  );
  return new Map(rows.map(({ payer, payee, ap }) => [`${payer} ${payee}`, Number(ap)]));
}

async function addToMonths(tx: Tx, counted: readonly CountedPayment[]): Promise<void> {
  await sql`INSERT INTO payment_month AS m (payer, payee, month, ap, kept)
    SELECT payer, payee, month, sum(ap), 0
    FROM unnest(${counted.map(({ payment }) => payment.payer)}::text[],
      ${counted.map(({ payment }) => payment.payee)}::text[], ${counted.map(({ month }) => month)}::date[],
      ${counted.map(({ payment }) => payment.ap)}::bigint[]) AS paid (payer, payee, month, ap)
    GROUP BY payer, payee, month
    ON CONFLICT (payee, payer, month) DO UPDATE SET ap = m.ap + excluded.ap`.execute(tx);
}

async function addToPairs(tx: Tx, payments: readonly Payment[]): Promise<void> {
  await sql`INSERT INTO payment_pair AS p (payer, payee, ap, gigs, trades)
    SELECT payer, payee, sum(ap), sum(gigs), sum(trades)
    FROM unnest(${payments.map(({ payer }) => payer)}::text[], ${payments.map(({ payee }) => payee)}::text[],
      ${payments.map(({ ap }) => ap)}::bigint[], ${payments.map(({ gigs }) => gigs)}::integer[],
      ${payments.map(({ trades }) => trades)}::integer[]) AS paid (payer, payee, ap, gigs, trades)
    GROUP BY payer, payee
    ON CONFLICT (payee, payer) DO UPDATE SET ap = p.ap + excluded.ap, gigs = p.gigs + excluded.gigs,
      trades = p.trades + excluded.trades`.execute(tx);
}

const columns = (pairs: readonly PairMonth[]) => sql`unnest(${pairs.map(({ payer }) => payer)}::text[],
  ${pairs.map(({ payee }) => payee)}::text[], ${pairs.map(({ month }) => month)}::date[]) AS pair (payer, payee, month)`;

/** The other two sides of every circle of three that contains one of these pairs. */
async function readCircles(tx: Tx, pairs: readonly PairMonth[]): Promise<PairMonth[]> {
  const { rows } = await sql<{ payer: string; payee: string; third: string; month: string }>`
    SELECT pair.payer, pair.payee, out.payee AS third, to_char(pair.month, 'YYYY-MM-DD') AS month
    FROM ${columns(pairs)}
    JOIN payment_month AS out ON out.payer = pair.payee AND out.month = pair.month
    JOIN payment_month AS home ON home.payee = pair.payer AND home.payer = out.payee AND home.month = pair.month
    WHERE out.payee <> pair.payer`.execute(tx);
  return rows.flatMap(({ payer, payee, third, month }) => [
    { payer: payee, payee: third, month },
    { payer: third, payee: payer, month },
  ]);
}

async function writeKept(tx: Tx, pairs: readonly PairMonth[]): Promise<void> {
  const { rows } = await sql<{ payer: string; payee: string; month: string; ap: number; detours: Detour[] }>`
    SELECT paid.payer, paid.payee, to_char(paid.month, 'YYYY-MM-DD') AS month, paid.ap, (
        SELECT coalesce(json_agg(json_build_object('out', out.ap, 'home', home.ap)), '[]')
        FROM payment_month AS out
        JOIN payment_month AS home ON home.payee = paid.payer AND home.payer = out.payee AND home.month = paid.month
        WHERE out.payer = paid.payee AND out.month = paid.month) AS detours
    FROM ${columns(pairs)} JOIN payment_month AS paid USING (payee, payer, month)`.execute(tx);
  const kept = rows.map(({ ap, detours }) => computeKept(Number(ap), detours));
  await sql`UPDATE payment_month AS m SET kept = new.kept
    FROM ROWS FROM (
      unnest(${rows.map(({ payer }) => payer)}::text[]), unnest(${rows.map(({ payee }) => payee)}::text[]),
      unnest(${rows.map(({ month }) => month)}::date[]), unnest(${kept}::bigint[])) AS new (payer, payee, month, kept)
    WHERE m.payee = new.payee AND m.payer = new.payer AND m.month = new.month`.execute(tx);
  await sql`UPDATE payment_pair AS p SET kept = (
      SELECT sum(m.kept) FROM payment_month AS m WHERE m.payee = p.payee AND m.payer = p.payer)
    FROM (SELECT DISTINCT payer, payee FROM ${columns(pairs)}) AS changed
    WHERE p.payee = changed.payee AND p.payer = changed.payer`.execute(tx);
}
