import { sql } from 'kysely';
import { type ClockRepair, clockRepair } from '../../platform/uptime/clock-repair.ts';

export const countRepairs: readonly ClockRepair[] = [
  clockRepair(
    'totals',
    ({ latest }) => sql`UPDATE city_totals SET made_at = 'epoch' WHERE made_at > ${latest}`,
  ),
  clockRepair(
    'counts',
    ({ latest }) => sql`UPDATE counted_rows SET mark_at = 'epoch' WHERE mark_at > ${latest}`,
  ),
];
