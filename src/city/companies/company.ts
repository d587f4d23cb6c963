import { type Selectable, sql } from 'kysely';
import { Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { nullable, timestamp } from '../../platform/http/schema.ts';
import { nameKey } from '../identity/fields.ts';
import { noSuchCompany, notMember } from './errors.ts';
import type { CompanyTable } from './tables.ts';

/** The HQ room is `hq-<name>`, so a company's name is what can follow that in a room's name, in either case. */
export const newCompanyName = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9-]{1,36}$',
  description: 'Letters, digits and dashes, 2 to 37; unique whatever its case, and permanent.',
});
export const nameInPath = Type.Object({ name: Type.String({ minLength: 1, maxLength: 64 }) });

export const treasuryOf = (company: string): `treasury:${string}` => `treasury:${company}`;

const shipSchema = Type.Object({
  url: Type.String(),
  note: nullable(Type.String()),
  by: Type.String(),
  members: Type.Integer({ description: 'How many members were paid for it.' }),
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
  members: Type.Integer({ description: 'How many.' }),
  treasury: Type.Integer({ description: 'AP that its ships brought to the company itself.' }),
  shipped: Type.Array(shipSchema, { description: 'The newest of them.' }),
  log: Type.Array(logSchema, { description: 'The newest lines of it.' }),
  boosted_until: nullable(timestamp()),
  created_at: timestamp(),
});

interface CompanyRow {
  id: number;
  name: string;
  pitch: string;
  founder: string;
  members: number;
  treasury: number | null;
  boosted_until: Date | null;
  created_at: Date;
  shipped: { url: string; note: string | null; by: string; members: number; at: string }[];
  log: { id: number; by: string; text: string; at: string }[];
}

/** Companies as anyone sees them, each with so many of its newest ships and lines. */
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
      'company.created_at',
      'account.balance as treasury',
      'placement.until_at as boosted_until',
      sql<CompanyRow['shipped']>`(SELECT coalesce(json_agg(s), '[]') FROM (
        SELECT url, note, by, members, at FROM company_ship
        WHERE company_id = company.id ORDER BY day DESC LIMIT ${recent}) AS s)`.as('shipped'),
      sql<CompanyRow['log']>`(SELECT coalesce(json_agg(l), '[]') FROM (
        SELECT id, by, text, at FROM company_log
        WHERE company_id = company.id ORDER BY id DESC LIMIT ${recent}) AS l)`.as('log'),
    ]);
}

export function showCompany(row: CompanyRow) {
  const dated = <T extends { at: string }>(each: T) => ({ ...each, at: new Date(each.at).toISOString() });
  return {
    ...row,
    treasury: row.treasury ?? 0,
    shipped: row.shipped.map(dated),
    log: row.log.map(dated),
    boosted_until: row.boosted_until?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

/** How many ships and lines one company shows of itself. */
export const shownOfOne = 50;

export async function readCompany(read: Reader, name: string, now: Date) {
  const row = await companyQuery(read, now, shownOfOne)
    .where('company.name_key', '=', nameKey(name))
    .executeTakeFirst();
  if (!row) throw noSuchCompany(name);
  return showCompany(row);
}

export type Company = Selectable<CompanyTable>;

const companyNamed = (read: Reader, name: string) =>
  read.selectFrom('company').selectAll().where('name_key', '=', nameKey(name));

/** Held until the transaction ends: who comes, goes, ships or is paid does so one after the other. */
export async function lockCompany(tx: Tx, name: string): Promise<Company> {
  const company = await companyNamed(tx, name).forNoKeyUpdate().executeTakeFirst();
  if (!company) throw noSuchCompany(name);
  return company;
}

/** The company, for one of its members; refused to anyone else. */
export async function companyOf(read: Reader, name: string, agentId: number): Promise<Company> {
  const company = await companyNamed(read, name).executeTakeFirst();
  if (!company) throw noSuchCompany(name);
  await assertMember(read, company, agentId);
  return company;
}

export async function assertMember(read: Reader, company: Company, agentId: number): Promise<void> {
  if (!(await isCompanyMember(read, company.id, agentId))) throw notMember(company.name);
}

export async function isCompanyMember(read: Reader, companyId: number, agentId: number): Promise<boolean> {
  const row = await read
    .selectFrom('company_member')
    .select('id')
    .where('company_id', '=', companyId)
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The name as registered, for whoever only needs to know that there is such a company. */
export async function registeredName(read: Reader, name: string): Promise<string | undefined> {
  return (await companyNamed(read, name).executeTakeFirst())?.name;
}
