import type { Reader } from '../platform/db/database.ts';
import { entryOf, sealedColumns } from './entry-rows.ts';
import type { AccountName, WorldEnd } from './movement.ts';
import type { LedgerEntry } from './proof/entry.ts';

/** Sealed entries of a range of seqs, both ends included, in order. */
export async function readEntries(read: Reader, range: { from: number; to: number }): Promise<LedgerEntry[]> {
  const rows = await read
    .selectFrom('ledger_entry')
    .select(sealedColumns)
    .where('seq', '>=', range.from)
    .where('seq', '<=', range.to)
    .orderBy('seq')
    .execute();
  return rows.map(entryOf);
}

interface Page {
  readonly limit: number;
  readonly before?: number;
  readonly since?: number;
  readonly account?: string;
}

/** A page of the chain: the newest first, or with `since` the oldest that follow it. */
export async function pageOfEntries(read: Reader, page: Page): Promise<LedgerEntry[]> {
  if (page.account === undefined) return pageOf(read, page);
  // Two index reads and a merge: an OR over two columns would walk the whole chain.
  const [out, into] = await Promise.all([
    pageOf(read, page, 'from_account', page.account),
    pageOf(read, page, 'to_account', page.account),
  ]);
  const order = page.since === undefined ? -1 : 1;
  return [...out, ...into].sort((a, b) => order * (a.seq - b.seq)).slice(0, page.limit);
}

async function pageOf(
  read: Reader,
  page: Page,
  side?: 'from_account' | 'to_account',
  account?: string,
): Promise<LedgerEntry[]> {
  let query = read
    .selectFrom('ledger_entry')
    .select(sealedColumns)
    .where('seq', 'is not', null)
    .orderBy('seq', page.since === undefined ? 'desc' : 'asc')
    .limit(page.limit);
  if (side && account !== undefined) query = query.where(side, '=', account);
  if (page.before !== undefined) query = query.where('seq', '<', page.before);
  if (page.since !== undefined) query = query.where('seq', '>', page.since);
  return (await query.execute()).map(entryOf);
}

export interface LedgerHead {
  readonly seq: number;
  readonly hash: string;
  readonly frontier: Buffer;
}

export async function readHead(read: Reader): Promise<LedgerHead> {
  const row = await read
    .selectFrom('ledger_head')
    .select(['size', 'hash', 'frontier'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  return { seq: row.size, hash: row.hash.toString('hex'), frontier: row.frontier };
}

export interface AccountState {
  readonly balance: number;
  readonly earned: number;
  readonly spent: number;
}

const nothing: AccountState = { balance: 0, earned: 0, spent: 0 };

/** Of anyone but the two ends of the world. */
export async function readAccount(read: Reader, name: Exclude<AccountName, WorldEnd>): Promise<AccountState> {
  const row = await read
    .selectFrom('account')
    .select(['balance', 'earned', 'spent'])
    .where('name', '=', name)
    .where('shard', '=', 0)
    .executeTakeFirst();
  return row ?? nothing;
}

const exportPage = 2_000;

/** Every entry up to a seq, in order, a page in memory at a time. */
export async function* allEntries(
  read: Reader,
  upTo: number,
  pageSize = exportPage,
): AsyncGenerator<LedgerEntry[]> {
  for (let from = 1; from <= upTo; from += pageSize) {
    yield await readEntries(read, { from, to: Math.min(upTo, from + pageSize - 1) });
  }
}
