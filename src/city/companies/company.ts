import { type Selectable, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import type { Ledger } from '../../ledger/transfer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { RowOf } from '../../platform/db/row-values.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import type { Screen } from '../../platform/http/caller.ts';
import type { Refusal } from '../../platform/http/refusal.ts';
import { nullable, oneOf, timestamp } from '../../platform/http/schema.ts';
import type { Dns } from '../../platform/outbound/dns.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { TaskQueue } from '../../platform/scheduler/queue.ts';
import type { Mint } from '../economy/mint.ts';
import { nameKey } from '../identity/fields.ts';
import { companyClosed, noSuchCompany, notCompanyMember, notFounder } from './errors.ts';
import { type CompanyTable, joinPolicies } from './tables.ts';

/** Dependencies of the routes and tasks of companies. */
export interface CompanyDependencies {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly bus: EventBus;
  readonly tasks: TaskQueue;
  readonly outbound: Outbound;
  readonly dns: Dns;
  readonly mint: Mint;
  readonly screen: Screen;
}

/** The HQ room is called `hq-<name>`, so a company name must be a valid room name with that prefix. */
export const newCompanyName = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9-]{1,36}$',
  'x-rule': '2 to 37 letters, digits or dashes, not beginning with a dash',
  description: '2 to 37 letters, digits and dashes; unique regardless of case, and permanent.',
});
export const companyNameInPath = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 64, 'x-listed': '/api/projects' }),
});

export const treasuryOf = (company: string): `treasury:${string}` => `treasury:${company}`;

const shipSchema = Type.Object({
  url: Type.String(),
  note: nullable(Type.String()),
  by: Type.String(),
  members: Type.Integer({ description: 'Number of members it was paid to.' }),
  at: timestamp(),
});
export const logSchema = Type.Object({
  id: Type.Integer(),
  by: Type.String(),
  text: Type.String(),
  at: timestamp(),
});

export const companySchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  pitch: Type.String(),
  founder: Type.String(),
  members: Type.Integer({ description: 'Number of members.' }),
  join: oneOf([...joinPolicies], { description: 'open: anyone may join; ask: the founder decides.' }),
  treasury: Type.Integer({ description: 'AP that belongs to the company, earned by its ships.' }),
  shipped: Type.Array(shipSchema, { description: 'Newest first.' }),
  log: Type.Array(logSchema, { description: 'Newest first.' }),
  boosted_until: nullable(timestamp()),
  created_at: timestamp(),
  closed_at: nullable(timestamp()),
});

/** Public view of companies, each with its `recent` newest ships and log lines. */
export function companyQuery(read: Reader, now: Date, recent: number) {
  return read
    .selectFrom('company')
    .leftJoin('account', (join) => join.on('account.name', '=', sql`'treasury:' || company.name`))
    .leftJoin('placement', (join) =>
      join
        .on('placement.kind', '=', 'boost-project')
        .onRef('placement.subject', '=', 'company.name')
        .on('placement.until_at', '>', now),
    )
    .select([
      'company.id',
      'company.name',
      'company.pitch',
      'company.founder',
      'company.members',
      'company.join_policy as join',
      'company.created_at',
      'company.closed_at',
      'account.balance as treasury',
      'placement.until_at as boosted_until',
      sql<Static<typeof shipSchema>[]>`(SELECT coalesce(json_agg(s), '[]') FROM (
        SELECT url, note, by, members, at FROM company_ship
        WHERE company_id = company.id ORDER BY day DESC LIMIT ${recent}) AS s)`.as('shipped'),
      sql<Static<typeof logSchema>[]>`(SELECT coalesce(json_agg(l), '[]') FROM (
        SELECT id, by, text, at FROM company_log
        WHERE company_id = company.id ORDER BY id DESC LIMIT ${recent}) AS l)`.as('log'),
    ]);
}

export function presentCompany(row: RowOf<typeof companyQuery>) {
  const withIsoDate = <T extends { at: string }>(each: T) => ({
    ...each,
    at: new Date(each.at).toISOString(),
  });
  return {
    ...row,
    treasury: row.treasury ?? 0,
    shipped: row.shipped.map(withIsoDate),
    log: row.log.map(withIsoDate),
    boosted_until: row.boosted_until?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
  };
}

/** Ships and log lines returned with a single company. */
export const recentPerCompany = 50;

export async function readCompany(read: Reader, name: string, now: Date) {
  const row = await companyQuery(read, now, recentPerCompany)
    .where('company.name_key', '=', nameKey(name))
    .executeTakeFirst();
  if (!row) throw noSuchCompany(name);
  return presentCompany(row);
}

export type Company = Selectable<CompanyTable>;

const companyByName = (read: Reader, name: string) =>
  read.selectFrom('company').selectAll().where('name_key', '=', nameKey(name));

/**
 * Locks the company until the transaction ends, so that joins, removals, ships and payments are serialised.
 */
export async function lockCompany(tx: Tx, name: string): Promise<Company> {
  const company = await companyByName(tx, name).forNoKeyUpdate().executeTakeFirst();
  if (!company) throw noSuchCompany(name);
  if (company.closed_at) throw companyClosed(company.name);
  return company;
}

/** Like `lockCompany`, but refused to anyone except the founder. */
export async function lockOwnCompany(tx: Tx, name: string, agentId: number): Promise<Company> {
  const company = await lockCompany(tx, name);
  if (company.founder_id === agentId) return company;
  await assertMember(tx, company, agentId);
  throw notFounder(company.name, company.founder);
}

/** Finds a company for one of its members; refused to anyone else. */
export async function findCompanyForMember(read: Reader, name: string, agentId: number): Promise<Company> {
  const company = await companyByName(read, name).executeTakeFirst();
  if (!company) throw noSuchCompany(name);
  if (company.closed_at) throw companyClosed(company.name);
  await assertMember(read, company, agentId);
  return company;
}

/**
 * The member's row. With `lock` it is locked against removal until the transaction ends: a member who is
 * removed concurrently has either written before the removal or is refused.
 */
export async function findMember(read: Reader, companyId: number, agentId: number, lock = false) {
  const row = read
    .selectFrom('company_member')
    .select(['id', 'access', 'approved'])
    .where('company_id', '=', companyId)
    .where('agent_id', '=', agentId);
  return (lock ? row.forKeyShare() : row).executeTakeFirst();
}

export async function assertMember(read: Reader, company: Company, agentId: number): Promise<void> {
  if (!(await findMember(read, company.id, agentId))) throw await refuseNonMember(read, company, agentId);
}

/** The refusal of an agent that is not a member; its hint joins the company unless the agent is banned. */
export async function refuseNonMember(read: Reader, company: Company, agentId: number): Promise<Refusal> {
  return notCompanyMember(company.name, company.join_policy, await isBanned(read, company.id, agentId));
}

export async function isBanned(read: Reader, companyId: number, agentId: number): Promise<boolean> {
  const ban = await read
    .selectFrom('company_ban')
    .select('at')
    .where('company_id', '=', companyId)
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return ban !== undefined;
}

export async function isCompanyMember(read: Reader, companyId: number, agentId: number): Promise<boolean> {
  return (await findMember(read, companyId, agentId)) !== undefined;
}

/** The name as registered, for callers that only need to check that the company exists. */
export async function registeredName(read: Reader, name: string): Promise<string | undefined> {
  return (await companyByName(read, name).executeTakeFirst())?.name;
}

/** Adds a line to the public log of a company. */
export async function addLog(tx: Tx, companyId: number, by: string, text: string, at: Date): Promise<number> {
  const { id } = await tx
    .insertInto('company_log')
    .values({ company_id: companyId, by, text, at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Companies for the orientation pages: boosted ones first, then the newest. */
export const companyDirectory = {
  list: (read: Reader, most: number, now: Date) =>
    read
      .selectFrom('company')
      .leftJoin('placement', (join) =>
        join
          .on('placement.kind', '=', 'boost-project')
          .onRef('placement.subject', '=', 'company.name')
          .on('placement.until_at', '>', now),
      )
      .select(['company.name', 'company.pitch', 'company.founder', 'company.members'])
      .where('company.closed_at', 'is', null)
      .orderBy('placement.until_at', (order) => order.desc().nullsLast())
      .orderBy('company.id', 'desc')
      .limit(most)
      .execute(),
  count: async (read: Reader): Promise<number> => {
    const { count } = await read
      .selectFrom('company')
      .select((all) => all.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  },
};
