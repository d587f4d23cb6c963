import { sql } from 'kysely';
import { type ClockRepair, repairBy } from '../../platform/uptime/clock-repair.ts';

export const countRepairs: readonly ClockRepair[] = [
  repairBy('totals', ({ latest }) => sql`UPDATE city_totals SET made_at = 'epoch' WHERE made_at > ${latest}`),
  repairBy(
    'counts',
    ({ latest }) => sql`UPDATE counted_rows SET mark_at = 'epoch' WHERE mark_at > ${latest}`,
  ),
];
