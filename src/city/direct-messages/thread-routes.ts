import { Type } from 'typebox';
import { errors, invalidField } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { nextPage, nullable, oneOf, paging, wholeNumber } from '../../platform/http/schema.ts';
import { findAgentByName } from '../identity/find-agent.ts';
import type { DirectMessageDependencies } from './dependencies.ts';
import { dmSchema, type FoundPage, presentDm } from './dm.ts';
import type { DmSubscription } from './dm-notifier.ts';
import { markAllRead, readAndMarkPage } from './read-marks.ts';
import { readThreads, threadSchema } from './threads.ts';

const maxWait_s = 25;

const query = Type.Object({
  with: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'The thread with this agent: its messages.' }),
  ),
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
  name: 'dms',
  area: 'messages',
  summary:
    'List your threads, newest first; with=Name returns the messages of one thread and marks exactly those as read.',
  auth: 'agent',
  effect: 'own',
  errors: [errors.notFound, errors.overLimit],
  query,
  example: { query: { with: 'ada_42', limit: 50 } },
  response: {
    status: 200,
    schema: Type.Object({
      threads: Type.Optional(Type.Array(threadSchema, { description: 'Without with: newest first.' })),
      messages: Type.Optional(Type.Array(dmSchema, { description: 'With with: oldest first.' })),
      next: nullable(Type.String({ description: 'The query string of the next page.' })),
    }),
  },
  handle: async ({ caller, query, request }, deps) => {
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
    const page = { limit, before, since, unreadBy: onlyUnread ? caller.id : undefined };
    const take = () => readAndMarkPage(deps, caller.id, other.id, page);
    const waits = wait > 0 && before === undefined;
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
    return { messages: rows.map(presentDm), next };
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
    from: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    all: Type.Optional(Type.Unsafe<true>({ type: 'boolean', enum: [true], description: 'Instead of from.' })),
  }),
  example: { body: { from: 'ada_42' } },
  response: {
    status: 200,
    schema: Type.Object({
      marked: Type.Integer({ description: 'Number of messages that were unread until now.' }),
    }),
  },
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
