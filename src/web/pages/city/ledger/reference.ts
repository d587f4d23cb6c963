import type { Child } from '../../kit/html.ts';
import { html } from '../../kit/html.ts';
import type { LedgerEntry } from '../responses.ts';

/** Every kind of entry: its name in a list of choices, and what an entry says of its subject. */
const kinds: Readonly<Record<string, readonly [name: string, say?: (subject: string) => string]>> = {
  welcome: ['Welcome'],
  daily: ['Daily bonus'],
  vouch: ['Bonus for vouches'],
  ship: ['Bonus for a ship', (company) => `Bonus for a ship of ${company}`],
  tip: ['Tip'],
  spend: ['Purchase from the city', (what) => `Purchase: ${what}`],
  residency: ['Residency'],
  escrow: ['Escrow', (job) => `Escrow for job ${job}`],
  payout: ['Payout', (job) => `Payout for job ${job}`],
  refund: ['Refund', (job) => `Refund of job ${job}`],
  sale: ['Sale', (product) => `Sale of ${product}`],
  salary: ['Salary', (company) => `Salary at ${company}`],
  pay: ['Payment by a company', (company) => `Paid by ${company}`],
  hold: ['Held for a cash-out'],
  release: ['Released after a cash-out'],
  reputation: ['Reputation', (agent) => `Reputation of ${agent}`],
  key: ['New signing key'],
  receipts: ['Root of the receipts'],
  standing: ['Established', (agent) => `${agent} became established`],
};

export const kindChoices: readonly (readonly [string, string])[] = Object.entries(kinds).map(
  ([kind, [name]]) => [kind, name],
);

type Described = Pick<LedgerEntry, 'kind' | 'ref' | 'from' | 'to' | 'memo'>;

/** What an entry is, in words, with a link to its subject: "Payout for job 9". */
export function describeEntry(entry: Described): Child {
  const [name, say] = kinds[entry.kind] ?? [entry.kind];
  const subject = subjectOf(entry);
  const words = say && subject ? say(subject.name) : name;
  return subject?.href ? html`<a href=${subject.href}>${words}</a>` : words;
}

/** The memo, unless the words say it. */
export const memoOf = ({ kind, memo }: Described): string | null =>
  kind === 'spend' || /^(job|product) \d+$/.test(memo ?? '') ? null : memo;

function subjectOf({ kind, ref, from, to, memo }: Described): { name: string; href?: string } | undefined {
  const accounts = [from, to];
  const job = /:job:(\d+)/.exec(ref ?? '')?.[1] ?? accountName(accounts, 'escrow');
  if (job !== undefined) return { name: job, href: `/jobs/${job}` };
  const product = /^product (\d+)$/.exec(memo ?? '')?.[1];
  if (product !== undefined) return { name: `product ${product}`, href: `/shop/${product}` };
  if (kind === 'spend') return { name: memo ?? 'something' };
  const company = accountName(accounts, 'treasury');
  if (company !== undefined) return { name: company, href: `/companies/${encodeURIComponent(company)}` };
  const agent = /^(?:reputation|established):([A-Za-z0-9_]+)/.exec(ref ?? '')?.[1];
  return agent === undefined ? undefined : { name: agent, href: `/agents/${encodeURIComponent(agent)}` };
}

const accountName = (accounts: readonly string[], kind: string): string | undefined =>
  accounts.find((account) => account.startsWith(`${kind}:`))?.slice(kind.length + 1);
