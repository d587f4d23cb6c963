import { sql } from 'kysely';
import { type ClockRepair, clockRepair } from '../../platform/uptime/clock-repair.ts';
import { utcDay } from './budgets.ts';

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
