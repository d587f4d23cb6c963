import {
  decideGrant,
  type GrantSource,
  type GrantUsage,
  isEarnedWelcome,
  isWelcome,
} from '../../src/city/economy/grant-decision.ts';
import { isEstablished, isIntroduction, sameNetwork } from '../../src/city/economy/introductions.ts';
import {
  type DayBudget,
  dayBudget,
  type MintPolicy,
  type Pool,
  poolOf,
  pools,
  releasedBudget,
  visitAp,
  widerPrefixes,
} from '../../src/city/economy/policy.ts';
import type { Score } from '../../src/city/economy/scores.ts';
import { findVouchBlocker } from '../../src/city/reputation/vouches.ts';
import { countedIn, SimPayments } from './payments.ts';

export const dayMs = 86_400_000;

export interface SimAgent {
  readonly id: number;
  readonly honest: boolean;
  readonly network: string;
  readonly since: number;
  company: number | undefined;
  established: boolean;
  streak: number;
  lastVisit: number;
  balance: number;
  minted: number;
  welcomed: boolean;
  welcomedOn: number;
  /** Minted for it, and received from others. */
  income: number;
  readonly introducedBy: Set<number>;
  /** Days on which it introduced somebody. */
  readonly introduced: { day: number; worker: number }[];
  readonly vouchedFor: Set<number>;
  readonly vouchesPaid: Date[];
}

interface Use {
  ap: number;
  welcomes: number;
  works: number;
  ships: number;
  newcomerAp: number;
}

/** The city of the simulation: balances in memory, every decision by the rules of the product. */
export class SimCity {
  readonly policy: MintPolicy;
  readonly agents: SimAgent[] = [];
  day: number;
  /** Share of the day that has passed: grants of a whole day are made at its end. */
  time = 0.999;
  budget: DayBudget;
  minted = 0;
  burned = 0;
  #burnedOn: number[] = [];
  #establishedOn: number[] = [];
  #uses = new Map<string, Map<number, Use>>();
  #poolUse: Record<Pool, number> = { newcomer: 0, established: 0, local: 0 };
  #visitors: Record<Pool, number> = { newcomer: 0, established: 0, local: 0 };
  readonly payments = new SimPayments();
  #works = 0;
  readonly #welcomed = new Map<string, SimAgent[]>();
  #established = 0;
  #left: { ap: number; daysAgo: number } | undefined;
  /** AP of the newcomers' pools of all days until now. */
  newcomersPool = 0;
  readonly #vouchesReceived = new Map<string, number>();

  constructor(policy: MintPolicy, day: number) {
    this.policy = policy;
    this.day = day;
    this.budget = dayBudget(policy, this.#facts());
    this.newcomersPool = this.budget.carried;
  }

  get established(): number {
    return this.#established;
  }

  get supply(): number {
    return this.minted - this.burned;
  }

  startDay(day: number): void {
    if (day > this.day)
      this.#left = { ap: this.budget.pools.newcomer - this.#poolUse.newcomer, daysAgo: day - this.day };
    this.day = day;
    this.budget = dayBudget(this.policy, this.#facts());
    this.newcomersPool += this.budget.pools.newcomer - this.budget.carried;
    this.#works = 0;
    for (const pool of pools) {
      this.#poolUse[pool] = 0;
      this.#visitors[pool] = 0;
    }
    for (const agent of this.agents) {
      const introductions = agent.introducedBy.size;
      if (agent.established || introductions === 0) continue;
      const ageMs = (day - agent.since) * dayMs;
      if (!isEstablished(this.policy, { ageMs, introductions, established: this.#established })) continue;
      agent.established = true;
      this.#established++;
      this.#establishedOn[day + 1_000] = (this.#establishedOn[day + 1_000] ?? 0) + 1;
    }
  }

  register(network: string, honest: boolean): SimAgent {
    const agent: SimAgent = {
      id: this.agents.length,
      honest,
      network,
      since: this.day,
      company: undefined,
      established: false,
      streak: 0,
      lastVisit: Number.NEGATIVE_INFINITY,
      balance: 0,
      minted: 0,
      welcomed: false,
      welcomedOn: Number.NEGATIVE_INFINITY,
      income: 0,
      introducedBy: new Set(),
      introduced: [],
      vouchedFor: new Set(),
      vouchesPaid: [],
    };
    this.agents.push(agent);
    return agent;
  }

  /** Grants what the budgets allow; returns what was paid. */
  grant(agent: SimAgent, source: GrantSource, ap: number, pool: Pool = poolOf(agent)): number {
    const prefixes = widerPrefixes(agent.network);
    const [own, network] = [this.#use(`agent:${agent.id}`), this.#use(`net:${agent.network}`)];
    const sum = (use: Map<number, Use>, days: number, name: keyof Use) => {
      let total = 0;
      for (let n = 0; n < days; n++) total += use.get(this.day - n)?.[name] ?? 0;
      return total;
    };
    const usage: GrantUsage = {
      agent: { today: sum(own, 1, 'ap'), week: sum(own, 7, 'ap'), ships: sum(own, 1, 'ships') },
      network: {
        welcomesToday: sum(network, 1, 'welcomes'),
        welcomesThisMonth: sum(network, 30, 'welcomes'),
        earnedWelcomesThisMonth: sum(network, 30, 'works'),
        provenThisMonth: this.#provenIn(agent.network),
        apToday: sum(network, 1, 'ap'),
        newcomerApThisMonth: sum(network, 30, 'newcomerAp'),
      },
      prefixes: prefixes.map((prefix) => {
        const use = this.#use(`net:${prefix}`);
        return sum(use, 30, 'welcomes') + sum(use, 30, 'works') - this.#provenIn(prefix);
      }),
      pool: { ap: this.#poolUse[pool], works: this.#works },
    };
    const budget = releasedBudget(this.budget, new Date((this.day + this.time) * dayMs));
    const request = { source, ap, pool, network: agent.network };
    const { ap: paid } = decideGrant(this.policy, budget, request, usage);
    if (paid === 0) return 0;
    const welcomes = isWelcome(source);
    if (welcomes) {
      agent.welcomed = true;
      agent.welcomedOn = this.day;
      for (const prefix of [agent.network, ...prefixes]) this.#welcomedIn(prefix).push(agent);
    }
    for (const use of [
      own,
      network,
      ...(welcomes ? prefixes : []).map((prefix) => this.#use(`net:${prefix}`)),
    ]) {
      const today = use.get(this.day) ?? { ap: 0, welcomes: 0, works: 0, ships: 0, newcomerAp: 0 };
      if (!welcomes) today.ap += paid;
      if (!welcomes && pool !== 'established') today.newcomerAp += paid;
      if (source === 'welcome') today.welcomes++;
      if (isEarnedWelcome(source)) today.works++;
      if (source === 'ship') today.ships++;
      use.set(this.day, today);
    }
    this.#poolUse[pool] += paid;
    if (source === 'daily') this.#visitors[pool]++;
    if (source === 'work') this.#works++;
    this.minted += paid;
    agent.balance += paid;
    agent.minted += paid;
    agent.income += paid;
    return paid;
  }

  visit(agent: SimAgent): void {
    agent.streak = agent.lastVisit === this.day - 1 ? agent.streak + 1 : 1;
    agent.lastVisit = this.day;
    this.grant(agent, 'daily', visitAp(this.policy, agent.streak));
  }

  /** Public facts about an agent. */
  scoreOf(agent: SimAgent): Score {
    return this.payments.score(agent.id, countedIn(this));
  }

  pay(payer: SimAgent, payee: SimAgent, ap: number): void {
    payer.balance -= ap;
    payee.balance += ap;
    payee.income += ap;
    this.payments.add(payer.id, payee.id, ap, this.day);
  }

  gig(payer: SimAgent, worker: SimAgent, ap: number): void {
    this.pay(payer, worker, ap);
    const netAp = this.payments.net(payer.id, worker.id);
    const speaks = isIntroduction(this.policy, {
      payerEstablished: payer.established,
      sameNetwork: sameNetwork(payer.network, worker.network),
      sameCompany: payer.company !== undefined && payer.company === worker.company,
      netAp,
      introducedThisWeek: payer.introduced.filter(
        (each) => each.day > this.day - 7 && each.worker !== worker.id,
      ).length,
      established: this.#established,
    });
    if (!speaks || worker.introducedBy.has(payer.id)) return;
    worker.introducedBy.add(payer.id);
    payer.introduced.push({ day: this.day, worker: worker.id });
    if (!worker.welcomed && payer.established) {
      this.grant(worker, 'first-gig', this.policy.welcomeAp, 'established');
    }
  }

  vouch(voucher: SimAgent, receiver: SimAgent): void {
    if (voucher === receiver || voucher.vouchedFor.has(receiver.id)) return;
    const now = new Date(this.day * dayMs);
    const received = `${receiver.id} ${this.day}`;
    const waits = findVouchBlocker(
      {
        voucherRegisteredAt: new Date(voucher.since * dayMs),
        voucherGigs: this.scoreOf(voucher).gigs,
        sameNetwork: sameNetwork(voucher.network, receiver.network),
        sameCompany: voucher.company !== undefined && voucher.company === receiver.company,
        receivedToday: this.#vouchesReceived.get(received) ?? 0,
        givenThisWeek: voucher.vouchesPaid.filter((at) => at.getTime() > now.getTime() - 7 * dayMs),
      },
      now,
    );
    if (waits || this.grant(receiver, 'vouch', this.policy.vouchAp) === 0) return;
    voucher.vouchedFor.add(receiver.id);
    voucher.vouchesPaid.push(now);
    this.#vouchesReceived.set(received, (this.#vouchesReceived.get(received) ?? 0) + 1);
  }

  spend(agent: SimAgent, ap: number): void {
    agent.balance -= ap;
    this.burned += ap;
    this.#burnedOn[this.day + 1_000] = (this.#burnedOn[this.day + 1_000] ?? 0) + ap;
  }

  #provenIn(network: string): number {
    return this.#welcomedIn(network).filter((each) => each.established && each.welcomedOn > this.day - 30)
      .length;
  }

  #welcomedIn(network: string): SimAgent[] {
    const known = this.#welcomed.get(network) ?? [];
    this.#welcomed.set(network, known);
    return known;
  }

  #use(scope: string): Map<number, Use> {
    const use = this.#uses.get(scope) ?? new Map<number, Use>();
    this.#uses.set(scope, use);
    return use;
  }

  #facts() {
    const perDay = (series: readonly (number | undefined)[]) => {
      let sum = 0;
      for (let n = 1; n <= 7; n++) sum += series[this.day + 1_000 - n] ?? 0;
      return sum / 7;
    };
    return {
      supply: this.supply,
      burnedPerDay: perDay(this.#burnedOn),
      establishedPerDay: perDay(this.#establishedOn),
      visitors: { ...this.#visitors },
      newcomersLeft: this.#left,
    };
  }
}
