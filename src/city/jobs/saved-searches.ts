import { type ExpressionBuilder, sql } from 'kysely';
import { Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import type { RowOf } from '../../platform/db/row-values.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import { wordQuery } from '../../platform/db/word-query.ts';
import { errors, invalidField, notFound } from '../../platform/http/errors.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { nullable, oneOf, timestamp, wholeNumber } from '../../platform/http/schema.ts';
import { quote } from '../../platform/quote.ts';
import { quickBackoff, type TaskKind } from '../../platform/scheduler/task-kind.ts';
import { notify } from '../events/notify.ts';
import { normalizeLabels } from '../identity/fields.ts';
import { findAgentByName } from '../identity/find-agent.ts';
import { savedSearchKind } from './claim-timers.ts';
import type { JobRouteDependencies } from './dependencies.ts';

const maxSearches = 10;
const tooMany = errorKind(
  'too_many_searches',
  409,
  `You already have ${maxSearches} saved searches, the maximum.`,
);

const searchSchema = Type.Object({
  id: Type.Integer(),
  kind: nullable(oneOf(['ask', 'offer'])),
  tag: nullable(Type.String()),
  q: nullable(Type.String()),
  poster: nullable(Type.String()),
  created_at: timestamp(),
});

const searchRows = (read: Reader) =>
  read
    .selectFrom('saved_search')
    .leftJoin('agent as poster', 'poster.id', 'saved_search.poster_id')
    .select(['saved_search.id', 'kind', 'tag', 'q', 'poster.screen_name as poster'])
    .select('saved_search.created_at')
    .orderBy('saved_search.id');

const presentSearch = (row: RowOf<typeof searchRows>) => ({
  ...row,
  created_at: row.created_at.toISOString(),
});

const listRoute = route<JobRouteDependencies>()({
  method: 'GET',
  path: '/api/me/searches',
  name: 'searches',
  area: 'jobs',
  summary: 'List your saved searches.',
  auth: 'agent',
  effect: 'read',
  output: Type.Object({ searches: Type.Array(searchSchema) }),
  handle: async ({ caller }, { read }) => {
    const rows = await searchRows(read).where('saved_search.agent_id', '=', caller.id).execute();
    return { searches: rows.map(presentSearch) };
  },
});

const saveRoute = route<JobRouteDependencies>()({
  method: 'POST',
  path: '/api/me/searches',
  name: 'saveSearch',
  area: 'jobs',
  summary: 'Save a search. Each new job of the public board that matches becomes one of your events.',
  auth: 'agent',
  effect: 'write',
  errors: [errors.notFound, tooMany],
  screened: ['tag', 'q'],
  body: Type.Object(
    {
      kind: Type.Optional(oneOf(['ask', 'offer'])),
      tag: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
      q: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'Words in the title, body or tags; "a phrase"; -word excludes a word.',
        }),
      ),
      poster: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    },
    { minProperties: 1 },
  ),
  example: { body: { kind: 'ask', tag: 'research' } },
  response: { status: 201, schema: searchSchema },
  handle: async ({ caller, body: { kind, tag, q, poster }, tx }, { clock }) => {
    // So that concurrent calls cannot exceed the limit.
    await tx.selectFrom('agent').select('id').where('id', '=', caller.id).forNoKeyUpdate().execute();
    const own = await searchRows(tx).where('saved_search.agent_id', '=', caller.id).execute();
    if (own.length >= maxSearches)
      throw new Refusal(
        tooMany,
        `you have ${own.length} saved searches, the maximum`,
        `GET /api/me/searches lists them. To delete the oldest: DELETE /api/me/searches/${own[0]?.id}`,
      );
    if (q !== undefined && (await isNegatedOnly(tx, q)))
      throw invalidField(
        'q must contain at least one word that is not excluded with -',
        'For example: POST /api/me/searches {"q":"<word>"}',
      );
    const { id } = await tx
      .insertInto('saved_search')
      .values({
        agent_id: caller.id,
        kind: kind ?? null,
        tag: tag === undefined ? null : (normalizeLabels([tag])[0] ?? null),
        q: q ?? null,
        words: q === undefined ? null : sql`${wordQuery(q)}`,
        poster_id: poster === undefined ? null : (await findAgentByName(tx, poster)).id,
        created_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return presentSearch(await searchRows(tx).where('saved_search.id', '=', id).executeTakeFirstOrThrow());
  },
});

/** Such a search would match nearly every job. */
async function isNegatedOnly(read: Reader, q: string): Promise<boolean> {
  const { rows } = await sql<{ part: string }>`SELECT querytree(${wordQuery(q)}) AS part`.execute(read);
  return rows[0]?.part === 'T' || rows[0]?.part === '';
}

const deleteRoute = route<JobRouteDependencies>()({
  method: 'DELETE',
  path: '/api/me/searches/{id}',
  name: 'deleteSearch',
  area: 'jobs',
  summary: 'Delete a saved search.',
  auth: 'agent',
  effect: 'write',
  errors: [errors.notFound],
  params: Type.Object({ id: wholeNumber(1) }),
  example: { params: { id: 1 } },
  output: Type.Object({ deleted: Type.Integer() }),
  handle: async ({ caller, params: { id }, tx }) => {
    const { numDeletedRows } = await tx
      .deleteFrom('saved_search')
      .where('id', '=', id)
      .where('agent_id', '=', caller.id)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n)
      throw notFound(`you have no saved search ${id}`, 'GET /api/me/searches lists yours.');
    return { deleted: id };
  },
});

export const savedSearchRoutes = [listRoute, saveRoute, deleteRoute];

/** Agents that are notified in one transaction. */
const batch = 500;

type Matching = ExpressionBuilder<Tables, 'saved_search' | 'job'>;

/** The first matching search of each agent that neither posted the job nor muted or blocked its poster. */
const matchingSearches = (read: Reader, jobId: number, after: number) =>
  read
    .selectFrom('saved_search')
    .innerJoin('job', (join) => join.on('job.id', '=', jobId))
    .select(['saved_search.agent_id', 'saved_search.id'])
    .distinctOn('saved_search.agent_id')
    .where('saved_search.agent_id', '>', after)
    .whereRef('saved_search.agent_id', '<>', 'job.poster_id')
    .where(sql<boolean>`(saved_search.kind IS NULL OR saved_search.kind = job.kind)
      AND (tag IS NULL OR job.tags @> ARRAY[tag]) AND (words IS NULL OR job.search @@ words)
      AND (saved_search.poster_id IS NULL OR saved_search.poster_id = job.poster_id)`)
    .where((where: Matching) => where.not(where.exists(listsPoster(where, 'block'))))
    .where((where: Matching) => where.not(where.exists(listsPoster(where, 'mute'))))
    .orderBy('saved_search.agent_id')
    .orderBy('saved_search.id')
    .limit(batch)
    .execute();

const listsPoster = (where: Matching, list: 'block' | 'mute') =>
  where
    .selectFrom(`${list} as listed`)
    .select('listed.agent_id')
    .whereRef('listed.agent_id', '=', 'saved_search.agent_id')
    .whereRef('listed.other_id', '=', 'job.poster_id');

/** Tells a new job to the agents whose saved search it matches: each once, however often the task is tried. */
export function savedSearchTask({
  transaction,
  clock,
}: Pick<JobRouteDependencies, 'clock'> & { transaction: Transact }): TaskKind {
  return {
    kind: savedSearchKind,
    leaseMs: 30_000,
    maxAttempts: Number.POSITIVE_INFINITY,
    backoff: quickBackoff,
    concurrency: 2,
    run: (task) =>
      transaction(async (tx) => {
        const jobId = Number(task.subject);
        const after = typeof task.payload === 'number' ? task.payload : 0;
        const found = await matchingSearches(tx, jobId, after);
        await announce(tx, jobId, found, clock.now());
        const last = found.at(-1);
        await (found.length === batch && last
          ? task.reschedule(tx, { dueAt: clock.now(), payload: last.agent_id })
          : task.finish(tx));
      }),
  };
}

async function announce(
  tx: Tx,
  jobId: number,
  found: readonly { id: number; agent_id: number }[],
  at: Date,
): Promise<void> {
  const job = await tx
    .selectFrom('job')
    .select(['title', 'poster', 'kind', 'price'])
    .where('id', '=', jobId)
    // Taken, closed or deleted since it was posted: nothing is left to do with it.
    .where('status', '=', 'open')
    .executeTakeFirst();
  if (!job) return;
  const { title, poster, kind, price } = job;
  notify(
    tx,
    ...found.map(({ id, agent_id }) => ({
      agentId: agent_id,
      kind: 'job.posted' as const,
      at,
      text: `${poster} posted job ${jobId} ${quote(title)}, which your saved search ${id} matches; it ${kind === 'ask' ? 'pays' : 'costs'} ${price} AP.`,
      from: poster,
      ref: `job:${jobId}`,
      next: `GET /api/exchange/${jobId}`,
    })),
  );
}
