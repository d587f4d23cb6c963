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

/** What entries are wanted: of one kind, and of UTC days, both ends inclusive. */
export interface EntryFilter {
  readonly kind?: string;
  readonly fromDay?: string;
  readonly toDay?: string;
}

const scanPageSize = 500;
/** Entries that one search looks at before it returns what it has found. */
const maxScanned = 10_000;

/** The matching entries of a page, and the seq it ends with if there may be more. */
export async function findEntries(
  read: Reader,
  { kind, fromDay, toDay }: EntryFilter,
  page: Page,
): Promise<{ entries: LedgerEntry[]; next: number | null }> {
  const isNewestFirst = page.since === undefined;
  const matches = ({ kind: each, at }: LedgerEntry) =>
    (kind === undefined || each === kind) &&
    (fromDay === undefined || at >= fromDay) &&
    (toDay === undefined || at.slice(0, 10) <= toDay);
  const after = toDay === undefined ? undefined : await seqAfterDay(read, toDay);
  let at = {
    ...page,
    ...(isNewestFirst && after && { before: Math.min(page.before ?? after, after) }),
    limit: scanPageSize,
  };
  const entries: LedgerEntry[] = [];
  for (let scanned = 0; scanned < maxScanned; scanned += scanPageSize) {
    const found = await readEntryPage(read, at);
    for (const entry of found) {
      if (!matches(entry)) continue;
      entries.push(entry);
      if (entries.length > page.limit)
        return { entries: entries.slice(0, page.limit), next: entries[page.limit - 1]?.seq ?? null };
    }
    const last = found.at(-1);
    const isPast = last && isNewestFirst && fromDay !== undefined && last.at < fromDay;
    if (!last || found.length < scanPageSize || isPast) return { entries, next: null };
    at = { ...at, ...(isNewestFirst ? { before: last.seq } : { since: last.seq }) };
  }
  return { entries, next: (isNewestFirst ? at.before : at.since) ?? null };
}

/** The first seq after a UTC day, found by halving: entries are sealed in the order of their times. */
async function seqAfterDay(read: Reader, day: string): Promise<number> {
  const end = new Date(Date.parse(day) + 86_400_000).toISOString();
  let [low, high] = [1, (await readHead(read)).seq + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [entry] = await readEntries(read, { from: middle, to: middle });
    if (entry && entry.at < end) low = middle + 1;
    else high = middle;
  }
  return low;
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
