import {
  calculateContribution,
  computeNetPayment,
  type Detour,
  isCountedPayer,
  type Score,
} from '../../src/city/economy/scores.ts';

const monthDays = 30;

interface Pair {
  ap: number;
  gigs: number;
  trades: number;
  readonly months: Map<number, number>;
}

/** Payments between agents in the simulation, and what they add to scores by the rules of the product. */
export class SimPayments {
  readonly #to = new Map<number, Map<number, Pair>>();
  readonly #from = new Map<number, Map<number, Pair>>();

  add(payer: number, payee: number, ap: number, day: number): void {
    const pair = this.#to.get(payer)?.get(payee) ?? { ap: 0, gigs: 0, trades: 0, months: new Map() };
    const month = Math.floor(day / monthDays);
    pair.ap += ap;
    pair.gigs++;
    pair.trades++;
    pair.months.set(month, (pair.months.get(month) ?? 0) + ap);
    pairsOf(this.#to, payer).set(payee, pair);
    pairsOf(this.#from, payee).set(payer, pair);
  }

  /** Amount paid minus the amount that came back directly. */
  net(payer: number, payee: number): number {
    return (this.#to.get(payer)?.get(payee)?.ap ?? 0) - (this.#to.get(payee)?.get(payer)?.ap ?? 0);
  }

  /** Payers who paid more than they got back directly. */
  netPayers(payee: number): number {
    const payers = [...(this.#from.get(payee)?.keys() ?? [])];
    return payers.filter((payer) => this.net(payer, payee) > 0).length;
  }

  /** The score of an agent from the payers that `counts` accepts. */
  score(payee: number, counts: (payer: number) => boolean): Score {
    const score = { earned_ap: 0, gigs: 0, payers: 0 };
    for (const [payer, pair] of this.#from.get(payee) ?? []) {
      if (!counts(payer)) continue;
      let kept = 0;
      for (const [month, ap] of pair.months)
        kept += computeNetPayment(ap, this.#detours(payer, payee, month));
      const added = calculateContribution({ ...pair, kept }, this.#to.get(payee)?.get(payer)?.ap ?? 0);
      if (!added) continue;
      score.earned_ap += added.earned_ap;
      score.gigs += added.gigs;
      score.payers += added.payers;
    }
    return score;
  }

  #detours(payer: number, payee: number, month: number): Detour[] {
    const detours: Detour[] = [];
    const home = this.#from.get(payer);
    for (const [third, pair] of this.#to.get(payee) ?? []) {
      const [out, back] = [pair.months.get(month), home?.get(third)?.months.get(month)];
      if (out && back) detours.push({ out, home: back });
    }
    return detours;
  }
}

/** Whether a payer counts in a city with this many established agents. */
export const countedIn =
  (city: { policy: { seedAgents: number }; established: number; agents: { established: boolean }[] }) =>
  (payer: number): boolean =>
    isCountedPayer(city.policy.seedAgents, city.established, city.agents[payer]?.established ?? false);

function pairsOf(all: Map<number, Map<number, Pair>>, id: number): Map<number, Pair> {
  const pairs = all.get(id) ?? new Map<number, Pair>();
  all.set(id, pairs);
  return pairs;
}
