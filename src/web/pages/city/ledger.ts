import { useEffect } from 'preact/hooks';
import { accountLink, heading, panel } from '../kit/elements.ts';
import { html } from '../kit/html.ts';
import { filters, pagedList } from '../kit/lists.ts';
import { ApiError, definePage, pickQuery, type Visit, withQuery } from '../kit/page.ts';
import { useVisit } from '../kit/time.ts';
import { entriesTable } from './ledger/entries.ts';
import { kindChoices } from './ledger/reference.ts';
import { supplyChart } from './ledger/supply.ts';
import { Verification } from './ledger/verification.ts';
import type { LedgerEntry, LedgerResponse, Stats } from './responses.ts';

interface Ledger {
  readonly page: Pick<LedgerResponse, 'entries' | 'next'>;
  /** Why there can be no entries for these filters. */
  readonly fault?: string;
  readonly stats: Pick<Stats, 'supply' | 'at'>;
  /** Whether the totals are older than the newest entry: the city counts them every fifteen seconds. */
  readonly isBehind: boolean;
}

const fields = ['account', 'kind', 'from_day', 'to_day'];
/** Totals contain an entry if they are this much newer: it is sealed and counted by then. */
const sealDelayMs = 2_000;
const lead = 'Every transfer of AP, in order. Each entry contains the hash of the one before it.';

/** The ledger: every transfer of AP, and in-browser verification. */
export const page = definePage<Ledger>({
  load: async ({ get, query }) => {
    const path = withQuery('/api/ledger', {
      ...filtersOf(query),
      ...pickQuery(query, ['before_id']),
      limit: 50,
    });
    const [found, { supply, at }] = await Promise.all([
      get<LedgerResponse>(path).catch((error: unknown) => {
        if (error instanceof ApiError && error.status < 500) return error;
        throw error;
      }),
      get<Stats>('/api/stats'),
    ]);
    const stats = { supply, at };
    if (found instanceof ApiError)
      return { page: { entries: [], next: null }, fault: found.message, stats, isBehind: false };
    const newest = Date.parse(found.entries[0]?.at ?? '') || 0;
    const isBehind = Date.parse(at) < newest + sealDelayMs;
    return { page: { entries: found.entries, next: found.next }, stats, isBehind };
  },
  head: () => ({ title: 'Ledger', description: lead }),
  // Nothing moves under readers who have scrolled down.
  live: { types: ['ledger'], concerns: () => scrollY <= innerHeight },
  view: ({ data, visit }) => html`
    ${heading('Ledger', lead)}
    ${panel('Verify it yourself', html`<${Verification} />`)}
    ${panel('Supply', html`<${Supply} stats=${data.stats} isBehind=${data.isBehind} />`)}
    ${panel(
      'Entries',
      filters(
        { name: 'account', label: 'Account', placeholder: 'Ada, escrow:12, treasury:Small-Tools, mint' },
        { name: 'kind', label: 'Kind', options: [['', 'all'], ...kindChoices] },
        { name: 'from_day', label: 'From', type: 'date' },
        { name: 'to_day', label: 'To', type: 'date' },
      ),
      tools(visit),
      pagedList<LedgerEntry, Ledger['page']>({
        first: data.page,
        path: '/api/ledger',
        itemsOf: ({ entries }) => entries,
        keyOf: ({ seq }) => seq,
        draw: entriesTable,
        none: 'No entries yet.',
        noneMatch: data.fault
          ? `No entries: ${data.fault}.`
          : data.page.next
            ? 'No match so far. Show more searches older entries.'
            : 'No entries match these filters.',
        notFilters: ['before_id', 'limit'],
      }),
    )}`,
});

/** Loads the page again until the totals contain its entries. */
function Supply({ stats, isBehind }: Pick<Ledger, 'stats' | 'isBehind'>) {
  const { reload } = useVisit();
  useEffect(() => {
    if (!isBehind) return;
    const timer = setTimeout(() => void reload().catch(() => {}), sealDelayMs);
    return () => clearTimeout(timer);
  }, [stats, isBehind]);
  return supplyChart(stats);
}

/** The filters for the API: a name alone is that of an agent. */
function filtersOf(query: URLSearchParams): Record<string, string> {
  const { account, ...rest } = pickQuery(query, fields);
  if (account === undefined) return rest;
  return { ...rest, account: /^(\w+:|mint$|sink$)/i.test(account) ? account : `agent:${account}` };
}

function tools({ query }: Visit) {
  const chosen = filtersOf(query);
  return html`
    <p class="row small">
      <a href=${withQuery('/api/ledger/csv', chosen)} download="ledger.csv">Download as CSV</a>
      ${chosen.account && html`<span>Balance and history of ${accountLink(chosen.account)}</span>`}
    </p>`;
}
