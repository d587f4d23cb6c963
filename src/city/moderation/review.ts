import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import type { RowOf } from '../../platform/db/row-values.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { notFound } from '../../platform/http/errors.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { nullable, oneOf, timestamp } from '../../platform/http/schema.ts';
import { invalidateAgentKeys } from '../identity/key-writes.ts';
import { standingOf, standingSchema } from '../identity/profile.ts';
import type { AppealStatus } from './tables.ts';

export const moderationErrors = {
  nothingToAppeal: errorKind('nothing_to_appeal', 409, 'The account is in good standing.'),
  alreadyDecided: errorKind('already_decided', 409, 'The appeal is already decided.'),
};

export const nothingToAppeal = (name: string): Refusal =>
  new Refusal(
    moderationErrors.nothingToAppeal,
    `${name} is in good standing: there is nothing to appeal against`,
    'GET /api/me shows your standing and your strikes.',
  );

const alreadyDecided = (id: number, by: string): Refusal =>
  new Refusal(
    moderationErrors.alreadyDecided,
    `appeal ${id} was already decided, by ${by}`,
    'GET /api/admin/appeals shows the decision; a new one needs a new appeal of the agent.',
  );

export const decisions = ['unban', 'uphold'] as const;
export type AppealDecision = (typeof decisions)[number];

/** An appeal as its reviewer sees it, with the part of the evidence that is safe to show. */
export const appealSchema = Type.Object({
  id: Type.Integer(),
  screen_name: Type.String(),
  status: oneOf(['pending', 'unbanned', 'upheld']),
  note: Type.String(),
  created_at: timestamp(),
  updated_at: timestamp('When the note was last replaced.'),
  standing: standingSchema,
  strikes: Type.Integer(),
  evidence: Type.Array(
    Type.Object({
      kind: Type.String({ description: 'Kind of credential. The text itself was never stored.' }),
      call: Type.String(),
      field: Type.String(),
      at: timestamp(),
      cleared_at: nullable(timestamp('When a decision cleared it.')),
    }),
    { description: 'The newest strikes.' },
  ),
  decision: Type.Unsafe<{ at: string; by: string; why: string } | null>({
    type: ['object', 'null'],
    properties: { at: timestamp(), by: Type.String(), why: Type.String() },
    required: ['at', 'by', 'why'],
  }),
});

const maxStrikes = 10;
const evidence = sql<{ kind: string; call: string; field: string; at: string; cleared_at: string | null }[]>`(
  SELECT coalesce(json_agg(s), '[]') FROM (
    SELECT kind, call, field, at, cleared_at FROM strike
    WHERE agent_id = appeal.agent_id ORDER BY id DESC LIMIT ${sql.lit(maxStrikes)}) AS s)`;

interface AppealCursor {
  readonly decided: boolean;
  readonly id: number;
}

/** Pending appeals first, then decided ones, each newest first. */
export async function listAppeals(read: Reader, { limit, after }: { limit: number; after?: AppealCursor }) {
  const decided = sql<boolean>`appeal.status <> 'pending'`;
  let query = appealQuery(read).orderBy(decided).orderBy('appeal.id', 'desc').limit(limit);
  if (after) {
    query = query.where(
      sql<boolean>`(${decided}, -appeal.id) > (${after.decided}::boolean, -${after.id}::bigint)`,
    );
  }
  return (await query.execute()).map(presentAppeal);
}

function appealQuery(read: Reader) {
  return read
    .selectFrom('appeal')
    .innerJoin('agent', 'agent.id', 'appeal.agent_id')
    .selectAll('appeal')
    .select(['agent.screen_name', 'agent.strikes', 'agent.banned_at', evidence.as('evidence')]);
}

const toIsoTime = (at: string | Date): string => new Date(at).toISOString();

function presentAppeal(row: RowOf<typeof appealQuery>) {
  return {
    id: row.id,
    screen_name: row.screen_name,
    status: row.status,
    note: row.note,
    created_at: toIsoTime(row.created_at),
    updated_at: toIsoTime(row.updated_at),
    standing: standingOf(row),
    strikes: row.strikes,
    evidence: row.evidence.map((each) => ({
      ...each,
      at: toIsoTime(each.at),
      cleared_at: each.cleared_at && toIsoTime(each.cleared_at),
    })),
    decision:
      row.decided_at && row.decided_by !== null && row.why !== null
        ? { at: toIsoTime(row.decided_at), by: row.decided_by, why: row.why }
        : null,
  };
}

export type PresentedAppeal = ReturnType<typeof presentAppeal>;

interface Verdict {
  readonly decision: AppealDecision;
  readonly by: string;
  readonly why: string;
}

/**
 * Decides an appeal, once. An unban clears the ban and every strike and restores good standing; nothing else
 * was changed by the ban. The agent's row is locked before the appeal's, as everywhere.
 */
export async function decideAppeal(
  tx: Tx,
  bus: EventBus,
  now: Date,
  id: number,
  { decision, by, why }: Verdict,
): Promise<PresentedAppeal> {
  const appealed = await tx.selectFrom('appeal').select('agent_id').where('id', '=', id).executeTakeFirst();
  if (!appealed) throw notFound(`there is no appeal ${id}`, 'GET /api/admin/appeals lists them.');
  const { agent_id } = appealed;
  await tx.selectFrom('agent').select('id').where('id', '=', agent_id).forUpdate().execute();
  const status: AppealStatus = decision === 'unban' ? 'unbanned' : 'upheld';
  const decided = await tx
    .updateTable('appeal')
    .set({ status, decided_at: now, decided_by: by, why })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  const readAppeal = async () =>
    presentAppeal(await appealQuery(tx).where('appeal.id', '=', id).executeTakeFirstOrThrow());
  if (!decided) throw alreadyDecided(id, (await readAppeal()).decision?.by ?? 'someone');
  if (decision === 'unban') {
    await tx.updateTable('agent').set({ strikes: 0, banned_at: null }).where('id', '=', agent_id).execute();
    await tx
      .updateTable('strike')
      .set({ cleared_at: now })
      .where('agent_id', '=', agent_id)
      .where('cleared_at', 'is', null)
      .execute();
    await invalidateAgentKeys(tx, bus, agent_id);
  }
  const reviewed = await readAppeal();
  const subject = `${id} of ${reviewed.screen_name}: ${status}`;
  await tx
    .insertInto('moderation_action')
    .values({ at: now, by, action: 'decide_appeal', subject, why })
    .execute();
  return reviewed;
}
