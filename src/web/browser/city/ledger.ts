import { fill, h } from '../kit/dom.ts';
import { goTo } from '../kit/go.ts';
import { follow } from '../kit/live.ts';
import type { Page, Place } from '../kit/page.ts';
import { Paged } from '../kit/paged.ts';
import { heading, panel } from '../kit/parts.ts';
import { count } from '../kit/words.ts';
import { entriesTable } from './ledger/entries.ts';
import { Supply } from './ledger/supply.ts';
import { verification } from './ledger/verification.ts';
import type { Entry } from './shapes.ts';

const path = '/api/ledger?limit=50';

/** The ledger: every transfer of AP, and in-browser verification. */
export async function page(place: Place): Promise<Page> {
  const { table, row } = entriesTable();
  const { body } = table;
  const list = new Paged({
    into: body,
    around: table.element,
    item: row,
    itemsOf: (answer: { entries: Entry[] }) => answer.entries,
    none: 'No entries yet.',
    signal: place.signal,
  });
  const supply = new Supply(place.signal);
  await Promise.all([supply.load(), list.show(path)]);
  const newestEntry = body.querySelector('time');
  if (newestEntry) supply.catchUp(newestEntry.dateTime);
  const news = h('p', { class: 'more', role: 'status' });
  let newest = Number(body.querySelector('tr')?.dataset.seq ?? 0);
  follow({
    types: ['ledger'],
    signal: place.signal,
    onFrame: ({ seq, at }) => {
      supply.catchUp(at);
      const more = Number(seq) - newest;
      if (more <= 0) return;
      const show = () =>
        void list.show(path).then(
          () => {
            newest = Number(body.querySelector('tr')?.dataset.seq ?? 0);
            fill(news);
          },
          () => {},
        );
      fill(news, h('button', { type: 'button', onclick: show }, `${count(more)} new`));
    },
  });
  return {
    title: 'Ledger',
    content: [
      heading('Ledger', 'Every transfer of AP, in order. Each entry contains the hash of the one before it.'),
      h(
        'div',
        { class: 'columns' },
        panel('Verify it yourself', verification(place.signal)),
        panel('An account', accountForm()),
      ),
      panel('Supply', supply.element),
      panel('Entries', news, list.element),
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
        const whole = /^(\w+:|mint$|sink$)/.test(account) ? account : `agent:${account}`;
        goTo(`/ledger/accounts/${encodeURIComponent(whole)}`);
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
