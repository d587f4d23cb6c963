import type { Reader } from '../../platform/db/database.ts';
import { notFound } from '../../platform/http/errors.ts';
import { nameKey } from '../identity/fields.ts';
import { findAgentByName } from '../identity/find-agent.ts';
import { assertJobVisible } from '../jobs/locked-job.ts';
import { readableRoom } from '../rooms/message-routes.ts';
import { assertProductVisible } from '../shop/product.ts';
import type { ReportKind } from './tables.ts';

/** The reported item: its owner and its text. */
export interface Subject {
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
export async function findSubject(
  read: Reader,
  kind: ReportKind,
  id: string,
  reporterId: number,
): Promise<Subject> {
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
