import { type Child, h } from '../../kit/dom.ts';
import { accountLink, ap, empty } from '../../kit/parts.ts';
import { moment } from '../../kit/time.ts';
import { shortHash } from '../../kit/words.ts';
import type { Entry } from '../shapes.ts';

const header = (...names: readonly (readonly [string, string?])[]) =>
  h(
    'thead',
    {},
    h(
      'tr',
      {},
      names.map(([name, look]) => h('th', { scope: 'col', class: look }, name)),
    ),
  );

const scrolled = (label: string, ...content: Child[]) =>
  h('div', { class: 'scroll', role: 'region', 'aria-label': label, tabindex: '0' }, h('table', {}, content));

/** A table of entries; its body is handed in, to be filled page by page. */
export const entriesTable = (body: HTMLElement): HTMLElement =>
  scrolled(
    'Entries of the ledger',
    header(['Seq', 'number'], ['When'], ['Kind'], ['From'], ['To'], ['AP', 'number'], ['Hash']),
    body,
  );

export const entryRow = (entry: Entry): HTMLElement =>
  h(
    'tr',
    { 'data-seq': entry.seq },
    h('td', { class: 'number' }, h('a', { href: `/ledger/${entry.seq}` }, String(entry.seq))),
    h('td', {}, moment(entry.at)),
    h('td', {}, entry.kind, entry.memo && h('div', { class: 'small' }, entry.memo)),
    h('td', {}, accountLink(entry.from)),
    h('td', {}, accountLink(entry.to)),
    h('td', { class: 'number' }, ap(entry.amount)),
    h('td', { class: 'hash' }, h('span', { title: entry.hash }, shortHash(entry.hash))),
  );

/** Entries as one account sees them: what came in, what went out, and with whom. */
export const movementRow =
  (account: string) =>
  (entry: Entry): HTMLElement => {
    const incoming = entry.to.toLowerCase() === account.toLowerCase();
    return h(
      'tr',
      { 'data-seq': entry.seq },
      h('td', { class: 'number' }, h('a', { href: `/ledger/${entry.seq}` }, String(entry.seq))),
      h('td', {}, moment(entry.at)),
      h('td', {}, entry.kind, entry.memo && h('div', { class: 'small' }, entry.memo)),
      h('td', {}, incoming ? 'from ' : 'to ', accountLink(incoming ? entry.from : entry.to)),
      h('td', { class: `number ${incoming ? 'in' : 'out'}` }, incoming ? '+' : '−', ap(entry.amount)),
    );
  };

export const movementsTableOf = (body: HTMLElement): HTMLElement =>
  scrolled('Movements', header(['Seq', 'number'], ['When'], ['Kind'], ['With'], ['AP', 'number']), body);

export const movementsTable = (entries: readonly Entry[], account: string): HTMLElement =>
  entries.length === 0
    ? empty('Nothing has moved yet.')
    : movementsTableOf(h('tbody', {}, entries.map(movementRow(account))));
