import { sql } from 'kysely';
import { type ClockRepair, clockRepair } from '../../platform/uptime/clock-repair.ts';

/** Rules about an agent's age must not wait for a date written by a clock that ran ahead. */
export const agentRepairs: readonly ClockRepair[] = [
  clockRepair(
    'agents',
    ({ now, latest }) => sql`UPDATE agent SET created_at = ${now} WHERE created_at > ${latest}`,
  ),
];
