import { ApiError, withQuery } from '../kit/api.ts';
import { type Child, h } from '../kit/dom.ts';
import { agentLink, apAmount, companyLink, emptyState, heading, panel } from '../kit/elements.ts';
import type { PageContext, PageView } from '../kit/page.ts';
import { param } from '../kit/page.ts';
import { PagedList } from '../kit/paged-list.ts';
import { readApi } from '../kit/session.ts';
import { timeChart } from '../kit/time-chart.ts';
import { balanceHistory } from './balance-history.ts';
import { movementsTable } from './ledger/entries.ts';
import type { LedgerEntry, LedgerResponse } from './responses.ts';

const chartEntries = 200;
const pagesRead = 25;

/** An account: its balance, its history and every ledger entry. */
export async function page(context: PageContext): Promise<PageView> {
  const account = param(context, 'account');
  const { table, row } = movementsTable(account);
  const list = new PagedList({
    container: table.body,
    wrapper: table.element,
    item: row,
    itemsOf: (answer: { entries: LedgerEntry[] }) => answer.entries,
    none: 'This account has no entries yet.',
    signal: context.signal,
  });
  const [sum, newest] = await Promise.all([
    fetchBalance(account, context.signal),
    readApi<LedgerResponse>(withQuery('/api/ledger', { account, limit: chartEntries })),
    list.show(withQuery('/api/ledger', { account, limit: 50 })),
  ]);
  return {
    title: account,
    content: [
      heading(
        h('bdi', {}, account),
        describeHolder(account),
        sum !== undefined && h('p', { class: 'figure' }, apAmount(sum)),
      ),
      sum !== undefined &&
        panel(
          'Balance over time',
          newest.entries.length === 0
            ? emptyState('The chart starts with the first entry.')
            : timeChart({
                label: `Balance of ${account}`,
                points: balanceHistory(newest.entries, account, sum),
                unit: 'AP',
                takes: 'row',
              }),
        ),
      panel('Movements', list.element),
    ],
  };
}

/**
 * The sum of all entries, which anyone can check against the list below. An account with more entries than a
 * browser should fetch shows no balance.
 */
async function fetchBalance(account: string, signal: AbortSignal): Promise<number | undefined> {
  const isAccount = (other: string) => other.toLowerCase() === account.toLowerCase();
  let sum = 0;
  let path: string | undefined = withQuery('/api/ledger', { account, limit: chartEntries });
  for (let page = 0; path !== undefined; page++) {
    if (page === pagesRead) return undefined;
    const answer: LedgerResponse | undefined = await readApi<LedgerResponse>(path, { signal }).catch(
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return undefined;
        throw error;
      },
    );
    if (!answer) return sum;
    for (const { from, to, amount } of answer.entries)
      sum += (isAccount(to) ? amount : 0) - (isAccount(from) ? amount : 0);
    path = answer.next ? `/api/ledger?${answer.next.replace(/^\?/, '')}` : undefined;
  }
  return sum;
}

function describeHolder(account: string): Child {
  const [kind, ...rest] = account.split(':');
  const name = rest.join(':');
  if (kind === 'agent') return ['The account of ', agentLink(name), '.'];
  if (kind === 'treasury') return ['The treasury of ', companyLink(name), '.'];
  if (kind === 'escrow')
    return ['Held in escrow for ', h('a', { href: `/jobs/${name}` }, `job ${name}`), '.'];
  if (kind === 'mint')
    return 'AP is minted from this account, so its balance is negative: all AP ever minted, and all reputation points.';
  if (kind === 'sink') return 'AP that was burned, and all reputation points, which no account can hold.';
  return undefined;
}
