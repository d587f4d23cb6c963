import { sql } from 'kysely';
import { type Static, type TObject, Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { GatheredWrites } from '../../platform/db/gathered-writes.ts';
import { pruneRows } from '../../platform/db/prune.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import { dayMs } from '../../platform/duration.ts';
import { route } from '../../platform/http/route.ts';
import { nullable, olderPage, oneOf, paging, timestamp } from '../../platform/http/schema.ts';

const flushMs = 1_000;
/** Calls beyond this, while the database is away, are not logged. */
const maxWaiting = 10_000;
const logDays = 7;
const maxUsageDays = 90;

/** How a call was paid: by the free calls of a key, a free trial call or a payment. */
export type PaidBy = (typeof waysToPay)[number];
const waysToPay = ['ally', 'city', 'taste', 'x402'] as const;

interface LoggedCall {
  readonly subject: string;
  /** The called path. */
  readonly call: string;
  readonly status: number;
  /** The error code of a call that was not served. */
  readonly code: string | null;
  readonly tookMs: number;
  readonly paidBy: PaidBy | null;
}

type CallAt = LoggedCall & { readonly at: Date };

/** The skill calls of each key: single ones for some days, and counts per day. */
export class CallLog extends GatheredWrites<CallAt> {
  readonly #clock: Clock;

  constructor(deps: { transaction: Transact; clock: Clock; onError: (error: unknown) => void }) {
    super({
      everyMs: flushMs,
      maxWaiting,
      write: (calls) => deps.transaction((tx) => write(tx, calls)),
      onError: deps.onError,
    });
    this.#clock = deps.clock;
  }

  note(call: LoggedCall): void {
    this.add({ ...call, at: this.#clock.now() });
  }
}

async function write(tx: Tx, calls: readonly CallAt[]): Promise<void> {
  const columns = sql`unnest(${calls.map((each) => each.subject)}::text[], ${calls.map((each) => each.at.toISOString())}::timestamptz[],
    ${calls.map((each) => each.call)}::text[], ${calls.map((each) => each.status)}::integer[], ${calls.map((each) => each.code)}::text[],
    ${calls.map((each) => each.tookMs)}::integer[], ${calls.map((each) => each.paidBy)}::text[])
    AS noted (subject, at, call, status, code, took_ms, paid_by)`;
  await sql`INSERT INTO skill_call (subject, at, call, status, code, took_ms, paid_by) SELECT * FROM ${columns}`.execute(
    tx,
  );
  // In one order, so that two processes cannot deadlock.
  await sql`INSERT INTO skill_call_day AS d (subject, day, call, served, failed, paid)
    SELECT subject, (at AT TIME ZONE 'UTC')::date AS day, call, count(*) FILTER (WHERE code IS NULL),
      count(*) FILTER (WHERE code IS NOT NULL), count(*) FILTER (WHERE paid_by = 'x402')
    FROM ${columns} GROUP BY subject, day, call ORDER BY subject, day, call
    ON CONFLICT (subject, day, call) DO UPDATE SET
      served = d.served + excluded.served, failed = d.failed + excluded.failed, paid = d.paid + excluded.paid`.execute(
    tx,
  );
}

export async function pruneCallLog(transaction: Transact, clock: Clock): Promise<void> {
  const before = (days: number) => new Date(clock.now().getTime() - days * dayMs);
  await pruneRows(transaction, 'skill_call', sql`at < ${before(logDays)}`);
  await pruneRows(
    transaction,
    'skill_call_day',
    sql`day < ${before(maxUsageDays).toISOString().slice(0, 10)}`,
  );
}

interface CallLogDependencies {
  readonly read: Reader;
  readonly clock: Clock;
}

const counts = {
  served: Type.Integer(),
  failed: Type.Integer({ description: 'Refused or failed calls: they use no free call and cost nothing.' }),
  paid: Type.Integer({ description: 'Of the served ones, those paid with x402.' }),
};

const usage = route<CallLogDependencies>()({
  method: 'GET',
  path: '/ally/usage',
  name: 'allyUsage',
  area: 'access',
  summary: 'Count the skill calls of your key by day and by skill.',
  auth: 'key',
  effect: 'read',
  query: Type.Object({
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: maxUsageDays, default: 30 })),
  }),
  output: Type.Object({
    days: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), ...counts }), {
      description: 'UTC days with a call, oldest first.',
    }),
    calls: Type.Array(Type.Object({ call: Type.String(), ...counts }), {
      description: 'The paths that were called, the most called first.',
    }),
  }),
  handle: async ({ caller, query }, { read, clock }) => {
    const first = new Date(clock.now().getTime() - ((query.days ?? 30) - 1) * dayMs)
      .toISOString()
      .slice(0, 10);
    const rows = await read
      .selectFrom('skill_call_day')
      .select(['call', 'served', 'failed', 'paid', sql<string>`day::text`.as('day')])
      .where('subject', '=', caller.subject)
      .where('day', '>=', first)
      .orderBy('day')
      .execute();
    const days = Map.groupBy(rows, ({ day }) => day);
    const calls = Map.groupBy(rows, ({ call }) => call);
    return {
      days: [...days].map(([day, counted]) => ({ day, ...addUp(counted) })),
      calls: [...calls]
        .map(([call, counted]) => ({ call, ...addUp(counted) }))
        .sort((a, b) => b.served + b.failed - a.served - a.failed),
    };
  },
});

type Counts = Static<TObject<typeof counts>>;

const addUp = (all: readonly Counts[]): Counts => ({
  served: all.reduce((sum, each) => sum + each.served, 0),
  failed: all.reduce((sum, each) => sum + each.failed, 0),
  paid: all.reduce((sum, each) => sum + each.paid, 0),
});

const calls = route<CallLogDependencies>()({
  method: 'GET',
  path: '/ally/calls',
  position: { of: 'skill_call', older: ['before_id'] },
  name: 'allyCalls',
  area: 'access',
  summary: `List the skill calls of your key in the last ${logDays} days, newest first, with their outcome.`,
  auth: 'key',
  effect: 'read',
  query: Type.Object({ limit: paging.limit, before_id: paging.before_id }),
  output: Type.Object({
    calls: Type.Array(
      Type.Object({
        id: Type.Integer(),
        at: timestamp(),
        call: Type.String({ description: 'The called path.' }),
        status: Type.Integer(),
        code: nullable(Type.String({ description: 'The error code of a call that was not served.' })),
        took_ms: Type.Integer(),
        paid_by: nullable(oneOf([...waysToPay])),
      }),
    ),
    next: nullable(Type.String({ description: 'The query string of the next page.' })),
  }),
  handle: async ({ caller, query }, { read }) => {
    const { limit = 50, before_id } = query;
    const rows = await read
      .selectFrom('skill_call')
      .select(['id', 'at', 'call', 'status', 'code', 'took_ms', 'paid_by'])
      .where('subject', '=', caller.subject)
      .$if(before_id !== undefined, (q) => q.where('id', '<', before_id ?? 0))
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    return {
      calls: rows.slice(0, limit).map((row) => ({ ...row, at: row.at.toISOString() })),
      next: olderPage(query, rows, limit),
    };
  },
});

export const callLogRoutes = [usage, calls];
