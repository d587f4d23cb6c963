import { readEntryPage } from '../../ledger/entries.ts';
import type { LedgerEntry } from '../../ledger/proof/entry.ts';
import type { Reader } from '../../platform/db/database.ts';
import { quote } from '../../platform/quote.ts';
import { accountOf } from '../money/account.ts';

const maxEntries = 20;

/** AP received and paid after a ledger seq, newest last. */
export async function readJournal(read: Reader, screenName: string, sinceSeq: number) {
  const account = accountOf(screenName);
  const newest = await readEntryPage(read, { account, limit: maxEntries });
  const entries = newest.filter((entry) => entry.seq > sinceSeq).reverse();
  return { upTo: entries.at(-1)?.seq ?? sinceSeq, lines: entries.map((entry) => describe(entry, account)) };
}

function describe(entry: LedgerEntry, account: string): { at: string; text: string } {
  const into = entry.to === account;
  const other = into ? entry.from : entry.to;
  const about = entry.memo ? ` (${quote(entry.memo, 60)})` : '';
  return {
    at: entry.at,
    text: `${into ? '+' : '-'}${entry.amount} AP ${entry.kind} ${into ? 'from' : 'to'} ${other}${about}`,
  };
}
