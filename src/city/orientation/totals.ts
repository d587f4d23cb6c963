import { sql } from 'kysely';
import { recordKinds } from '../../ledger/movement.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { exactlyOne } from '../../platform/db/row-values.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import { type ClockRepair, clockRepair } from '../../platform/uptime/clock-repair.ts';
import { onlineMs } from '../presence/presence.ts';
import { type CompanySource, staleFactor, type ViewSnapshot } from './cached-view.ts';

export interface Totals {
  readonly agents: number;
  readonly agents_online: number;
  readonly rooms: number;
  readonly messages: number;
  readonly jobs: { readonly posted: number; readonly open: number; readonly completed: number };
  readonly products: number;
  readonly sales: number;
  readonly companies: number;
  readonly workspaces: number;
  readonly ledger: {
    readonly entries: number;
    readonly minted: number;
    readonly spent: number;
    readonly in_circulation: number;
    /** Number of sealed entries per kind. */
    readonly movements: Readonly<Record<string, number>>;
    /** Reputation points entered; absent in totals stored before reputation was on the ledger. */
    readonly reputation?: number;
  };
  /** AP minted and burned per UTC day and source, newest first; absent in totals stored by older versions. */
  readonly supply?: readonly SupplyDay[];
}

export interface SupplyDay {
  readonly day: string;
  readonly minted: Readonly<Record<string, number>>;
  readonly burned: Readonly<Record<string, number>>;
  /** AP in circulation at the end of the day; absent in totals stored by older versions. */
  readonly in_circulation?: number;
}

interface Dependencies {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly companies: CompanySource;
}

/**
 * The totals, at most `freshMs` old unless another process is counting them right now. One process counts for
 * all; the others use the previous result, and wait only if that is too old to return.
 */
export async function readTotals(deps: Dependencies, freshMs: number): Promise<ViewSnapshot<Totals>> {
  const stored = await readStoredTotals(deps.read);
  if (stored && isFresh(stored, deps.clock, freshMs)) return stored;
  const counted = await deps.transaction(async (tx) => {
    const locked = tx
      .selectFrom('city_totals')
      .select(['value', 'made_at'])
      .where('one', '=', true)
      .forUpdate();
    const isServable = stored && isFresh(stored, deps.clock, staleFactor * freshMs);
    const row = await (isServable ? locked.skipLocked() : locked).executeTakeFirst();
    if (!row) return undefined;
    const last = row.value && { value: row.value, at: row.made_at };
    if (last && isFresh(last, deps.clock, freshMs)) return last;
    return count(tx, deps, row.value);
  });
  const totals = counted ?? stored;
  if (!totals) throw new Error('city_totals has no row');
  return totals;
}

async function readStoredTotals(read: Reader): Promise<ViewSnapshot<Totals> | undefined> {
  const row = await read
    .selectFrom('city_totals')
    .select(['value', 'made_at'])
    .where('one', '=', true)
    .executeTakeFirstOrThrow();
  return row.value ? { value: row.value, at: row.made_at } : undefined;
}

/** Totals dated in the future were counted while the clock ran ahead. */
function isFresh({ at }: ViewSnapshot<unknown>, clock: Clock, freshMs: number): boolean {
  const age = clock.now().getTime() - at.getTime();
  return age >= 0 && age < freshMs;
}

async function count(
  tx: Tx,
  { clock, companies }: Dependencies,
  before: Totals | null,
): Promise<ViewSnapshot<Totals>> {
  const at = clock.now();
  const rows = await countAppendOnly(tx, at);
  const ledger = await countLedger(tx, before?.ledger);
  const value: Totals = {
    agents: rows.agent,
    agents_online: await countRows(tx, sql`presence WHERE seen_at > ${new Date(at.getTime() - onlineMs)}`),
    rooms: await countRows(tx, sql`room WHERE NOT private`),
    messages: rows.message,
    jobs: {
      posted: rows.job,
      open: await countRows(tx, sql`job WHERE status = 'open' AND room IS NULL`),
      completed: ledger.movements.payout ?? 0,
    },
    products: rows.product,
    sales: rows.purchase,
    companies: await companies.count(tx),
    workspaces: rows.workspace,
    ledger,
    supply: await readSupply(tx),
  };
  await tx.updateTable('city_totals').set({ value, made_at: at }).where('one', '=', true).execute();
  return { value, at };
}

async function countRows(tx: Tx, what: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) FROM ${what}`.execute(tx);
  return exactlyOne(rows).count;
}

const supplyDays = 30;

/** Records move from mint directly to sink and are not AP, so they are excluded. */
async function readSupply(tx: Tx): Promise<SupplyDay[]> {
  const { rows } = await sql<SupplyDay>`SELECT to_char(day, 'YYYY-MM-DD') AS day,
      coalesce(json_object_agg(kind, minted) FILTER (WHERE minted > 0), '{}') AS minted,
      coalesce(json_object_agg(kind, burned) FILTER (WHERE burned > 0), '{}') AS burned,
      (sum(sum(minted) - sum(burned)) OVER (ORDER BY day))::bigint AS in_circulation
    FROM supply_day WHERE kind <> ALL(${[...recordKinds]}::text[]) GROUP BY day ORDER BY day DESC LIMIT ${sql.lit(supplyDays)}`.execute(
    tx,
  );
  return rows;
}

interface LedgerCount {
  size: number;
  mint: number;
  sink: number;
  /** Amounts of unsealed records, which the system accounts already include. */
  waiting: number;
  kinds: { kind: string; count: number; amount: number }[];
}

/**
 * Seqs have no gaps and are assigned in order, so a prefix has to be counted only once. One statement reads
 * the system accounts and the entries from the same snapshot: a record moves between the two accounts and is
 * neither minted nor spent AP.
 */
async function countLedger(tx: Tx, before: Totals['ledger'] | undefined): Promise<Totals['ledger']> {
  const { rows } = await sql<LedgerCount>`
    SELECT size,
      (SELECT coalesce(sum(balance), 0)::bigint FROM account WHERE name = 'mint') AS mint,
      (SELECT coalesce(sum(balance), 0)::bigint FROM account WHERE name = 'sink') AS sink,
      (SELECT coalesce(sum(amount), 0)::bigint FROM ledger_entry WHERE seq IS NULL AND kind = ANY(${[...recordKinds]}::text[])) AS waiting,
      (SELECT coalesce(json_agg(k), '[]') FROM (
        SELECT kind, count(*) AS count, sum(amount)::bigint AS amount FROM ledger_entry
        WHERE seq > ${before?.entries ?? 0} AND seq <= size GROUP BY kind) AS k) AS kinds
    FROM ledger_head WHERE id = 1`.execute(tx);
  const { size, mint, sink, waiting, kinds } = exactlyOne(rows);
  const movements: Record<string, number> = { ...before?.movements };
  for (const { kind, count } of kinds) movements[kind] = (movements[kind] ?? 0) + count;
  const reputation =
    (before?.reputation ?? 0) + (kinds.find(({ kind }) => kind === 'reputation')?.amount ?? 0);
  // Every other record has an amount of 1, so their number is their sum.
  const records = recordKinds.filter((kind) => kind !== 'reputation');
  const passed = records.reduce((sum, kind) => sum + (movements[kind] ?? 0), reputation + waiting);
  return {
    entries: size,
    minted: -mint - passed,
    spent: sink - passed,
    in_circulation: -mint - sink,
    movements,
    reputation,
  };
}

/** Append-only tables with increasing ids. */
type AppendOnlyTable = 'agent' | 'message' | 'job' | 'product' | 'purchase' | 'workspace';

/** Far longer than the time between allocating a row's id and assigning its transaction id. */
const settleMs = 60_000;

/**
 * Exact number of rows in a table, at the cost of counting only recent ones. A mark is set at the newest id;
 * once every transaction that was running then has ended, no row at or below the mark can still appear, and
 * those rows are never counted again. A transaction id above all those of this cluster comes from the cluster
 * that the database was restored from, where none is still running.
 */
export async function countAppended(tx: Tx, table: AppendOnlyTable, now: Date): Promise<number> {
  await sql`INSERT INTO counted_rows (name) VALUES (${table}) ON CONFLICT DO NOTHING`.execute(tx);
  const { rows } = await sql<{
    rows: number;
    recent: number;
    settled: number;
    newest: number;
    ended: boolean;
    mark_at: Date;
  }>`
    SELECT c.rows, c.mark_at, t.recent, t.settled, t.newest,
      c.mark_xid <= pg_snapshot_xmin(pg_current_snapshot())
        OR c.mark_xid > pg_snapshot_xmax(pg_current_snapshot()) AS ended
    FROM counted_rows AS c CROSS JOIN LATERAL (
      SELECT count(*) AS recent, count(*) FILTER (WHERE id <= c.mark_id) AS settled,
        coalesce(max(id), c.through_id) AS newest
      FROM ${sql.table(table)} WHERE id > c.through_id) AS t
    WHERE c.name = ${table}`.execute(tx);
  const counts = exactlyOne(rows);
  if (counts.ended && now.getTime() - counts.mark_at.getTime() >= settleMs) {
    await sql`UPDATE counted_rows SET rows = rows + ${counts.settled}, through_id = mark_id,
      mark_id = ${counts.newest}, mark_xid = pg_snapshot_xmax(pg_current_snapshot()), mark_at = ${now}
      WHERE name = ${table}`.execute(tx);
  }
  return counts.rows + counts.recent;
}

/** Exact number of rows of each append-only table. */
async function countAppendOnly(tx: Tx, now: Date): Promise<Record<AppendOnlyTable, number>> {
  return {
    agent: await countAppended(tx, 'agent', now),
    message: await countAppended(tx, 'message', now),
    job: await countAppended(tx, 'job', now),
    product: await countAppended(tx, 'product', now),
    purchase: await countAppended(tx, 'purchase', now),
    workspace: await countAppended(tx, 'workspace', now),
  };
}

export const countRepairs: readonly ClockRepair[] = [
  clockRepair(
    'totals',
    ({ latest }) => sql`UPDATE city_totals SET made_at = 'epoch' WHERE made_at > ${latest}`,
  ),
  clockRepair(
    'counts',
    ({ latest }) => sql`UPDATE counted_rows SET mark_at = 'epoch' WHERE mark_at > ${latest}`,
  ),
];
