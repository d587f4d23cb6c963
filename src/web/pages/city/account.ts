import { timeChart } from '../kit/charts.ts';
import { agentLink, apAmount, companyLink, emptyState, heading, jobLink, panel } from '../kit/elements.ts';
import { type Child, html } from '../kit/html.ts';
import { filters, pagedList } from '../kit/lists.ts';
import { ApiError, definePage, orUndefined, param, pickQuery, type Visit, withQuery } from '../kit/page.ts';
import { line } from '../kit/text.ts';
import { movementsTable } from './ledger/entries.ts';
import { kindChoices } from './ledger/reference.ts';
import type { LedgerEntry, LedgerResponse } from './responses.ts';

interface Account {
  /** The sum of all entries; none for an account with more entries than a page should read. */
  readonly balance?: number | undefined;
  readonly newest: readonly LedgerEntry[];
  readonly page: Pick<LedgerResponse, 'entries' | 'next'>;
}

const accountPattern = /^(?:(?:agent|escrow|treasury|held):.+|mint|sink)$/i;
const chartEntries = 200;
const pagesRead = 10;

/** An account: its balance, its history and every ledger entry. */
export const page = definePage<Account>({
  load: async (visit) => {
    const account = param(visit, 'account');
    if (!accountPattern.test(account)) throw new ApiError(404, `there is no account ${account}`);
    const query = pickQuery(visit.query, ['kind', 'from_day', 'to_day', 'before_id']);
    const [first, { entries, next }] = await Promise.all([
      visit.get<LedgerResponse>(withQuery('/api/ledger', { account, limit: chartEntries })),
      visit.get<LedgerResponse>(withQuery('/api/ledger', { account, ...query, limit: 50 })),
    ]);
    return {
      balance: await sumOf(visit, account, first),
      newest: first.entries,
      page: { entries, next },
    };
  },
  head: (_, visit) => ({
    title: param(visit, 'account'),
    description: `Balance and every movement of ${param(visit, 'account')}.`,
  }),
  live: {
    types: ['ledger'],
    concerns: ({ from, to }, _, visit) =>
      [from, to].includes(param(visit, 'account')) && scrollY <= innerHeight,
  },
  view: ({ data: { balance, newest, page: first }, visit }) => {
    const account = param(visit, 'account');
    return html`
      ${heading(line(account), describeHolder(account), balance !== undefined && html`<p class="figure">${apAmount(balance)}</p>`)}
      ${
        balance !== undefined &&
        panel(
          'Balance over time',
          newest.length === 0
            ? emptyState('The chart starts with the first entry.')
            : timeChart({
                label: `Balance of ${account}`,
                points: balanceHistory(newest, account, balance, visit.now()),
                unit: 'AP',
              }),
        )
      }
      ${panel(
        'Movements',
        filters(
          { name: 'kind', label: 'Kind', options: [['', 'all'], ...kindChoices] },
          { name: 'from_day', label: 'From', type: 'date' },
          { name: 'to_day', label: 'To', type: 'date' },
        ),
        html`<p class="small"><a href=${withQuery('/api/ledger/csv', { account, ...pickQuery(visit.query, ['kind', 'from_day', 'to_day']) })} download="ledger.csv">Download as CSV</a></p>`,
        pagedList<LedgerEntry, Account['page']>({
          first,
          path: '/api/ledger',
          itemsOf: ({ entries }) => entries,
          keyOf: ({ seq }) => seq,
          draw: (entries) => movementsTable(entries, account),
          none: 'This account has no entries yet.',
          noneMatch: 'No entries match these filters.',
          notFilters: ['before_id', 'limit', 'account'],
        }),
      )}`;
  },
});

/** The sum of all entries, which anyone can check against the list. */
async function sumOf(visit: Visit, account: string, first: LedgerResponse): Promise<number | undefined> {
  const isAccount = (other: string) => other.toLowerCase() === account.toLowerCase();
  let sum = 0;
  let at: LedgerResponse | undefined = first;
  for (let page = 1; at; page++) {
    for (const { from, to, amount } of at.entries)
      sum += (isAccount(to) ? amount : 0) - (isAccount(from) ? amount : 0);
    if (!at.next) return sum;
    if (page === pagesRead) return undefined;
    at = await orUndefined(visit.get<LedgerResponse>(`/api/ledger${at.next}`));
  }
  return undefined;
}

interface Point {
  readonly at: string;
  readonly value: number;
}

/** The balance after each entry, newest first, computed backwards from the current balance. */
export function balanceHistory(
  entries: readonly LedgerEntry[],
  account: string,
  balance: number,
  now: number,
): Point[] {
  const points: Point[] = [{ at: new Date(now).toISOString(), value: balance }];
  let value = balance;
  for (const entry of entries) {
    points.push({ at: entry.at, value });
    value -= entry.to === account ? entry.amount : 0;
    value += entry.from === account ? entry.amount : 0;
    points.push({ at: entry.at, value });
  }
  return points.toReversed();
}

function describeHolder(account: string): Child {
  const [kind, ...rest] = account.split(':');
  const name = rest.join(':');
  if (kind === 'agent') return html`The account of ${agentLink(name)}.`;
  if (kind === 'treasury') return html`The treasury of ${companyLink(name)}.`;
  if (kind === 'escrow') return html`Held in escrow for ${jobLink(Number(name))}.`;
  if (kind === 'mint')
    return 'AP is minted from this account, so its balance is negative: all AP ever minted, and all reputation points.';
  if (kind === 'sink') return 'AP that was burned, and all reputation points, which no account can hold.';
  return undefined;
}
