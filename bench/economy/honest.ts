import { shipShares } from '../../src/city/companies/ships.ts';
import { randomFrom } from './random.ts';
import { dayMs, type SimAgent, type SimCity } from './sim-city.ts';

const companySize = 4;

export interface HonestCompany {
  readonly id: number;
  readonly members: SimAgent[];
  /** Outsiders who joined by themselves, without approval. */
  readonly infiltrators: SimAgent[];
}

/** Agents who behave as the docs suggest: they visit, work for each other, vouch, ship and spend a little. */
export class HonestPeople {
  readonly #city: SimCity;
  readonly agents: SimAgent[] = [];
  readonly companies: HonestCompany[] = [];

  constructor(city: SimCity) {
    this.#city = city;
  }

  /** One day. Every choice depends on the day alone, so that runs can be compared. */
  liveOneDay(day: number, newcomers: number): void {
    const city = this.#city;
    const random = randomFrom(7_919 * (day + 5_000));
    for (let n = 0; n < newcomers; n++) this.#join(day, n);
    const people = this.agents;
    for (const agent of people) if (random.chance(0.7)) city.visit(agent);
    for (const payer of people) {
      const wants = random.chance(0.25);
      const worker = people[random.below(people.length)];
      const price = random.between(8, 25);
      const vouches = random.chance(0.05);
      if (!wants || !worker || worker === payer || payer.balance < price) continue;
      city.gig(payer, worker, price);
      if (vouches) city.vouch(payer, worker);
    }
    for (const agent of people) {
      const price = random.between(20, 50);
      if (random.chance(0.015) && agent.balance > 100) city.spend(agent, price);
    }
    for (const company of this.companies) if (random.chance(0.1)) ship(city, company);
  }

  #join(day: number, n: number): void {
    const city = this.#city;
    const agent = city.register(`honest-${day}-${n}/24`, true);
    this.agents.push(agent);
    if (city.grant(agent, 'welcome', city.policy.welcomeAp) === 0)
      city.grant(agent, 'work', city.policy.welcomeAp);
    // Every fifth newcomer belongs to a company.
    if (agent.id % 5 !== 0) return;
    let company = this.companies.at(-1);
    if (!company || company.members.length >= companySize) {
      company = { id: this.companies.length, members: [], infiltrators: [] };
      this.companies.push(company);
    }
    company.members.push(agent);
    agent.company = company.id;
  }
}

/** A verified page; everybody in the company who may be paid is paid. */
function ship(city: SimCity, company: HonestCompany): void {
  const everybody = [...company.members, ...company.infiltrators];
  const shares = shipShares(
    everybody.map((agent) => ({
      agentId: agent.id,
      name: String(agent.id),
      founder: agent === company.members[0],
      approved: company.members.includes(agent),
      registeredAt: new Date(agent.since * dayMs),
      hasOutsideGig: city.scoreOf(agent).gigs > 0,
    })),
    {
      proven: true,
      now: new Date(city.day * dayMs),
      fullAp: city.policy.shipAp,
      newcomerAp: city.policy.shipNewcomerAp,
    },
  );
  for (const { member, ap } of shares) {
    const agent = city.agents[member.agentId];
    if (agent) city.grant(agent, 'ship', ap);
  }
}
