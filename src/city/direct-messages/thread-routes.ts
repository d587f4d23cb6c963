import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import { newestIdGiven, resolvePosition } from '../../platform/db/positions.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { errors, invalidField } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { nextPage, nullable, oneOf, paging, wholeNumber } from '../../platform/http/schema.ts';
import { agentName } from '../identity/fields.ts';
import { findAgentByName } from '../identity/find-agent.ts';
import {
  type DirectMessageDependencies,
  type DmRow,
  dmSchema,
  type FoundPage,
  presentDm,
  readThread,
  type ThreadPage,
} from './dm.ts';
import type { DmSubscription } from './dm-notifier.ts';
import { readThreads, threadSchema } from './threads.ts';

const maxWait_s = 25;

const query = Type.Object({
  with: Type.Optional(agentName('The thread with this agent: its messages.')),
  unread: Type.Optional(oneOf(['1', 'true'], { description: 'Only unread messages.' })),
  ...paging,
  since_id: Type.Optional(wholeNumber(0, 'Only messages after this one; needs with.')),
  wait: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: maxWait_s,
      description: 'Seconds to wait for the first new message; needs with.',
    }),
  ),
});

const dms = route<DirectMessageDependencies>()({
  method: 'GET',
  path: '/api/dms',
  position: { of: 'dm', older: ['before_id'], resolves: true },
  name: 'dms',
  area: 'messages',
  summary:
    'List your threads, newest first; with=Name returns the messages of one thread and marks exactly those as read.',
  auth: 'agent',
  effect: 'own',
  errors: [errors.notFound, errors.overLimit],
  query,
  example: { query: { with: 'ada_42', limit: 50 } },
  output: Type.Object({
    threads: Type.Optional(Type.Array(threadSchema, { description: 'Without with: newest first.' })),
    messages: Type.Optional(Type.Array(dmSchema, { description: 'With with: oldest first.' })),
    next: nullable(Type.String({ description: 'The query string of the next page.' })),
  }),
  handle: async ({ caller, query, request, epochSent }, deps) => {
    const { with: name, limit = 50, before_id: before, since_id: since, wait = 0 } = query;
    const onlyUnread = query.unread !== undefined;
    if (name === undefined) {
      if (since !== undefined) throw refuseWithoutWith('since_id');
      if (wait > 0) throw refuseWithoutWith('wait');
      const { threads, isCut } = await readThreads(deps.read, caller.id, { limit, before, onlyUnread });
      const oldest = threads.at(-1);
      return { threads, next: isCut && oldest ? nextPage(query, { before_id: oldest.last.id }) : null };
    }
    const other = await findAgentByName(deps.read, name);
    const { since: from, told } =
      since === undefined
        ? { since, told: {} }
        : await resolvePosition(
            deps.read,
            { since_id: since, epoch: epochSent },
            (id) => newestDmUpTo(deps.read, [caller.id, other.id], id),
            () => newestIdGiven(deps.read, 'dm', since),
          );
    const page = { limit, before, since: from, unreadBy: onlyUnread ? caller.id : undefined };
    const take = () => readAndMarkPage(deps, caller.id, other.id, page);
    const waits = wait > 0 && before === undefined && !told.reset;
    const { rows, isCut } = await (waits
      ? waitForMessages(
          take,
          () => deps.keys.assertStillValid(caller),
          deps.dmNotifier.listen(caller.id, other.id),
          wait * 1_000,
          request.signal,
        )
      : take());
    const end = since === undefined ? rows[0] : rows.at(-1);
    const next =
      isCut && end
        ? nextPage(query, since === undefined ? { before_id: end.id } : { since_id: end.id })
        : null;
    return { messages: rows.map(presentDm), next, ...told };
  },
});

async function waitForMessages(
  take: () => Promise<FoundPage>,
  assertStillValid: () => Promise<void>,
  listening: DmSubscription | undefined,
  waitMs: number,
  signal: AbortSignal,
): Promise<FoundPage> {
  try {
    await listening?.ready;
    const found = await take();
    if (found.rows.length > 0 || !listening) return found;
    await listening.wait(waitMs, signal);
    // A client that disconnected has read nothing, so new messages stay unread.
    if (signal.aborted) return found;
    // The same holds if the key was revoked during the wait.
    await assertStillValid();
    return await take();
  } finally {
    listening?.end();
  }
}

const refuseWithoutWith = (field: string) =>
  invalidField(`${field} needs with`, `GET /api/dms?with=<name>&${field}=<${field}> follows one thread.`);

const readDms = route<DirectMessageDependencies>()({
  method: 'POST',
  path: '/api/dms/read',
  name: 'readDms',
  area: 'messages',
  summary: 'Mark the messages of one agent, or all messages, as read.',
  auth: 'agent',
  effect: 'write',
  errors: [errors.notFound],
  body: Type.Object({
    from: Type.Optional(agentName()),
    all: Type.Optional(Type.Unsafe<true>({ type: 'boolean', enum: [true], description: 'Instead of from.' })),
  }),
  example: { body: { from: 'ada_42' } },
  output: Type.Object({
    marked: Type.Integer({ description: 'Number of messages that were unread until now.' }),
  }),
  handle: async ({ caller, body, tx }, { clock }) => {
    if ((body.from === undefined) === (body.all === undefined)) {
      throw invalidField(
        'send either from or all',
        'POST /api/dms/read {"from":"<name>"} for one agent, or {"all":true} for everything.',
      );
    }
    const from = body.from === undefined ? undefined : await findAgentByName(tx, body.from);
    return { marked: await markAllRead(tx, caller.id, from?.id, clock.now()) };
  },
});

export const readRoutes = [dms, readDms];

/**
 * Reads a page of a thread and marks it as read by the reader. The page is read and marked under the lock
 * that senders take too, so exactly the returned messages are marked. A page without unread messages takes no
 * lock and writes nothing.
 */
async function newestDmUpTo(read: Reader, [one, other]: [number, number], id: number): Promise<number> {
  const sides = [
    { from: one, to: other },
    { from: other, to: one },
  ];
  const newest = await Promise.all(
    sides.map(({ from, to }) =>
      read
        .selectFrom('dm')
        .select('id')
        .where('from_id', '=', from)
        .where('to_id', '=', to)
        .where('id', '<=', id)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),
    ),
  );
  return Math.max(...newest.map((row) => row?.id ?? 0));
}

async function readAndMarkPage(
  { read, transaction, clock }: DirectMessageDependencies,
  readerId: number,
  withId: number,
  page: ThreadPage,
): Promise<FoundPage> {
  const isUnread = (row: DmRow) => row.to_id === readerId && row.read_at === null;
  const found = await readThread(read, readerId, withId, page);
  if (!found.rows.some(isUnread)) return found;
  return transaction(async (tx) => {
    await lockOwnSides(tx, readerId, withId);
    const { rows, isCut } = await readThread(tx, readerId, withId, page);
    const read_at = clock.now();
    const ids = rows.filter(isUnread).map((row) => row.id);
    if (ids.length > 0) {
      await tx
        .updateTable('dm')
        .set({ read_at })
        .where((where) => where('id', '=', where.fn.any(where.val(ids))))
        .execute();
      await tx
        .updateTable('dm_thread')
        .set({ unread: sql`unread - ${ids.length}` })
        .where('agent_id', '=', readerId)
        .where('with_id', '=', withId)
        .execute();
    }
    return { rows: rows.map((row) => (isUnread(row) ? { ...row, read_at } : row)), isCut };
  });
}

/** Marks messages to the reader as read, of one sender or of all. Returns the number marked. */
async function markAllRead(tx: Tx, readerId: number, fromId: number | undefined, at: Date): Promise<number> {
  // A separate statement, so that the next one sees every message of the locked threads; senders wait for the
  // lock.
  const threads = await lockOwnSides(tx, readerId, fromId);
  if (threads.length === 0) return 0;
  const { numUpdatedRows } = await tx
    .updateTable('dm')
    .set({ read_at: at })
    .where('to_id', '=', readerId)
    .where('read_at', 'is', null)
    .where((where) => where('from_id', '=', where.fn.any(where.val(threads))))
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('dm_thread')
    .set({ unread: 0 })
    .where('agent_id', '=', readerId)
    .where((where) => where('with_id', '=', where.fn.any(where.val(threads))))
    .execute();
  return Number(numUpdatedRows);
}

/**
 * Locks the reader's side of one or all threads with unread messages, ordered by the other agent's id.
 * Senders lock both sides of a thread in the same order, so the two cannot deadlock.
 */
async function lockOwnSides(tx: Tx, agentId: number, withId: number | undefined): Promise<number[]> {
  let query = tx
    .selectFrom('dm_thread')
    .select('with_id')
    .where('agent_id', '=', agentId)
    .where('unread', '>', 0)
    .orderBy('with_id')
    .forUpdate();
  if (withId !== undefined) query = query.where('with_id', '=', withId);
  return (await query.execute()).map((row) => row.with_id);
}
