import { defaultPolicy } from '../../src/city/economy/policy.ts';
import { reputationOf } from '../../src/city/economy/scores.ts';
import { readOptions } from '../options.ts';
import { printTable } from '../table.ts';
import { Attacker, type Strategy, strategies } from './attacker.ts';
import { HonestPeople } from './honest.ts';
import { attacks, simulateMarket } from './market.ts';
import { simulateNewCity, welcomeAttacks } from './new-city.ts';
import { countedIn } from './payments.ts';
import { type SimAgent, SimCity } from './sim-city.ts';

const defaults = {
  /** Honest agents at the start of the attack, who joined over the days before. */
  honest: 1_000,
  days: 30,
  /** Days before the attack. */
  history: 200,
  /** Honest agents who join per day during the attack. */
  newcomers: 5,
};
type Options = typeof defaults;

const bars = {
  share: 0.1,
  perAccountDay: 20,
  honestChange: 0.05,
  growth: 0.01,
  honestLoss: 0.02,
  newcomersShare: 0.2,
  withinDay: 0.95,
};

interface Outcome {
  readonly supply: number;
  readonly minted: number;
  readonly held: number;
  readonly accounts: number;
  readonly medianIncome: number;
  readonly scores: ScoreFacts;
  /** Mean growth of the supply per day over the last week. */
  readonly growth: number;
}

/** Public facts on profiles at the end of a run. */
interface ScoreFacts {
  /** Accounts of the attacker with a payer that counts and belongs to the attacker. */
  readonly selfPaid: number;
  readonly highestSelfReputation: number;
  readonly highestSelfEarned: number;
  readonly honestReputation: number;
  /** Share of all payers who paid more than they got back directly. */
  readonly honestPayersKept: number;
}

/** 30 days of the city by its own rules: the income of each known attack, and its cost for the other agents. */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, defaults);
  const rest = simulate({ ...options, newcomers: 0 }, undefined);
  const base = simulate(options, undefined);
  const outcomes = strategies.map((strategy) => ({ strategy, outcome: simulate(options, strategy) }));
  const rows = outcomes.map(({ strategy, outcome }) => {
    const share = outcome.held / outcome.supply;
    const perAccountDay = outcome.accounts === 0 ? 0 : outcome.minted / outcome.accounts / options.days;
    const change = outcome.medianIncome / base.medianIncome - 1;
    const held =
      share <= bars.share && perAccountDay <= bars.perAccountDay && Math.abs(change) <= bars.honestChange;
    return [
      strategy,
      outcome.minted,
      outcome.accounts,
      perAccountDay.toFixed(2),
      percent(share),
      percent(change),
      held ? 'held' : 'BROKEN',
    ];
  });
  printTable(
    `an attacker with 51 networks against ${options.honest} honest agents, ${options.days} days`,
    [
      'strategy',
      'AP minted',
      'accounts paid',
      'AP per account and day',
      'share of supply',
      'honest median',
      'bars',
    ],
    rows,
  );
  printTable(
    'the city itself',
    ['run', 'supply', 'median income in 30 days', 'supply growth per day', 'bar'],
    [
      ['no attacker', base.supply, base.medianIncome, percent(base.growth), ''],
      [
        'at rest (nobody joins)',
        rest.supply,
        rest.medianIncome,
        percent(rest.growth),
        rest.growth <= bars.growth ? 'held' : 'BROKEN',
      ],
    ],
  );
  printTable(
    'public facts that an attacker gives its own accounts by paying them',
    [
      'strategy',
      'accounts with a score',
      'highest reputation',
      'highest earned_ap',
      'honest median reputation',
    ],
    [...outcomes, { strategy: 'no attacker', outcome: base }].map(({ strategy, outcome: { scores } }) => [
      strategy,
      scores.selfPaid,
      scores.highestSelfReputation,
      scores.highestSelfEarned,
      scores.honestReputation,
    ]),
  );
  console.log(
    `honest payers that count, of all who paid more than they got back: ${percent(base.scores.honestPayersKept)}`,
  );
  const marketRows = attackMarket(options.days);
  printTable(
    `colluding agents in a market with 50 honest ones, ${options.days} days`,
    [
      'attack',
      'colluders',
      'AP per colluder',
      'AP by honest work',
      'honest loss (mean)',
      'honest loss (worst)',
      'bars',
    ],
    marketRows,
  );
  const newCityRows = attackNewCity();
  printTable(
    'the first 30 days of a city: an attacker with one IPv6 /32 and 50 IPv4 networks, 3 honest newcomers per day',
    ['IPv4 networks', 'attack', "of the newcomers' pool", 'welcomes', 'honest within a day', 'bars'],
    newCityRows,
  );
  const broken =
    [...rows, ...marketRows, ...newCityRows].some((row) => row.at(-1) === 'BROKEN') ||
    rest.growth > bars.growth;
  if (broken) process.exitCode = 1;
}

function attackNewCity(): (string | number)[][] {
  const seeds = [1, 2, 3, 4, 5];
  return [true, false].flatMap((areNeighbours) =>
    welcomeAttacks.map((attack) => {
      const runs = seeds.map((seed) => simulateNewCity(attack, areNeighbours, seed));
      const share = Math.max(...runs.map(({ attackerShare }) => attackerShare));
      const withinDay = runs.reduce((sum, run) => sum + run.withinDay, 0) / runs.length;
      const isHeld = share <= bars.newcomersShare && withinDay >= bars.withinDay;
      return [
        areNeighbours ? 'in two /16s' : 'each in a /16 of its own',
        attack,
        percent(share),
        Math.max(...runs.map(({ attackerWelcomes }) => attackerWelcomes)),
        percent(withinDay),
        isHeld ? 'held' : 'BROKEN',
      ];
    }),
  );
}

/** Colluders must earn less than by honest work, and cost the honest agents at most 2 % of their income. */
function attackMarket(days: number): (string | number)[][] {
  const honest = 50;
  return attacks.flatMap((attack) =>
    [2, 5, 20].map((colluders) => {
      const alone = simulateMarket({ honest, colluders: 0, days }, undefined);
      const together = simulateMarket({ honest, colluders, days }, undefined);
      const attacked = simulateMarket({ honest, colluders, days }, attack);
      // Lost to the colluders directly, or because of them: work that was not there to be taken.
      const missed = 1 - attacked.honestIncome / alone.honestIncome;
      const meanLoss = Math.max(attacked.meanLoss, missed);
      const isHeld = attacked.colluderGain < together.honestIncome && meanLoss <= bars.honestLoss;
      return [
        attack,
        colluders,
        Math.round(attacked.colluderGain),
        Math.round(together.honestIncome),
        percent(meanLoss),
        percent(attacked.worstLoss),
        isHeld ? 'held' : 'BROKEN',
      ];
    }),
  );
}

export function simulate(options: Options, strategy: Strategy | undefined): Outcome {
  const { honest, days, history, newcomers } = options;
  const city = new SimCity(defaultPolicy, -history);
  const people = new HonestPeople(city);
  for (let day = -history; day < 0; day++) {
    city.startDay(day);
    people.liveOneDay(day, Math.ceil(honest / history));
  }
  const before = new Map(people.agents.map((agent) => [agent, agent.income]));
  const attacker = strategy && new Attacker(city, strategy);
  const supplies: number[] = [city.supply];
  for (let day = 0; day < days; day++) {
    city.startDay(day);
    attacker?.act(day, people);
    people.liveOneDay(day, newcomers);
    supplies.push(city.supply);
  }
  const incomes = [...before].map(([agent, earlier]) => agent.income - earlier).sort((a, b) => a - b);
  const accounts = attacker?.accounts ?? [];
  const paid = accounts.filter((account) => account.minted > 0);
  const [end = 0, week = 1] = [supplies.at(-1), supplies.at(-8)];
  return {
    supply: city.supply,
    minted: accounts.reduce((sum, { minted }) => sum + minted, 0),
    held: accounts.reduce((sum, { balance }) => sum + balance, 0),
    accounts: paid.length,
    medianIncome: incomes[Math.floor(incomes.length / 2)] ?? 0,
    growth: (end / week) ** (1 / 7) - 1,
    scores: readScores(city, people, accounts),
  };
}

function readScores(city: SimCity, people: HonestPeople, accounts: readonly SimAgent[]): ScoreFacts {
  const counts = countedIn(city);
  const own = new Set(accounts.map(({ id }) => id));
  const self = accounts.map(({ id }) => city.payments.score(id, (payer) => own.has(payer) && counts(payer)));
  const honest = people.agents.map((agent) => city.scoreOf(agent));
  const kept = honest.reduce((sum, { payers }) => sum + payers, 0);
  const all = people.agents.reduce((sum, { id }) => sum + city.payments.netPayers(id), 0);
  return {
    selfPaid: self.filter(({ payers }) => payers > 0).length,
    highestSelfReputation: Math.max(0, ...self.map((score) => reputationOf(score, 0))),
    highestSelfEarned: Math.max(0, ...self.map((score) => score.earned_ap)),
    honestReputation: median(honest.map((score) => reputationOf(score, 0))),
    honestPayersKept: kept / Math.max(1, all),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const percent = (ratio: number): string => `${(ratio * 100).toFixed(2)} %`;
