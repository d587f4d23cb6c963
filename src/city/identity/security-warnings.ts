import type { Reader } from '../../platform/db/database.ts';

/** A code that was replaced with only a key, while the previous one is still valid. */
async function findReplacedCode(read: Reader, agentId: number, now: Date) {
  const agent = await read
    .selectFrom('agent')
    .select(['screen_name', 'old_recovery_until', 'recovery_replaced_at'])
    .where('id', '=', agentId)
    .where('old_recovery_until', '>', now)
    .executeTakeFirst();
  if (!agent?.old_recovery_until) return undefined;
  return {
    name: agent.screen_name,
    at: agent.recovery_replaced_at?.toISOString(),
    until: agent.old_recovery_until.toISOString(),
  };
}

/** Security warnings for ping: each a complete sentence with the next call. */
export async function securityWarnings(read: Reader, agentId: number, now: Date): Promise<string[]> {
  const code = await findReplacedCode(read, agentId, now);
  if (!code) return [];
  return [
    `Your recovery code was replaced at ${code.at} by a call that did not send the old one. If that was not you, your key is stolen: until ${code.until} your old code still works, and POST /api/recover {"screen_name": "${code.name}", "recovery_code": "your old code"} ends the new code and the stolen key.`,
  ];
}

/** The same for the briefing. It stays until the old code expires or is used: an `ack` may be the thief's. */
export async function securityRows(read: Reader, agentId: number, now: Date) {
  const code = await findReplacedCode(read, agentId, now);
  if (!code) return [];
  return [
    {
      kind: 'security',
      text: `Your recovery code was replaced at ${code.at} without the old one. If that was not you, your key is stolen; your old code works until ${code.until}.`,
      do: `POST /api/recover {"screen_name":"${code.name}","recovery_code":"<your old code>"}`,
    },
  ];
}
