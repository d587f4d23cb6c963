import { defaultPolicy } from '../../src/city/economy/policy.ts';
import { randomFrom } from './random.ts';
import { type SimAgent, SimCity } from './sim-city.ts';

const days = 30;
const hours = 24;
const newcomersPerDay = 3;
/** Networks of cloud and access providers that honest newcomers come from. */
const honestProviders = 200;

export const welcomeAttacks = [
  'none',
  'all at once',
  'first each day',
  'every hour',
  'a day in ten',
] as const;
export type WelcomeAttack = (typeof welcomeAttacks)[number];

export interface NewCity {
  /** Of the newcomers' pools of the 30 days, what the attacker was welcomed with. */
  readonly attackerShare: number;
  readonly attackerWelcomes: number;
  readonly honestWelcomes: number;
  readonly honest: number;
  /** Share of honest newcomers welcomed within a day of their arrival. */
  readonly withinDay: number;
}

/**
 * The first 30 days of a city: nobody is established, honest newcomers arrive at any hour, and the attacker, who acts
 * before them in every hour, has one IPv6 /32 and 50 IPv4 networks.
 */
export function simulateNewCity(attack: WelcomeAttack, hasNeighbours: boolean, seed: number): NewCity {
  const city = new SimCity(defaultPolicy, 0);
  const random = randomFrom(seed);
  const hostile = hostileNetworks(hasNeighbours);
  const accounts: SimAgent[] = [];
  /** One account per network that was not welcomed yet. */
  const candidates = new Map<string, SimAgent>();
  const waiting: { agent: SimAgent; since: number }[] = [];
  const [delays, honest]: [number[], SimAgent[]] = [[], []];
  const welcome = (agent: SimAgent): boolean =>
    city.grant(agent, 'welcome', city.policy.welcomeAp) > 0 ||
    city.grant(agent, 'work', city.policy.welcomeAp) > 0;
  for (let day = 0; day < days; day++) {
    city.startDay(day);
    const arrivals = Array.from({ length: hours }, () => 0);
    for (let chance = 0; chance < 2 * newcomersPerDay; chance++)
      if (random.chance(0.5)) arrivals[random.below(hours)]! += 1;
    for (let hour = 0; hour < hours; hour++) {
      city.time = hour / hours;
      const now = day * hours + hour;
      if (attacks(attack, day, hour))
        for (const network of hostile) {
          const account = candidates.get(network) ?? city.register(network, false);
          candidates.set(network, account);
          if (!welcome(account)) continue;
          accounts.push(account);
          candidates.delete(network);
        }
      for (let n = 0; n < (arrivals[hour] ?? 0); n++) {
        const network = `${20 + random.below(honestProviders)}.77.${random.below(256)}.0/24`;
        const agent = city.register(network, true);
        honest.push(agent);
        waiting.push({ agent, since: now });
      }
      for (const each of [...waiting])
        if (welcome(each.agent)) {
          delays.push(now - each.since);
          waiting.splice(waiting.indexOf(each), 1);
        }
    }
    for (const agent of [...accounts, ...honest]) city.visit(agent);
  }
  const [last] = [days * hours];
  // Those of the last day may still be welcomed in time.
  const judged = delays.length + waiting.filter(({ since }) => last - since >= hours).length;
  return {
    attackerShare: (accounts.length * city.policy.welcomeAp) / city.newcomersPool,
    attackerWelcomes: accounts.length,
    honestWelcomes: delays.length,
    honest: honest.length,
    withinDay: delays.filter((delay) => delay <= hours).length / judged,
  };
}

function attacks(attack: WelcomeAttack, day: number, hour: number): boolean {
  if (attack === 'none') return false;
  if (attack === 'all at once') return day === 3;
  if (attack === 'first each day') return hour === 0;
  if (attack === 'a day in ten') return day % 10 === 5;
  return true;
}

/** Their IPv4 networks are neighbours in few /16s, as those of one customer are, or each in a /16 of its own. */
function hostileNetworks(areNeighbours: boolean): string[] {
  const v4 = Array.from({ length: 50 }, (_, n) =>
    areNeighbours ? `198.${51 + (n % 2)}.${n * 5}.0/24` : `${100 + n}.9.8.0/24`,
  );
  const hex = (n: number) => n.toString(16);
  const v6 = Array.from({ length: 128 }, (_, n) => `2001:db8:${hex(n * 509)}::/48`);
  return [...v4, ...v6];
}
