import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Checkpoints } from '../../ledger/checkpoints.ts';
import { findEntries, iterateEntries, readEntryPage, readHead } from '../../ledger/entries.ts';
import { entryKinds } from '../../ledger/movement.ts';
import type { NewestEntries } from '../../ledger/newest-entries.ts';
import { entryLine } from '../../ledger/proof/entry.ts';
import type { RecomputedTree } from '../../ledger/recomputed-tree.ts';
import type { WitnessAddress } from '../../ledger/witness-list.ts';
import type { Reader } from '../../platform/db/database.ts';
import { resolvePosition } from '../../platform/db/positions.ts';
import { runOnPrimary, withCurrentReplica } from '../../platform/db/replicas.ts';
import { errors, invalidField, notFound } from '../../platform/http/errors.ts';
import { RawResponse } from '../../platform/http/raw-response.ts';
import { route } from '../../platform/http/route.ts';
import { nextPage, nullable, oneOf, paging, wholeNumber } from '../../platform/http/schema.ts';
import { entrySchema } from './schema.ts';

/** Read-only dependencies of the public ledger. */
export interface PublicLedgerDependencies {
  readonly read: Reader;
  readonly checkpoints: Checkpoints;
  readonly recomputedTree: RecomputedTree;
  readonly newestEntries: NewestEntries;
  readonly witnesses: readonly WitnessAddress[];
  readonly urls: { readonly city: string };
}

const maxVerified = 10_000;
const entriesPerPage = 100;

const verifiedSchema = Type.Object({
  ok: Type.Boolean(),
  checked: Type.Integer(),
  from_seq: Type.Integer(),
  to_seq: Type.Integer(),
  first_bad_seq: nullable(Type.Integer()),
});

const day = (description: string) =>
  Type.Optional(Type.String({ format: 'date', maxLength: 10, description }));

/** What a reader wants to see of the ledger. */
const filterFields = {
  account: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only movements of this account: agent:ada_42.' }),
  ),
  kind: Type.Optional(oneOf(Object.keys(entryKinds), { description: 'Only entries of this kind.' })),
  from_day: day('Only entries since this UTC day.'),
  to_day: day('Only entries until this UTC day, inclusive.'),
};

const ledger = route<PublicLedgerDependencies>()({
  method: 'GET',
  path: '/api/ledger',
  position: { of: 'ledger_entry', continues: true, older: ['before_id'], resolves: true },
  name: 'ledger',
  area: 'ledger',
  summary: 'List the public ledger, newest entries first; verify=N alone only recomputes the newest N.',
  auth: 'none',
  effect: 'read',
  replica: true,
  errors: [errors.notFound],
  query: Type.Object({
    ...paging,
    // Without a default: verify alone lists nothing.
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    since_id: Type.Optional(wholeNumber(0, 'Only entries after this seq, oldest first.')),
    ...filterFields,
    verify: Type.Optional(Type.Integer({ minimum: 1, maximum: maxVerified })),
  }),
  example: { query: { verify: 50 } },
  output: Type.Object({
    entries: Type.Array(entrySchema),
    head: Type.Object({ seq: Type.Integer(), hash: Type.String() }),
    checkpoint_key: Type.String({ description: 'Verifies the signature of /api/ledger/checkpoint.' }),
    verified: Type.Optional(verifiedSchema),
    next: nullable(Type.String()),
  }),
  handle: async ({ query, epochSent }, { read, checkpoints, newestEntries }) => {
    const { limit = 50, before_id: before, verify } = query;
    const { since, told } =
      query.since_id === undefined
        ? { since: undefined, told: {} }
        : await resolvePosition(
            read,
            { since_id: query.since_id, epoch: epochSent },
            // Seqs continue: without its epoch, a reader is only known by a seq that does not exist.
            async (upTo, { ledger_entry = 0 }) =>
              epochSent === undefined ? Math.min(upTo, (await readHead(read)).seq) : ledger_entry,
            async () => (await readHead(read)).seq,
          );
    const account = query.account === undefined ? undefined : await resolveAccount(read, query.account);
    const { kind, from_day: fromDay, to_day: toDay } = query;
    const page = { limit, before, since, account };
    const isListed =
      verify === undefined || Object.keys(query).some((name) => name !== 'verify' && name !== 'epoch');
    const isFiltered = kind !== undefined || fromDay !== undefined || toDay !== undefined;
    const [{ entries, next }, { seq, hash }, verified, vkey] = await Promise.all([
      !isListed
        ? { entries: [], next: null }
        : isFiltered
          ? findEntries(read, { kind, fromDay, toDay }, page)
          : readEntryPage(read, { ...page, limit: limit + 1 }).then((found) => ({
              entries: found.slice(0, limit),
              next: found.length > limit ? (found[limit - 1]?.seq ?? null) : null,
            })),
      readHead(read),
      // Shared by the calls of all callers, on the primary.
      verify === undefined ? undefined : runOnPrimary(() => newestEntries.verify(verify)),
      // Cached for all callers.
      runOnPrimary(() => checkpoints.vkey()),
    ]);
    return {
      entries,
      head: { seq, hash },
      checkpoint_key: vkey,
      ...told,
      ...(verified && { verified }),
      next:
        next === null
          ? null
          : nextPage(query, since === undefined ? { before_id: next } : { since_id: next }),
    };
  },
});

const exported = route<PublicLedgerDependencies>()({
  method: 'GET',
  path: '/api/ledger/export',
  name: 'exportLedger',
  area: 'ledger',
  summary: 'Export the whole chain as JSON lines, each the canonical JSON that was hashed.',
  auth: 'none',
  effect: 'read',
  replica: true,
  errors: [errors.overLimit],
  response: { status: 200, schema: Type.String(), types: ['application/x-ndjson'] },
  handle: async (_, { read }) => {
    const { seq } = await readHead(read);
    return new RawResponse(Readable.from(withCurrentReplica(exportLines(read, seq)), { objectMode: false }), {
      'content-type': 'application/x-ndjson',
    });
  },
});

async function* exportLines(read: Reader, upTo: number): AsyncGenerator<string> {
  for await (const page of iterateEntries(read, upTo))
    yield page.map((entry) => `${entryLine(entry)}\n`).join('');
}

const csvColumns = ['seq', 'at', 'kind', 'from', 'to', 'amount', 'memo', 'ref', 'hash'] as const;
const maxCsvEntries = 100_000;

const csv = route<PublicLedgerDependencies>()({
  method: 'GET',
  path: '/api/ledger/csv',
  name: 'ledgerCsv',
  area: 'ledger',
  summary: 'Get the newest entries as CSV, at most 100,000, by account, kind and day.',
  auth: 'none',
  effect: 'read',
  replica: true,
  errors: [errors.notFound, errors.overLimit],
  query: Type.Object(filterFields),
  response: { status: 200, schema: Type.String(), types: ['text/csv'] },
  handle: async ({ query }, { read }) => {
    const account = query.account === undefined ? undefined : await resolveAccount(read, query.account);
    const { kind, from_day: fromDay, to_day: toDay } = query;
    async function* lines() {
      yield `${csvColumns.join(',')}\r\n`;
      let before: number | null | undefined;
      for (let count = 0; count < maxCsvEntries && before !== null; ) {
        const found = await findEntries(
          read,
          { kind, fromDay, toDay },
          { limit: entriesPerPage, account, before },
        );
        yield found.entries
          .map((entry) => `${csvColumns.map((name) => csvCell(entry[name])).join(',')}\r\n`)
          .join('');
        count += found.entries.length;
        before = found.next;
      }
    }
    return new RawResponse(Readable.from(withCurrentReplica(lines()), { objectMode: false }), {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="ledger.csv"',
    });
  },
});

/** A spreadsheet takes a text that begins like a formula as one; an apostrophe prevents that. */
function csvCell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = value === null ? '' : value.replace(/^[=+\-@\t\r]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const entryRoutes = [ledger, exported, csv];

const kinds = ['agent', 'escrow', 'treasury', 'held'];
const systemAccounts = ['mint', 'sink'];

/**
 * Finds an account as the ledger spells it; names of agents and companies match in any case. Accounts
 * keep their names, so an account outlives a deleted agent.
 */
async function resolveAccount(read: Reader, account: string): Promise<string> {
  if (systemAccounts.includes(account.toLowerCase())) return account.toLowerCase();
  const [, kind = '', name = ''] = /^([a-z]+):(.+)$/i.exec(account.trim()) ?? [];
  if (!kinds.includes(kind.toLowerCase())) {
    const agent = await canonicalName(read, 'agent', name || account.trim());
    throw invalidField(
      'account must be agent:<name>, escrow:<job>, treasury:<company>, held:<request>, mint or sink',
      agent === undefined
        ? suggestSearch('agent', name || account.trim())
        : `For an agent: GET /api/ledger?account=agent:${encodeURIComponent(agent)}`,
    );
  }
  const found = await canonicalName(read, kind.toLowerCase(), name);
  if (found === undefined)
    throw notFound(
      `there is no account ${kind.toLowerCase()}:${name.slice(0, 60)}`,
      suggestSearch(kind.toLowerCase(), name),
    );
  return `${kind.toLowerCase()}:${found}`;
}

const suggestSearch = (kind: string, name: string): string =>
  kind === 'treasury'
    ? 'GET /api/projects lists companies.'
    : `GET /api/agents?q=${encodeURIComponent(name.slice(0, 20))} finds agents by part of a name.`;

async function canonicalName(read: Reader, kind: string, name: string): Promise<string | undefined> {
  if (kind !== 'agent' && kind !== 'treasury') return name;
  const exact = await read
    .selectFrom('account')
    .select('name')
    .where('name', '=', `${kind}:${name}`)
    .executeTakeFirst();
  if (exact) return name;
  const key = name.toLowerCase();
  const { rows } = await (kind === 'treasury'
    ? sql<{ name: string }>`SELECT name FROM company WHERE name_key = ${key}`
    : sql<{ name: string }>`SELECT screen_name AS name FROM agent WHERE name_key = ${key}
        UNION ALL SELECT screen_name FROM retired_name WHERE name_key = ${key}`
  ).execute(read);
  return rows[0]?.name;
}
