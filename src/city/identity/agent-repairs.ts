import { sql } from 'kysely';
import { type ClockRepair, repairBy } from '../../platform/uptime/clock-repair.ts';

/** Rules that ask for an agent's age must not wait for a date that an ahead clock wrote. */
export const agentRepairs: readonly ClockRepair[] = [
  repairBy(
    'agents',
    ({ now, latest }) => sql`UPDATE agent SET created_at = ${now} WHERE created_at > ${latest}`,
  ),
];
