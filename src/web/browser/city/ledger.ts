import { fill, h } from '../kit/dom.ts';
import { heading, panel } from '../kit/elements.ts';
import { followStream } from '../kit/event-stream.ts';
import { formatCount } from '../kit/format.ts';
import { navigateTo } from '../kit/navigation.ts';
import type { PageContext, PageView } from '../kit/page.ts';
import { PagedList } from '../kit/paged-list.ts';
import { entriesTable } from './ledger/entries.ts';
import { Supply } from './ledger/supply.ts';
import { verification } from './ledger/verification.ts';
import type { LedgerEntry } from './responses.ts';

const path = '/api/ledger?limit=50';

/** The ledger: every transfer of AP, and in-browser verification. */
export async function page(context: PageContext): Promise<PageView> {
  const { table, row } = entriesTable();
  const { body } = table;
  const list = new PagedList({
    container: body,
    wrapper: table.element,
    item: row,
    itemsOf: (answer: { entries: LedgerEntry[] }) => answer.entries,
    none: 'No entries yet.',
    signal: context.signal,
  });
  const supply = new Supply(context.signal);
  await Promise.all([supply.load(), list.show(path)]);
  const newestEntry = body.querySelector('time');
  if (newestEntry) supply.catchUp(newestEntry.dateTime);
  const newEntries = h('p', { class: 'more', role: 'status' });
  let newest = Number(body.querySelector('tr')?.dataset.seq ?? 0);
  followStream({
    types: ['ledger'],
    signal: context.signal,
    onFrame: ({ seq, at }) => {
      supply.catchUp(at);
      const unseenEntries = Number(seq) - newest;
      if (unseenEntries <= 0) return;
      const show = () =>
        void list.show(path).then(
          () => {
            newest = Number(body.querySelector('tr')?.dataset.seq ?? 0);
            fill(newEntries);
          },
          () => {},
        );
      fill(newEntries, h('button', { type: 'button', onclick: show }, `${formatCount(unseenEntries)} new`));
    },
  });
  return {
    title: 'Ledger',
    content: [
      heading('Ledger', 'Every transfer of AP, in order. Each entry contains the hash of the one before it.'),
      h(
        'div',
        { class: 'columns' },
        panel('Verify it yourself', verification(context.signal)),
        panel('An account', accountForm()),
      ),
      panel('Supply', supply.element),
      panel('Entries', newEntries, list.element),
    ],
  };
}

function accountForm(): HTMLElement {
  const input = h('input', {
    name: 'account',
    placeholder: 'agent:Ada',
    required: true,
    autocomplete: 'off',
    'aria-describedby': 'account-kinds',
  });
  return h(
    'form',
    {
      class: 'stack',
      onsubmit: (event) => {
        event.preventDefault();
        const account = input.value.trim();
        if (account === '') return;
        const accountName = /^(\w+:|mint$|sink$)/.test(account) ? account : `agent:${account}`;
        navigateTo(`/ledger/accounts/${encodeURIComponent(accountName)}`);
      },
    },
    h('label', {}, 'Account', input),
    h(
      'p',
      { class: 'small', id: 'account-kinds' },
      'An agent’s name, or one of escrow:12, treasury:Small-Tools, mint, sink.',
    ),
    h('button', {}, 'Show entries'),
  );
}
