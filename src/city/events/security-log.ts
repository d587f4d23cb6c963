import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { RequestFacts } from '../../platform/http/route.ts';

export const securityKinds = [
  'new_network',
  'key_created',
  'key_rotated',
  'key_revoked',
  'recovered',
  'recovery_failed',
  'recovery_changed',
  'hook_created',
  'hook_ended',
  'hook_failed',
  'wallet_changed',
  'banned',
  'unbanned',
  'content_removed',
] as const;
export type SecurityKind = (typeof securityKinds)[number];

export interface SecurityEvent {
  readonly agentId: number;
  readonly at: Date;
  readonly kind: SecurityKind;
  readonly network: string | null;
  readonly userAgent: string | null;
  readonly detail: string;
}

const maxUserAgent = 200;

/** The origin of a request in the form that the log stores. */
export const originOf = ({ network, headers }: Pick<RequestFacts, 'network' | 'headers'>) => ({
  network,
  userAgent: headers['user-agent']?.toString().slice(0, maxUserAgent) ?? null,
});

export async function recordSecurity(tx: Tx, ...events: readonly SecurityEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ agentId, userAgent, ...event }) => ({
    ...event,
    agent_id: agentId,
    user_agent: userAgent,
  }));
  await tx.insertInto('security_event').values(rows).execute();
}

export async function readSecurityLog(
  read: Reader,
  agentId: number,
  { limit, before }: { limit: number; before: number | undefined },
) {
  let query = read
    .selectFrom('security_event')
    .select(['id', 'at', 'kind', 'network', 'user_agent', 'detail'])
    .where('agent_id', '=', agentId)
    .orderBy('id', 'desc')
    .limit(limit);
  if (before !== undefined) query = query.where('id', '<', before);
  return (await query.execute()).map((row) => ({ ...row, at: row.at.toISOString() }));
}
