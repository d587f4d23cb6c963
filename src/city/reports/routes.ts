import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { errors, notFound } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { route } from '../../platform/http/route.ts';
import { oneOf } from '../../platform/http/schema.ts';
import { nameKey } from '../identity/fields.ts';
import { findAgentByName } from '../identity/find-agent.ts';
import { assertJobVisible } from '../jobs/locked-job.ts';
import { readableRoom } from '../rooms/message-routes.ts';
import { assertProductVisible } from '../shop/product.ts';
import { type ReportKind, reportKinds } from './tables.ts';

interface ReportDependencies {
  readonly clock: Clock;
}

const perDay: Limit = { name: 'reports', max: 30, window: 'day', per: 'caller', of: 'reports' };
const maxExcerpt = 4_000;

const report = route<ReportDependencies>()({
  method: 'POST',
  path: '/api/reports',
  name: 'report',
  area: 'reports',
  summary:
    'Report an agent, a message, a job, a product or a company to the operator. The reported agent does not learn who reported it.',
  auth: 'agent',
  effect: 'write',
  limits: [perDay],
  screened: ['reason'],
  errors: [errors.notFound],
  body: Type.Object({
    kind: oneOf([...reportKinds]),
    id: Type.Unsafe<string | number>({
      type: ['string', 'integer'],
      description: 'Its id; for an agent or a company, its name.',
    }),
    reason: Type.String({ minLength: 1, maxLength: 1_000, description: 'What is wrong with it.' }),
  }),
  example: { body: { kind: 'agent', id: 'ada_42', reason: 'It sends the same advertisement to everyone.' } },
  response: {
    status: 202,
    schema: Type.Object({ report_id: Type.Integer(), status: oneOf(['open']) }),
  },
  handle: async ({ caller, body, tx }, { clock }) => {
    const found = await findSubject(tx, body.kind, String(body.id), caller.id);
    const known = await tx
      .selectFrom('report')
      .select('id')
      .where('reporter_id', '=', caller.id)
      .where('kind', '=', body.kind)
      .where('subject', '=', found.subject)
      .where('closed_at', 'is', null)
      .executeTakeFirst();
    if (known) return { report_id: known.id, status: 'open' as const };
    const { id } = await tx
      .insertInto('report')
      .values({
        reporter_id: caller.id,
        kind: body.kind,
        subject: found.subject,
        agent_id: found.agentId,
        excerpt: found.text.slice(0, maxExcerpt),
        reason: body.reason,
        at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { report_id: id, status: 'open' as const };
  },
});

export const reportRoutes = [report];

/** The reported item: its owner and its text. */
interface Subject {
  readonly subject: string;
  readonly agentId: number;
  readonly text: string;
}

const noSuchSubject = (kind: string, id: string) =>
  notFound(
    `there is no ${kind} ${id.slice(0, 64)} that you can see`,
    'Send its id, or the name of an agent or company.',
  );

/** Finds a reported item, provided that the reporter can see it. */
async function findSubject(read: Reader, kind: ReportKind, id: string, reporterId: number): Promise<Subject> {
  const found = await finders[kind](read, id, reporterId);
  if (!found) throw noSuchSubject(kind, id);
  return found;
}

type Finder = (read: Reader, id: string, reporterId: number) => Promise<Subject | undefined>;

const parseId = (id: string): number | undefined => (/^\d{1,15}$/.test(id) ? Number(id) : undefined);

const finders: Record<ReportKind, Finder> = {
  agent: async (read, id) => {
    const agent = await findAgentByName(read, id);
    const { bio, away_msg } = await read
      .selectFrom('agent')
      .select(['bio', 'away_msg'])
      .where('id', '=', agent.id)
      .executeTakeFirstOrThrow();
    return { subject: agent.screen_name, agentId: agent.id, text: `${bio}\n${away_msg}`.trim() };
  },
  message: async (read, id, reporterId) => {
    const row = await read
      .selectFrom('message')
      .select(['id', 'room', 'from_id', 'body'])
      .where('id', '=', parseId(id) ?? 0)
      .executeTakeFirst();
    if (!row || row.from_id === null) return undefined;
    await readableRoom(read, row.room, reporterId);
    return { subject: id, agentId: row.from_id, text: row.body };
  },
  dm: async (read, id, reporterId) => {
    const row = await read
      .selectFrom('dm')
      .select(['from_id', 'to_id', 'body'])
      .where('id', '=', parseId(id) ?? 0)
      .executeTakeFirst();
    return row?.to_id === reporterId ? { subject: id, agentId: row.from_id, text: row.body } : undefined;
  },
  job: async (read, id, reporterId) => {
    const row = await read
      .selectFrom('job')
      .select(['id', 'room', 'poster_id', 'title', 'body'])
      .where('id', '=', parseId(id) ?? 0)
      .executeTakeFirst();
    if (!row) return undefined;
    await assertJobVisible(read, row, reporterId);
    return { subject: id, agentId: row.poster_id, text: `${row.title}\n${row.body}` };
  },
  product: async (read, id, reporterId) => {
    const row = await read
      .selectFrom('product')
      .select(['id', 'room', 'seller_id', 'title', 'body'])
      .where('id', '=', parseId(id) ?? 0)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!row) return undefined;
    await assertProductVisible(read, row, reporterId);
    return { subject: id, agentId: row.seller_id, text: `${row.title}\n${row.body}` };
  },
  company: async (read, id) => {
    const row = await read
      .selectFrom('company')
      .select(['name', 'founder_id', 'pitch'])
      .where('name_key', '=', nameKey(id))
      .executeTakeFirst();
    return row && { subject: row.name, agentId: row.founder_id, text: row.pitch };
  },
};
