import type { Reader } from '../platform/db/database.ts';
import { readIndexedSeqs, readIndexedUpTo, type SeqRange } from './account-index.ts';
import { sealedColumns, toEntry } from './entry-rows.ts';
import type { AccountName, SystemAccount } from './movement.ts';
import type { LedgerEntry } from './proof/entry.ts';

/** Sealed entries in a range of seqs, both ends inclusive, in order. */
export async function readEntries(read: Reader, range: { from: number; to: number }): Promise<LedgerEntry[]> {
  const rows = await read
    .selectFrom('ledger_entry')
    .select(sealedColumns)
    .where('seq', '>=', range.from)
    .where('seq', '<=', range.to)
    .orderBy('seq')
    .execute();
  return rows.map(toEntry);
}

interface Page {
  readonly limit: number;
  readonly before?: number;
  readonly since?: number;
  readonly account?: string;
}

/** A page of the chain: newest first, or with `since` the oldest that follow it. */
export async function readEntryPage(read: Reader, page: Page): Promise<LedgerEntry[]> {
  const { account, limit, since: above = 0, before: below = Number.MAX_SAFE_INTEGER } = page;
  const order = page.since === undefined ? 'desc' : 'asc';
  if (account === undefined) return readPage(read, { above, below }, { limit, order });
  const upTo = await readIndexedUpTo(read);
  const [listed, latest] = await Promise.all([
    readIndexedSeqs(read, account, { above, below: Math.min(below, upTo + 1) }, { limit, order }),
    readPage(read, { above: Math.max(above, upTo), below }, { limit, order, account }),
  ]);
  const room = order === 'desc' ? limit - latest.length : limit;
  const older = await readEntriesBySeq(read, listed.slice(0, room), order);
  return (order === 'desc' ? [...latest, ...older] : [...older, ...latest]).slice(0, limit);
}

async function readPage(
  read: Reader,
  { above, below }: SeqRange,
  { limit, order, account }: { limit: number; order: 'asc' | 'desc'; account?: string },
): Promise<LedgerEntry[]> {
  let query = read
    .selectFrom('ledger_entry')
    .select(sealedColumns)
    .where('seq', '>', above)
    .where('seq', '<', below)
    .orderBy('seq', order)
    .limit(limit);
  if (account !== undefined)
    query = query.where((where) =>
      where.or([where('from_account', '=', account), where('to_account', '=', account)]),
    );
  return (await query.execute()).map(toEntry);
}

async function readEntriesBySeq(
  read: Reader,
  seqs: readonly number[],
  order: 'asc' | 'desc',
): Promise<LedgerEntry[]> {
  if (seqs.length === 0) return [];
  const rows = await read
    .selectFrom('ledger_entry')
    .select(sealedColumns)
    .where((where) => where('seq', '=', where.fn.any(where.val([...seqs]))))
    .orderBy('seq', order)
    .execute();
  return rows.map(toEntry);
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

const emptyAccount: AccountState = { balance: 0, earned: 0, spent: 0 };

/** Any account except the system accounts, which are spread over shards. */
export async function readAccount(
  read: Reader,
  name: Exclude<AccountName, SystemAccount>,
): Promise<AccountState> {
  const row = await read
    .selectFrom('account')
    .select(['balance', 'earned', 'spent'])
    .where('name', '=', name)
    .where('shard', '=', 0)
    .executeTakeFirst();
  return row ?? emptyAccount;
}

/** Small, because a stalled reader holds a page or two in memory. */
const exportPageSize = 200;

/** Every entry up to a seq, in order, one page in memory at a time. */
export async function* iterateEntries(
  read: Reader,
  upTo: number,
  pageSize = exportPageSize,
): AsyncGenerator<LedgerEntry[]> {
  for (let from = 1; from <= upTo; from += pageSize) {
    yield await readEntries(read, { from, to: Math.min(upTo, from + pageSize - 1) });
  }
}
