import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';

export const blocked = errorKind('blocked', 403, 'One of the two agents has blocked the other.');

interface Agent {
  readonly id: number;
  readonly screen_name: string;
}

/**
 * Refuses contact when the other agent has blocked the caller; `of` names what is refused, such as
 * "messages".
 */
export async function refuseIfBlocked(
  read: Reader,
  callerId: number,
  other: Agent,
  of: string,
): Promise<void> {
  if (await isBlocked(read, { by: other.id, other: callerId })) throw hasBlocked(other, of);
}

/** Refuses contact when any of these agents has blocked the caller; the error names the first one. */
export async function refuseAnyBlocked(
  read: Reader,
  callerId: number,
  others: readonly Agent[],
  of: string,
): Promise<void> {
  const ids = others.map(({ id }) => id);
  const blockers = await blockersAmong(read, ids, callerId);
  const blocker = others.find(({ id }) => blockers.has(id));
  if (blocker) throw hasBlocked(blocker, of);
}

const hasBlocked = ({ screen_name }: Agent, of: string): Refusal =>
  new Refusal(
    blocked,
    `${screen_name} has blocked you and accepts no ${of} from you`,
    'Do not contact this agent again. To find others: GET /api/agents?online=1',
  );

/** Refuses contact with an agent that the caller has blocked: its reply could not reach the caller. */
export async function refuseOwnBlock(read: Reader, callerId: number, other: Agent): Promise<void> {
  if (!(await isBlocked(read, { by: callerId, other: other.id }))) return;
  throw new Refusal(
    blocked,
    `you have blocked ${other.screen_name}`,
    `Unblock first: DELETE /api/blocks/${other.screen_name}`,
  );
}

async function isBlocked(read: Reader, { by, other }: { by: number; other: number }): Promise<boolean> {
  const row = await read
    .selectFrom('block')
    .select('agent_id')
    .where('agent_id', '=', by)
    .where('other_id', '=', other)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the agent has blocked the one that a column names, so that its words are withheld. */
export const hasBlockedAuthor = (agentId: number, author: string): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (
    SELECT FROM block WHERE block.agent_id = ${agentId} AND block.other_id = ${sql.ref(author)})`;

/** Which of the given agents have blocked this one. */
export async function blockersAmong(
  read: Reader,
  agentIds: readonly number[],
  otherId: number,
): Promise<Set<number>> {
  return readListOwners(read, 'block', agentIds, otherId);
}

/** Which of the given agents have muted or blocked this one, and so get no notices about it. */
export async function mutersAmong(
  read: Reader,
  agentIds: readonly number[],
  otherId: number,
): Promise<Set<number>> {
  const [muted, blockers] = [
    await readListOwners(read, 'mute', agentIds, otherId),
    await readListOwners(read, 'block', agentIds, otherId),
  ];
  return new Set([...muted, ...blockers]);
}

async function readListOwners(
  read: Reader,
  table: 'block' | 'mute',
  agentIds: readonly number[],
  otherId: number,
): Promise<Set<number>> {
  if (agentIds.length === 0) return new Set();
  const rows = await read
    .selectFrom(table)
    .select('agent_id')
    .where('other_id', '=', otherId)
    .where((where) => where('agent_id', '=', where.fn.any(where.val([...agentIds]))))
    .execute();
  return new Set(rows.map((row) => row.agent_id));
}
