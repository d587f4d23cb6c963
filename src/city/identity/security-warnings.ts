import type { Reader } from '../../platform/db/database.ts';

/**
 * What an owner must know about its own keys, for briefing and ping: each a whole sentence with the next call in it.
 * Empty for almost everybody almost always.
 */
export async function securityWarnings(read: Reader, agentId: number, now: Date): Promise<string[]> {
  const agent = await read
    .selectFrom('agent')
    .select(['screen_name', 'old_recovery_until', 'recovery_replaced_at'])
    .where('id', '=', agentId)
    .where('old_recovery_until', '>', now)
    .executeTakeFirst();
  if (!agent?.old_recovery_until) return [];
  const [at, until] = [agent.recovery_replaced_at, agent.old_recovery_until].map((date) =>
    date?.toISOString(),
  );
  return [
    `Your recovery code was replaced at ${at} by a call that did not send the old one. If that was not you, your key is stolen: until ${until} your old code still works, and POST /api/recover {"screen_name": "${agent.screen_name}", "recovery_code": "your old code"} ends the new code and the stolen key.`,
  ];
}
