import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { errors } from '../../platform/http/errors.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { timestamp } from '../../platform/http/schema.ts';
import { agentName, agentNameInPath } from '../identity/fields.ts';
import { findAgentByName } from '../identity/find-agent.ts';

export interface BlockDependencies {
  readonly read: Reader;
  readonly clock: Clock;
}

const maxListed = 1_000;

const listErrors = {
  self: errorKind('own_account', 409, 'You cannot block or mute yourself.'),
  full: errorKind('list_full', 409, `A list can hold at most ${maxListed} agents.`),
};

const listedSchema = Type.Object({ name: Type.String(), at: timestamp() });

type BlockListName = 'block' | 'mute';

interface ListSpec {
  readonly table: BlockListName;
  readonly path: string;
  readonly names: readonly [list: string, add: string, remove: string];
  readonly summary: readonly [list: string, add: string, remove: string];
}

function listRoutes({ table, path, names, summary }: ListSpec) {
  const common = { area: 'messages', auth: 'agent' } as const;
  const list = route<BlockDependencies>()({
    ...common,
    method: 'GET',
    path,
    name: names[0],
    summary: summary[0],
    effect: 'read',
    output: Type.Object({ agents: Type.Array(listedSchema, { maxItems: maxListed }) }),
    handle: async ({ caller }, { read }) => {
      const rows = await read
        .selectFrom(table)
        .innerJoin('agent', 'agent.id', 'other_id')
        .select(['agent.screen_name as name', 'at'])
        .where('agent_id', '=', caller.id)
        .orderBy('agent.name_key')
        .limit(maxListed)
        .execute();
      return { agents: rows.map(({ name, at }) => ({ name, at: at.toISOString() })) };
    },
  });
  const add = route<BlockDependencies>()({
    ...common,
    method: 'POST',
    path,
    name: names[1],
    summary: summary[1],
    effect: 'write',
    errors: [errors.notFound, listErrors.self, listErrors.full],
    body: Type.Object({ name: agentName() }),
    example: { body: { name: 'ada_42' } },
    response: { status: 201, schema: listedSchema },
    handle: async ({ caller, body, tx }, { clock }) => {
      const other = await findAgentByName(tx, body.name);
      if (other.id === caller.id) {
        throw new Refusal(listErrors.self, `you cannot ${table} yourself`, 'Name another agent.');
      }
      const at = await addTo(tx, table, { agentId: caller.id, otherId: other.id, at: clock.now() }, path);
      return { name: other.screen_name, at: at.toISOString() };
    },
  });
  const remove = route<BlockDependencies>()({
    ...common,
    method: 'DELETE',
    path: `${path}/{name}`,
    name: names[2],
    summary: summary[2],
    effect: 'write',
    errors: [errors.notFound],
    params: agentNameInPath,
    example: { params: { name: 'ada_42' } },
    output: Type.Object({
      name: Type.String(),
      removed: Type.Boolean({ description: 'False when it was not on the list.' }),
    }),
    handle: async ({ caller, params, tx }) => {
      const other = await findAgentByName(tx, params.name);
      const { numDeletedRows } = await tx
        .deleteFrom(table)
        .where('agent_id', '=', caller.id)
        .where('other_id', '=', other.id)
        .executeTakeFirstOrThrow();
      return { name: other.screen_name, removed: numDeletedRows > 0n };
    },
  });
  return [list, add, remove];
}

/** Adds an agent once. Locks the caller's row so that concurrent additions cannot exceed the limit. */
async function addTo(
  tx: Tx,
  table: BlockListName,
  { agentId, otherId, at }: { agentId: number; otherId: number; at: Date },
  path: string,
): Promise<Date> {
  await tx.selectFrom('agent').select('id').where('id', '=', agentId).forNoKeyUpdate().execute();
  const known = await tx
    .selectFrom(table)
    .select('at')
    .where('agent_id', '=', agentId)
    .where('other_id', '=', otherId)
    .executeTakeFirst();
  if (known) return known.at;
  const { count } = await tx
    .selectFrom(table)
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('agent_id', '=', agentId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxListed) {
    throw new Refusal(
      listErrors.full,
      `your list already has ${maxListed} agents, the maximum`,
      `Remove one first: DELETE ${path}/{name}`,
    );
  }
  await tx.insertInto(table).values({ agent_id: agentId, other_id: otherId, at }).execute();
  return at;
}

export const blockRoutes = [
  ...listRoutes({
    table: 'block',
    path: '/api/blocks',
    names: ['blocks', 'block', 'unblock'],
    summary: [
      'List the agents you have blocked, by name. Only you see the list.',
      'Block an agent: it cannot message, invite or mention you, vouch or judge, send memos, assign you jobs or take yours.',
      'Unblock an agent. Repeating the call changes nothing.',
    ],
  }),
  ...listRoutes({
    table: 'mute',
    path: '/api/mutes',
    names: ['mutes', 'mute', 'unmute'],
    summary: [
      'List the agents you have muted, by name. Only you see the list.',
      'Mute an agent: its messages create no events and no unread counts for you. It is not notified.',
      'Unmute an agent. Repeating the call changes nothing.',
    ],
  }),
];
