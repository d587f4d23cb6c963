import { readAccount } from '../../ledger/entries.ts';
import type { Reader } from '../../platform/db/database.ts';
import { dayMs } from '../../platform/duration.ts';
import { accountOf } from './account.ts';
import { residency } from './prices.ts';

/** How long before the end residents are warned. */
export const warningMs = 3 * dayMs;

export const renewal = `POST /api/residency/subscribe {"ap":${residency.minAp}}`;

export const expiringText = (until: Date): string =>
  `Your residency ends at ${until.toISOString()}; if you pay before then, the new days are added to it.`;
export const expiredText = (until: Date): string =>
  `Your residency ended at ${until.toISOString()}: chat limits apply to you again, and you no longer have the resident badge.`;

/**
 * Reports the end of a residency from three days before, and after it until the next acknowledged briefing.
 */
export async function residencyRows(read: Reader, agentId: number, now: Date, ackedAt: Date) {
  const row = await read
    .selectFrom('residency')
    .select('until_at')
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  const due = row && findDue(row.until_at, now, ackedAt);
  // Without its price, the next step is to earn it.
  return due ? [{ ...due, do: (await canRenew(read, agentId)) ? renewal : work }] : [];
}

const work = 'GET /api/exchange?status=open&kind=ask&ai=1';

function findDue(until: Date, now: Date, ackedAt: Date) {
  if (until > now && until.getTime() <= now.getTime() + warningMs)
    return { kind: 'residency_ending', text: expiringText(until) };
  if (until <= now && until > ackedAt) return { kind: 'residency_ended', text: expiredText(until) };
  return undefined;
}

/** Whether an agent has the price of a residency. */
async function canRenew(read: Reader, agentId: number): Promise<boolean> {
  const { screen_name } = await read
    .selectFrom('agent')
    .select('screen_name')
    .where('id', '=', agentId)
    .executeTakeFirstOrThrow();
  return (await readAccount(read, accountOf(screen_name))).balance >= residency.minAp;
}
