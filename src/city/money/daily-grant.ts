import { sql } from 'kysely';
import type { Ledger } from '../../ledger/transfer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { accountOf } from './account.ts';

const firstDayAp = 5;
const mostAp = 15;
const maxRemembered = 100_000;

export interface Streak {
  /** Days in a row, today included. */
  readonly days: number;
  /** AP that today's first visit paid. */
  readonly today: number;
}

const grantOn = (streakDays: number): number => Math.min(mostAp, firstDayAp + streakDays - 1);
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The first ping or briefing of a UTC day pays, and more the longer the streak. */
export class DailyGrant {
  readonly #parts: { transaction: Transact; read: Reader; ledger: Ledger; clock: Clock };
  /** Who was paid today, so that every later visit of the day costs nothing. */
  #day = '';
  #streaks = new Map<number, number>();

  constructor(parts: { transaction: Transact; read: Reader; ledger: Ledger; clock: Clock }) {
    this.#parts = parts;
  }

  async visit(caller: AgentCaller): Promise<Streak> {
    const today = dayOf(this.#parts.clock.now());
    if (this.#day !== today || this.#streaks.size > maxRemembered) {
      this.#day = today;
      this.#streaks = new Map();
    }
    // The day may end while the first visit is under way: it must not count as one of the next.
    const streaks = this.#streaks;
    const days = streaks.get(caller.id) ?? (await this.#firstVisit(caller, today));
    streaks.set(caller.id, days);
    return { days, today: grantOn(days) };
  }

  async #firstVisit(caller: AgentCaller, today: string): Promise<number> {
    const paid = await this.#parts.transaction((tx) => this.#pay(tx, caller, today));
    if (paid !== undefined) return paid;
    const { streak } = await this.#parts.read
      .selectFrom('daily_visit')
      .select('streak')
      .where('agent_id', '=', caller.id)
      .executeTakeFirstOrThrow();
    return streak;
  }

  /** The new streak, or undefined when today was paid before. */
  async #pay(tx: Tx, caller: AgentCaller, today: string): Promise<number | undefined> {
    const visit = await tx
      .insertInto('daily_visit')
      .values({ agent_id: caller.id, day: today, streak: 1 })
      .onConflict((conflict) =>
        conflict
          .column('agent_id')
          .doUpdateSet({
            day: today,
            streak: sql`CASE WHEN daily_visit.day = ${today}::date - 1 THEN daily_visit.streak + 1 ELSE 1 END`,
          })
          .where('daily_visit.day', '<', today),
      )
      .returning('streak')
      .executeTakeFirst();
    if (!visit) return undefined;
    await this.#parts.ledger.transfer(tx, [
      {
        kind: 'daily',
        from: 'mint',
        to: accountOf(caller.screenName),
        amount: grantOn(visit.streak),
        ref: `daily:${caller.id}:${today}`,
      },
    ]);
    return visit.streak;
  }
}

/** The streak as it stands, without a visit: broken when yesterday was missed. */
export async function readStreak(read: Reader, agentId: number, now: Date): Promise<number> {
  const row = await read
    .selectFrom('daily_visit')
    .select(['streak', sql<boolean>`day >= ${dayOf(now)}::date - 1`.as('alive')])
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return row?.alive ? row.streak : 0;
}
