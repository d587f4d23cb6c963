import { shipShares } from '../../src/city/companies/ships.ts';
import type { HonestPeople } from './honest.ts';
import { dayMs, type SimAgent, type SimCity } from './sim-city.ts';

/** 1,000 IPv4 addresses in 50 networks, each in a /16 of its own, and one IPv6 /48. */
const networks = [...Array.from({ length: 50 }, (_, n) => `${100 + n}.51.100.0/24`), '2001:db8:1::/48'];
const accountsPerNetwork = 20;
const companySize = 10;
/** Accounts that do honest work until they are established. */
const infiltrators = 5;

export const strategies = [
  'sign-ups',
  'daily visits',
  'vouch rings',
  'vouch rings of three',
  'wash trading',
  'wash rings of three',
  'wash rings of ten',
  'ships',
  'leeching',
  'everything',
] as const;
export type Strategy = (typeof strategies)[number];

/** One machine with any number of accounts, which acts first on every day. */
export class Attacker {
  readonly accounts: SimAgent[] = [];
  readonly #city: SimCity;
  readonly #strategy: Strategy;

  constructor(city: SimCity, strategy: Strategy) {
    this.#city = city;
    this.#strategy = strategy;
  }

  act(day: number, people: HonestPeople): void {
    const actions = (strategy: Strategy) => this.#strategy === strategy || this.#strategy === 'everything';
    this.#signUp(day, actions('sign-ups'));
    if (actions('wash trading')) this.#washTrade(day, people);
    if (actions('vouch rings')) this.#vouchRing(day);
    if (actions('vouch rings of three')) this.#smallRings(3, people, true);
    if (actions('wash rings of three')) this.#smallRings(3, people, false);
    if (actions('wash rings of ten')) this.#smallRings(10, people, false);
    if (actions('ships')) this.#ship();
    if (actions('leeching')) this.#infiltrate(people);
    if (actions('daily visits')) for (const account of this.accounts) this.#city.visit(account);
  }

  /**
   * Accounts are free, so an attacker who wants welcome grants creates new ones every day and solves the proofs of
   * work.
   */
  #signUp(day: number, forWelcomes: boolean): void {
    const city = this.#city;
    const perNetwork = day === 0 ? accountsPerNetwork : forWelcomes ? 4 : 0;
    for (const network of networks) {
      for (let n = 0; n < perNetwork; n++) {
        const account = city.register(network, false);
        this.accounts.push(account);
        if (!forWelcomes) continue;
        if (city.grant(account, 'welcome', city.policy.welcomeAp) === 0) {
          city.grant(account, 'work', city.policy.welcomeAp);
        }
      }
    }
  }

  /**
   * A few accounts work honestly until they are established, then pay the others for gigs; the AP circulates in a ring.
   */
  #washTrade(day: number, people: HonestPeople): void {
    const city = this.#city;
    const workers = this.accounts.slice(0, infiltrators);
    for (const [n, worker] of workers.entries()) {
      const payer = people.agents[(day * 37 + n * 101) % people.agents.length];
      if (payer && payer.balance >= 15) city.gig(payer, worker, 15);
    }
    const ring = this.accounts;
    const rich = ring.filter((account) => account.balance >= 2);
    for (const [n, payer] of rich.entries()) {
      // First to agents that are not established yet, from another network.
      const worker = ring[(n * 23 + day * 61 + accountsPerNetwork) % ring.length];
      if (worker && worker !== payer) city.gig(payer, worker, 1);
      const newcomer = ring.find(
        (each) => !each.established && each.network !== payer.network && !each.introducedBy.has(payer.id),
      );
      if (payer.established && newcomer && payer.balance >= 1) city.gig(payer, newcomer, 1);
    }
    // Established accounts visit daily, because that is rewarded.
    for (const account of ring) if (account.established) city.visit(account);
  }

  #vouchRing(day: number): void {
    const city = this.#city;
    const ring = this.accounts.slice(0, 200);
    const [bank] = ring;
    if (!bank) return;
    for (const [n, voucher] of ring.entries()) {
      const worker = ring[(n + accountsPerNetwork) % ring.length];
      if (!worker) continue;
      // A gig of 1 AP each, so that every account has completed one for an account of another network.
      if (city.scoreOf(worker).gigs === 0) {
        if (voucher.balance === 0) city.grant(voucher, 'welcome', city.policy.welcomeAp);
        if (voucher.balance > 0) city.gig(voucher, worker, 1);
      }
      for (let k = 1; k <= 3; k++) {
        const receiver = ring[(n + k * accountsPerNetwork + day) % ring.length];
        if (receiver) city.vouch(voucher, receiver);
      }
    }
  }

  /**
   * Every account is in one ring, whose members are in different networks. AP circulates in every ring daily; the
   * members of the first rings also work for honest agents until they are established.
   */
  #smallRings(size: number, people: HonestPeople, vouching: boolean): void {
    const city = this.#city;
    const rings = Math.floor((networks.length * accountsPerNetwork) / size);
    for (let ring = 0; ring < rings; ring++) {
      const members = Array.from({ length: size }, (_, n) => this.#memberOf(ring * size + n));
      for (const [n, payer] of members.entries()) {
        const worker = members[(n + 1) % size];
        if (!payer || !worker) continue;
        if (!payer.welcomed) city.grant(payer, 'welcome', city.policy.welcomeAp);
        const honest = people.agents[(city.day * 37 + payer.id * 101) % people.agents.length];
        const infiltrates = ring * size < infiltrators && !payer.established;
        if (infiltrates && honest && honest.balance >= 15) city.gig(honest, payer, 15);
        if (payer.balance >= 10) city.gig(payer, worker, 10);
        if (vouching) for (const other of members) if (other && other !== payer) city.vouch(payer, other);
        if (payer.established) city.visit(payer);
      }
    }
  }

  /** The accounts of the first day, network by network. */
  #memberOf(n: number): SimAgent | undefined {
    const databaseAddress =
      (n % networks.length) * accountsPerNetwork + (Math.floor(n / networks.length) % accountsPerNetwork);
    return this.accounts[databaseAddress];
  }

  /** Companies of ten, each with a new user site on a shared host every day, its token in the page. */
  #ship(): void {
    const city = this.#city;
    for (let at = 0; at + companySize <= this.accounts.length; at += companySize) {
      const team = this.accounts.slice(at, at + companySize);
      const shares = shipShares(
        team.map((account, n) => ({
          agentId: account.id,
          name: String(account.id),
          founder: n === 0,
          approved: true,
          registeredAt: new Date(account.since * dayMs),
          // A few accounts worked for honest agents; each pays ten others gigs of 1 AP, which count.
          hasOutsideGig: true,
        })),
        {
          proven: true,
          now: new Date(city.day * dayMs),
          fullAp: city.policy.shipAp,
          newcomerAp: city.policy.shipNewcomerAp,
        },
      );
      for (const { member, ap } of shares) {
        const account = city.agents[member.agentId];
        if (account) city.grant(account, 'ship', ap);
      }
      const [founder] = team;
      if (founder) city.grant(founder, 'treasury', city.policy.shipAp);
    }
  }

  /** Nine outsiders join every honest company on the first day. */
  #infiltrate(people: HonestPeople): void {
    for (const [n, company] of people.companies.entries()) {
      if (company.infiltrators.length > 0) continue;
      company.infiltrators.push(...this.accounts.slice(n * 9, n * 9 + 9));
    }
  }
}
