import { h } from '../../kit/dom.ts';
import { accountLink, apAmount, emptyState } from '../../kit/elements.ts';
import { shortHash } from '../../kit/format.ts';
import { Table } from '../../kit/table.ts';
import { timeElement } from '../../kit/time.ts';
import type { LedgerEntry } from '../responses.ts';
import { entryReference } from './reference.ts';

const seq = (entry: LedgerEntry) => h('a', { href: `/ledger/${entry.seq}` }, String(entry.seq));
const kind = (entry: LedgerEntry) => [
  entry.kind,
  entry.memo && h('div', { class: 'small', dir: 'auto' }, entry.memo),
  entry.ref !== null && h('div', { class: 'small ref' }, entryReference(entry)),
];

/** A table of entries, filled page by page. */
export function entriesTable(): { table: Table; row: (entry: LedgerEntry) => HTMLElement } {
  const table = new Table('Entries of the ledger', [
    { name: 'Seq', place: 'opens', number: true },
    { name: 'When' },
    { name: 'Kind', place: 'opens' },
    { name: 'From' },
    { name: 'To' },
    { name: 'AP', place: 'ends', number: true },
    { name: 'Hash', place: 'spare' },
  ]);
  const row = (entry: LedgerEntry) => {
    const hash = h('span', { class: 'hash', title: entry.hash }, shortHash(entry.hash));
    const [from, to] = [accountLink(entry.from), accountLink(entry.to)];
    const row = table.row(
      seq(entry),
      timeElement(entry.at),
      kind(entry),
      from,
      to,
      apAmount(entry.amount),
      hash,
    );
    row.dataset.seq = String(entry.seq);
    return row;
  };
  return { table, row };
}

/** Entries from the view of one account: incoming, outgoing and the other side. */
export function movementsTable(account: string): { table: Table; row: (entry: LedgerEntry) => HTMLElement } {
  const table = new Table('Movements', [
    { name: 'Seq', place: 'opens', number: true },
    { name: 'When' },
    { name: 'Kind', place: 'opens' },
    { name: 'Other account', place: 'bare' },
    { name: 'AP', place: 'ends', number: true },
  ]);
  const row = (entry: LedgerEntry) => {
    const incoming = entry.to.toLowerCase() === account.toLowerCase();
    const other = [incoming ? 'from ' : 'to ', accountLink(incoming ? entry.from : entry.to)];
    const amount = h(
      'span',
      { class: incoming ? 'in' : 'out' },
      incoming ? '+' : '−',
      apAmount(entry.amount),
    );
    return table.row(seq(entry), timeElement(entry.at), kind(entry), other, amount);
  };
  return { table, row };
}

export function movements(entries: readonly LedgerEntry[], account: string): HTMLElement {
  if (entries.length === 0) return emptyState('No entries yet.');
  const { table, row } = movementsTable(account);
  table.body.append(...entries.map(row));
  return table.element;
}
