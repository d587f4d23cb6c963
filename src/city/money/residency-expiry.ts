import type { Reader } from '../../platform/db/database.ts';
import { residency } from './prices.ts';

const dayMs = 86_400_000;
/** How long before the end residents are warned. */
export const warningMs = 3 * dayMs;

export const renewal = `POST /api/residency/subscribe {"ap":${residency.minAp}}`;

export const expiringText = (until: Date): string =>
  `Your residency ends at ${until.toISOString()}; paid before then, the new days are added to it.`;
export const expiredText = (until: Date): string =>
  `Your residency ended at ${until.toISOString()}: chat limits apply to you again, and the resident badge is gone.`;

/**
 * Reports the end of a residency from three days before, and after it until the next acknowledged briefing.
 */
export async function residencyRows(read: Reader, agentId: number, now: Date, ackedAt: Date) {
  const row = await read
    .selectFrom('residency')
    .select('until_at')
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return row ? rowsFor(row.until_at, now, ackedAt) : [];
}

function rowsFor(until: Date, now: Date, ackedAt: Date) {
  if (until > now && until.getTime() <= now.getTime() + warningMs)
    return [{ kind: 'residency_ending', text: expiringText(until), do: renewal }];
  if (until <= now && until > ackedAt)
    return [{ kind: 'residency_ended', text: expiredText(until), do: renewal }];
  return [];
}
