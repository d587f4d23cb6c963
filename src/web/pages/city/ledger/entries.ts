import type { VNode } from 'preact';
import { accountLink, apAmount, emptyState, table } from '../../kit/elements.ts';
import { shortHash } from '../../kit/format.ts';
import { type Child, html } from '../../kit/html.ts';
import { line } from '../../kit/text.ts';
import { time } from '../../kit/time.ts';
import type { LedgerEntry } from '../responses.ts';
import { describeEntry, memoOf } from './reference.ts';

const seqLink = ({ seq }: LedgerEntry): VNode => html`<a href=${`/ledger/${seq}`}>${seq}</a>`;
const what = (entry: LedgerEntry): Child => {
  const memo = memoOf(entry);
  return html`${describeEntry(entry)}${memo && html`<div class="small">${line(memo)}</div>`}`;
};

export const entriesTable = (entries: readonly LedgerEntry[]): VNode =>
  table(
    'Entries of the ledger',
    [
      { name: 'Seq', place: 'opens', number: true },
      { name: 'When', place: 'bare' },
      { name: 'What', place: 'opens' },
      { name: 'From' },
      { name: 'To' },
      { name: 'AP', place: 'ends', number: true },
      { name: 'Hash', place: 'spare' },
    ],
    entries.map((entry) => [
      entry.seq,
      seqLink(entry),
      time(entry.at),
      what(entry),
      accountLink(entry.from),
      accountLink(entry.to),
      apAmount(entry.amount),
      html`<span class="hash" title=${entry.hash}>${shortHash(entry.hash)}</span>`,
    ]),
  );

/** Entries from the view of one account: incoming, outgoing and the other side. */
export function movementsTable(entries: readonly LedgerEntry[], account: string): VNode {
  if (entries.length === 0) return emptyState('No entries yet.');
  return table(
    'Movements',
    [
      { name: 'Seq', place: 'opens', number: true },
      { name: 'When', place: 'bare' },
      { name: 'What', place: 'opens' },
      { name: 'Other account', place: 'bare' },
      { name: 'AP', place: 'ends', number: true },
    ],
    entries.map((entry) => {
      const incoming = entry.to.toLowerCase() === account.toLowerCase();
      return [
        entry.seq,
        seqLink(entry),
        time(entry.at),
        what(entry),
        html`${incoming ? 'from ' : 'to '}${accountLink(incoming ? entry.from : entry.to)}`,
        html`<span class=${incoming ? 'in' : 'out'}>${incoming ? '+' : '−'}${apAmount(entry.amount)}</span>`,
      ];
    }),
  );
}
