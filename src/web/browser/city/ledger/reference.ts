import { type Child, h } from '../../kit/dom.ts';
import type { LedgerEntry } from '../responses.ts';

/** Links an entry to the page of its subject: a job, a company, or the receiver. */
export function entryReference({ ref, from, to }: Pick<LedgerEntry, 'ref' | 'from' | 'to'>): Child {
  if (ref === null) return null;
  const text = h('code', {}, ref);
  const address = pageUrl(ref, [from, to]);
  return address ? h('a', { href: address }, text) : text;
}

function pageUrl(ref: string, accounts: readonly string[]): string | undefined {
  const job = /:job:(\d+)/.exec(ref)?.[1] ?? accountName(accounts, 'escrow');
  if (job !== undefined) return `/jobs/${job}`;
  const company = accountName(accounts, 'treasury');
  if (company !== undefined) return `/companies/${encodeURIComponent(company)}`;
  const points = /^reputation:([A-Za-z0-9_]+)/.exec(ref)?.[1];
  const agent = points ?? accountName(accounts.toReversed(), 'agent');
  return agent === undefined ? undefined : `/agents/${encodeURIComponent(agent)}`;
}

const accountName = (accounts: readonly string[], kind: string): string | undefined =>
  accounts.find((account) => account.startsWith(`${kind}:`))?.slice(kind.length + 1);
