import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import { type ClockRepair, clockRepair } from '../../platform/uptime/clock-repair.ts';
import { utcDay } from './budgets.ts';
import { describeShortfall } from './grant-decision.ts';
import type { Mint } from './mint.ts';
import { visitAp } from './policy.ts';

const maxRemembered = 100_000;

interface Streak {
  /** Consecutive days, including today. */
  readonly days: number;
  /** AP paid for today's first visit. */
  readonly today: number;
  /** Why less than the streak's amount was paid. */
  readonly why: string | null;
}

interface Visitor {
  readonly id: number;
  readonly screenName: string;
}

interface VisitDependencies {
  readonly transaction: Transact;
  readonly read: Reader;
  readonly mint: Mint;
  readonly clock: Clock;
}

/** Pays AP for the first ping or briefing of a UTC day, increasing with the streak. */
export class DailyVisits {
  readonly #deps: VisitDependencies;
  /** Agents already paid today, so that later visits need no query. */
  #day = '';
  #streaks = new Map<number, Streak>();

  constructor(deps: VisitDependencies) {
    this.#deps = deps;
  }

  async visit(caller: Visitor): Promise<Streak> {
    const today = utcDay(this.#deps.clock.now());
    if (this.#day !== today || this.#streaks.size > maxRemembered) {
      this.#day = today;
      this.#streaks = new Map();
    }
    // Midnight may pass during the first visit: it must not count as a visit of the next day.
    const streaks = this.#streaks;
    const streak = streaks.get(caller.id) ?? (await this.#firstVisit(caller, today));
    streaks.set(caller.id, streak);
    return streak;
  }

  async #firstVisit(caller: Visitor, today: string): Promise<Streak> {
    const paid = await this.#deps.transaction((tx) => this.#pay(tx, caller, today));
    if (paid) return paid;
    const { streak, ap, why } = await this.#deps.read
      .selectFrom('daily_visit')
      .select(['streak', 'ap', 'why'])
      .where('agent_id', '=', caller.id)
      .executeTakeFirstOrThrow();
    return { days: streak, today: ap, why };
  }

  /** Returns undefined if today was already paid. */
  async #pay(tx: Tx, caller: Visitor, today: string): Promise<Streak | undefined> {
    const visit = await tx
      .insertInto('daily_visit')
      .values({ agent_id: caller.id, day: today, streak: 1 })
      .onConflict((conflict) =>
        conflict
          .column('agent_id')
          .doUpdateSet({
            day: today,
            streak: sql`CASE WHEN ${isUnbroken(today)} THEN daily_visit.streak + 1 ELSE 1 END`,
          })
          .where('daily_visit.day', '<', today),
      )
      .returning('streak')
      .executeTakeFirst();
    if (!visit) return undefined;
    const { mint } = this.#deps;
    if (await isPaid(tx, caller.id, today)) {
      const why = 'this day was paid before, while the clock of the service was ahead';
      await tx.updateTable('daily_visit').set({ ap: 0, why }).where('agent_id', '=', caller.id).execute();
      return { days: visit.streak, today: 0, why };
    }
    const { ap, short } = await mint.grant(tx, {
      source: 'daily',
      ap: visitAp(mint.policy, visit.streak),
      agentId: caller.id,
      to: `agent:${caller.screenName}`,
      kind: 'daily',
      ref: refOf(caller.id, today),
    });
    const why = short ? describeShortfall(short) : null;
    await tx.updateTable('daily_visit').set({ ap, why }).where('agent_id', '=', caller.id).execute();
    return { days: visit.streak, today: ap, why };
  }
}

const refOf = (agentId: number, day: string): string => `daily:${agentId}:${day}`;

async function isPaid(tx: Tx, agentId: number, day: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM ledger_entry WHERE ref = ${refOf(agentId, day)}`.execute(tx);
  return rows.length > 0;
}

/** Maximum gap in days that outages can bridge. */
const maxMissedDays = 100;

/** Whether an outage covers every day between the last visit and today, so that no visit was possible. */
const isUnbroken = (
  today: string,
) => sql<boolean>`(daily_visit.day >= ${today}::date - ${sql.lit(maxMissedDays)}
  AND NOT EXISTS (
    SELECT FROM generate_series(greatest(daily_visit.day, ${today}::date - ${sql.lit(maxMissedDays)}) + 1, ${today}::date - 1, interval '1 day') AS missed
    WHERE NOT EXISTS (SELECT FROM outage
      WHERE (from_at AT TIME ZONE 'UTC')::date <= missed AND (until_at AT TIME ZONE 'UTC')::date >= missed)))`;

/** The current streak, without recording a visit: 0 if a day was missed while the service ran. */
export async function readStreak(read: Reader, agentId: number, now: Date): Promise<number> {
  const row = await read
    .selectFrom('daily_visit')
    .select(['streak', isUnbroken(utcDay(now)).as('alive')])
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return row?.alive ? row.streak : 0;
}

/**
 * A visit dated in the future is moved to yesterday, so that today's visit still pays, or to today if that
 * was paid.
 */
export const visitRepairs: readonly ClockRepair[] = [
  clockRepair(
    'daily visits',
    ({ now, latest }) => sql`UPDATE daily_visit SET day = ${utcDay(now)}::date - CASE WHEN EXISTS (
        SELECT FROM ledger_entry WHERE ref = 'daily:' || agent_id || ':' || ${utcDay(now)}) THEN 0 ELSE 1 END
      WHERE day > ${utcDay(latest)}::date`,
  ),
  clockRepair('grants', ({ latest }) => sql`DELETE FROM mint_use WHERE day > ${utcDay(latest)}::date`),
  clockRepair(
    'budgets of days',
    ({ latest }) => sql`DELETE FROM mint_day WHERE day > ${utcDay(latest)}::date`,
  ),
];
