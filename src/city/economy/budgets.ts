import { sql } from 'kysely';
import pg from 'pg';
import { recordKinds } from '../../ledger/movement.ts';
import { compiledStatement } from '../../platform/db/compiled-statement.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { ClosingTx, Tx } from '../../platform/db/transaction.ts';
import type { GrantUsage } from './grant-decision.ts';
import {
  type DayBudget,
  type DayFacts,
  dayBudget,
  type MintPolicy,
  type Pool,
  widerPrefixes,
} from './policy.ts';

export const utcDay = (at: Date): string => at.toISOString().slice(0, 10);

/** The budget of a day, also before its first grant. */
export async function readBudget(read: Reader, policy: MintPolicy, day: string): Promise<DayBudget> {
  const known = await read.selectFrom('mint_day').select('budget').where('day', '=', day).executeTakeFirst();
  return known?.budget ?? dayBudget(policy, await readDayFacts(read, day));
}

/** The budget of a day: computed by the first grant of that day, and the same for every process. */
export async function findOrCreateBudget(tx: Tx, policy: MintPolicy, day: string): Promise<DayBudget> {
  const [known] = await findBudget(tx, { day });
  if (known) return known.budget;
  const budget = dayBudget(policy, await readDayFacts(tx, day));
  await sql`INSERT INTO mint_day (day, budget) VALUES (${day}, ${JSON.stringify(budget)}::jsonb)
    ON CONFLICT DO NOTHING`.execute(tx);
  const [stored] = await findBudget(tx, { day });
  if (!stored) throw new Error(`the budget of ${day} is gone`);
  return stored.budget;
}

const findBudget = compiledStatement((tx: Tx, { day }: { day: string }) =>
  tx.selectFrom('mint_day').select('budget').where('day', '=', day),
);

async function readDayFacts(read: Reader, day: string): Promise<DayFacts> {
  const { rows } = await sql<{
    supply: string | null;
    burned: string | null;
    established: string;
    newcomer: number | null;
    settled: number | null;
    local: number | null;
    left_ap: string | null;
    days_ago: number | null;
  }>`SELECT
      (SELECT -sum(balance) FROM account WHERE name IN ('mint', 'sink')) AS supply,
      (SELECT sum(burned) FROM supply_day WHERE kind <> ALL(${[...recordKinds]}::text[]) AND day >= ${day}::date - 7 AND day < ${day}::date) AS burned,
      (SELECT count(*) FROM agent_standing
        WHERE established_at >= ${day}::date - 7 AND established_at < ${day}::date) AS established,
      (SELECT visits FROM mint_use WHERE scope = 'pool:newcomer' AND day = ${day}::date - 1) AS newcomer,
      (SELECT visits FROM mint_use WHERE scope = 'pool:established' AND day = ${day}::date - 1) AS settled,
      (SELECT visits FROM mint_use WHERE scope = 'pool:local' AND day = ${day}::date - 1) AS local,
      last.left_ap, last.days_ago
    FROM (SELECT) AS one LEFT JOIN LATERAL (
      SELECT (budget->'pools'->>'newcomer')::bigint - coalesce(ap, 0) AS left_ap, ${day}::date - mint_day.day AS days_ago
      FROM mint_day LEFT JOIN mint_use ON scope = 'pool:newcomer' AND mint_use.day = mint_day.day
      WHERE mint_day.day < ${day}::date ORDER BY mint_day.day DESC LIMIT 1) AS last ON true`.execute(read);
  const [row] = rows;
  return {
    supply: Number(row?.supply ?? 0),
    burnedPerDay: Number(row?.burned ?? 0) / 7,
    establishedPerDay: Number(row?.established ?? 0) / 7,
    visitors: {
      newcomer: row?.newcomer ?? 0,
      established: row?.settled ?? 0,
      local: row?.local ?? 0,
    },
    newcomersLeft: row?.days_ago == null ? undefined : { ap: Number(row.left_ap), daysAgo: row.days_ago },
  };
}

export const budgetScopes = {
  agent: (id: number): string => `agent:${id}`,
  network: (network: string): string => `net:${network}`,
  pool: (pool: Pool): string => `pool:${pool}`,
};

export interface BudgetUse {
  ap: number;
  welcomes: number;
  works: number;
  visits: number;
  ships: number;
  /** The part of `ap` granted to agents who are not established. */
  newcomer_ap: number;
}

export const noUse: BudgetUse = { ap: 0, welcomes: 0, works: 0, visits: 0, ships: 0, newcomer_ap: 0 };
const useColumns = ['ap', 'welcomes', 'works', 'visits', 'ships', 'newcomer_ap'] as const;

/** The sum of two uses, or with `sign` -1 their difference. */
export function sumOfUses(a: BudgetUse, b: BudgetUse, sign: 1 | -1 = 1): BudgetUse {
  const sum = { ...a };
  for (const column of useColumns) sum[column] += sign * b[column];
  return sum;
}

interface ScopesOfDay {
  wanted: readonly string[];
  day: string;
}

/** The sub-select hides the array's length from the planner, so that one generic plan serves every call. */
const findUses = compiledStatement(
  (_: Reader, { wanted, day }: ScopesOfDay) => sql<BudgetUse & { scope: string }>`
    SELECT scope, ap, welcomes, works, visits, ships, newcomer_ap FROM mint_use
    WHERE scope = ANY ((SELECT ${wanted}::text[])::text[]) AND day = ${day}::date`,
);

/** Today's use of each scope, read without a lock. */
export async function readUses(
  read: Reader,
  wanted: readonly string[],
  day: string,
): Promise<Map<string, BudgetUse>> {
  const rows = await findUses(read, { wanted, day });
  return new Map(rows.map(({ scope, ...use }) => [scope, use]));
}

interface AddedUses extends Record<keyof BudgetUse, number[]> {
  day: string;
  scope: string[];
}

const toColumns = (uses: ReadonlyMap<string, BudgetUse>, day: string): AddedUses => {
  const column = (name: keyof BudgetUse) => [...uses.values()].map((use) => use[name]);
  return {
    day,
    scope: [...uses.keys()],
    ap: column('ap'),
    welcomes: column('welcomes'),
    works: column('works'),
    visits: column('visits'),
    ships: column('ships'),
    newcomer_ap: column('newcomer_ap'),
  };
};

/** Locks the uses in a fixed order and returns their sums. */
const addUsesQuery = (uses: AddedUses) => sql<BudgetUse & { scope: string }>`
    INSERT INTO mint_use (scope, day, ap, welcomes, works, visits, ships, newcomer_ap)
    SELECT scope, ${uses.day}::date, ap, welcomes, works, visits, ships, newcomer_ap
    FROM unnest(${uses.scope}::text[], ${uses.ap}::bigint[], ${uses.welcomes}::integer[],
      ${uses.works}::integer[], ${uses.visits}::integer[], ${uses.ships}::integer[],
      ${uses.newcomer_ap}::bigint[]) AS t (scope, ap, welcomes, works, visits, ships, newcomer_ap)
    ORDER BY scope
    ON CONFLICT (scope, day) DO UPDATE SET ap = mint_use.ap + excluded.ap,
      welcomes = mint_use.welcomes + excluded.welcomes, works = mint_use.works + excluded.works,
      visits = mint_use.visits + excluded.visits, ships = mint_use.ships + excluded.ships,
      newcomer_ap = mint_use.newcomer_ap + excluded.newcomer_ap
    RETURNING scope, ap, welcomes, works, visits, ships, newcomer_ap`;

const writeUses = compiledStatement((_: Tx, uses: AddedUses) => addUsesQuery(uses));

/** Adds to today's uses, locking them in a fixed order, and returns their previous values. */
export async function addUses(
  tx: ClosingTx,
  added: ReadonlyMap<string, BudgetUse>,
  day: string,
): Promise<Map<string, BudgetUse>> {
  const rows = await writeUses(tx, toColumns(added, day));
  return new Map(rows.map(({ scope, ...use }) => [scope, sumOfUses(use, added.get(scope) ?? noUse, -1)]));
}

interface BoundedUses extends AddedUses {
  most_ap: number[];
  most_welcomes: number[];
  most_works: number[];
  most_ships: number[];
  most_newcomer_ap: number[];
}

const writeUsesWithin = compiledStatement(
  (_: Tx, uses: BoundedUses) => sql`
    WITH added AS (${addUsesQuery(uses)})
    SELECT 1 / (count(*) = 0)::integer AS "the uses were within their bounds" FROM added
    JOIN unnest(${uses.scope}::text[], ${uses.most_ap}::bigint[], ${uses.most_welcomes}::integer[],
      ${uses.most_works}::integer[], ${uses.most_ships}::integer[], ${uses.most_newcomer_ap}::bigint[])
      AS most (scope, ap, welcomes, works, ships, newcomer_ap) USING (scope)
    WHERE added.ap > most.ap OR added.welcomes > most.welcomes OR added.works > most.works
      OR added.ships > most.ships OR added.newcomer_ap > most.newcomer_ap`,
);

const divisionByZero = '22012';

/** The uses exceeded the given bounds. */
export class BeyondBounds extends Error {}

/**
 * Adds to today's uses, and fails if one of them already exceeded `most`. The commit can be pipelined right behind
 * it, so that rows shared by the whole city are not locked for an extra round trip.
 */
export async function addUsesWithin(
  tx: ClosingTx,
  added: ReadonlyMap<string, BudgetUse>,
  most: ReadonlyMap<string, BudgetUse>,
  day: string,
): Promise<void> {
  const sums = toColumns(
    new Map([...added].map(([scope, use]) => [scope, sumOfUses(most.get(scope) ?? noUse, use)])),
    day,
  );
  try {
    await writeUsesWithin(tx, {
      ...toColumns(added, day),
      most_ap: sums.ap,
      most_welcomes: sums.welcomes,
      most_works: sums.works,
      most_ships: sums.ships,
      most_newcomer_ap: sums.newcomer_ap,
    });
  } catch (error) {
    const isBeyond = error instanceof pg.DatabaseError && error.code === divisionByZero;
    throw isBeyond ? new BeyondBounds('the uses exceed their bounds', { cause: error }) : error;
  }
}

export interface EarlierUse {
  readonly week: number;
  readonly welcomes: number;
  readonly works: number;
  readonly newcomerAp: number;
  /** Agents of the network that were welcomed in these days and are established by now. */
  readonly proven: number;
}

interface EarlierRow {
  scope: string;
  week: string | null;
  welcomes: string;
  works: string;
  newcomer_ap: string;
  proven: string;
}

const findEarlierUses = compiledStatement(
  (_: Reader, { wanted, day }: ScopesOfDay) => sql<EarlierRow>`
    SELECT scope, sum(ap) FILTER (WHERE day > ${day}::date - 7) AS week, sum(welcomes) AS welcomes,
      sum(works) AS works, sum(newcomer_ap) AS newcomer_ap, sum(proven) AS proven
    FROM mint_use
    WHERE scope = ANY ((SELECT ${wanted}::text[])::text[]) AND day > ${day}::date - 30 AND day < ${day}::date
    GROUP BY scope`,
);

/** Counts an agent that became established on the day of its welcome, for its network and the wider prefixes. */
export async function addProven(
  tx: ClosingTx,
  { network, welcomedAt }: { network: string; welcomedAt: Date },
): Promise<void> {
  const scopes = [network, ...widerPrefixes(network)].map(budgetScopes.network).sort();
  await sql`INSERT INTO mint_use (scope, day, proven) SELECT scope, ${utcDay(welcomedAt)}::date, 1
    FROM unnest(${scopes}::text[]) AS t (scope) ORDER BY scope
    ON CONFLICT (scope, day) DO UPDATE SET proven = mint_use.proven + 1`.execute(tx);
}

/** Uses on earlier days, which no longer change: of the past week for agents, of 30 days for networks. */
export async function earlierUses(
  read: Reader,
  wanted: readonly string[],
  day: string,
): Promise<Map<string, EarlierUse>> {
  const rows = await findEarlierUses(read, { wanted, day });
  return new Map(
    rows.map((row) => [
      row.scope,
      {
        week: Number(row.week ?? 0),
        welcomes: Number(row.welcomes),
        works: Number(row.works),
        newcomerAp: Number(row.newcomer_ap),
        proven: Number(row.proven),
      },
    ]),
  );
}

const noEarlierUse: EarlierUse = { week: 0, welcomes: 0, works: 0, newcomerAp: 0, proven: 0 };

interface ScopeUse<Use> {
  readonly agent: Use;
  readonly network: Use;
  /** Of the wider prefixes of the network, narrowest first. */
  readonly prefixes: readonly Use[];
}

export function toGrantUsage(
  today: ScopeUse<BudgetUse> & { pool: BudgetUse },
  earlier: ScopeUse<EarlierUse | undefined>,
): GrantUsage {
  const { agent, network, pool } = today;
  const prefixes = today.prefixes.map((use, n) => {
    const { welcomes, works, proven } = earlier.prefixes[n] ?? noEarlierUse;
    return use.welcomes + use.works + welcomes + works - proven;
  });
  const before = earlier.network ?? noEarlierUse;
  return {
    agent: { today: agent.ap, week: (earlier.agent ?? noEarlierUse).week + agent.ap, ships: agent.ships },
    network: {
      welcomesToday: network.welcomes,
      welcomesThisMonth: before.welcomes + network.welcomes,
      earnedWelcomesThisMonth: before.works + network.works,
      provenThisMonth: before.proven,
      apToday: network.ap,
      newcomerApThisMonth: before.newcomerAp + network.newcomer_ap,
    },
    prefixes,
    pool: { ap: pool.ap, works: pool.works },
  };
}
