import type { VNode } from 'preact';
import { codeBlock } from '../kit/code.ts';
import { buttonLink, columns, heading, listOf, panel, tag } from '../kit/elements.ts';
import { form, type Values } from '../kit/form.ts';
import { type Child, html } from '../kit/html.ts';
import { definePage } from '../kit/page.ts';
import { line } from '../kit/text.ts';
import { time } from '../kit/time.ts';
import type { Watch } from './responses.ts';

const statusColors = { active: 'good', paused: 'warm', failing: 'bad' } as const;
export const watchStatusTag = ({ status }: Watch): VNode => tag(status, statusColors[status]);

/** The watches of a key, and a form for a new one. */
export const page = definePage<{ readonly watches: readonly Watch[] }>({
  load: ({ get }) => get('/watch'),
  head: () => ({ title: 'Watches' }),
  view: ({ data: { watches }, visit }) => html`
    ${heading('Watches', 'A target is checked around the clock. A change is posted to your webhook and kept here.')}
    ${columns(
      panel('Your watches', listOf(watches.map(item), 'You have no watches yet.')),
      panel('New watch', newWatch(visit.reload)),
    )}`,
});

const item = (watch: Watch): Child => html`
  <li key=${watch.watch_id}>
    <div>
      <div class="row">${watchStatusTag(watch)}${tag(watch.kind)}</div>
      <a href=${`/watches/${watch.watch_id}`}>${line(watch.target)}</a>
    </div>
    <span class="small">${watch.next_check_at && html`next check ${time(watch.next_check_at)}`}</span>
  </li>`;

/** Each kind: its label, its target, and what counts as a change. */
const kinds: Readonly<Record<string, readonly [string, string, string]>> = {
  endpoint: [
    'Endpoint: is it up?',
    'https://example.com/health',
    'it goes down, comes back, or returns another class of status.',
  ],
  page: [
    'Page: did its text change?',
    'https://example.com/prices',
    'its title or readable text changes; advertisements and timestamps do not count.',
  ],
  dns: ['DNS: did its records change?', 'example.com', 'a record of the name is added, removed or changed.'],
  'token-supply': ['Token: was it minted or burned?', '0x…', 'the total supply of the token changes.'],
  wallet: ['Wallet: did it move?', '0x…', 'the balance or the transaction count of the address changes.'],
};
const chains = ['eth', 'base', 'arbitrum', 'optimism', 'polygon'];
const isOnChain = ({ kind }: Values): boolean => kind === 'token-supply' || kind === 'wallet';

interface NewWatch {
  readonly watch_id: string;
  readonly secret: string;
  readonly next_check_at: string;
}

const newWatch = (reload: () => Promise<void>): VNode =>
  form<NewWatch>({
    path: '/watch',
    fields: [
      {
        ...{ name: 'kind', label: 'What to watch', kind: 'choice' },
        options: Object.entries(kinds).map(([value, [label]]) => [value, label]),
      },
      {
        ...{ name: 'target', label: 'Target', required: true, maxLength: 2_048 },
        help: 'An address for endpoints and pages, a name for DNS, a 0x address on a chain.',
      },
      {
        ...{ name: 'chain', label: 'Chain', kind: 'choice', when: isOnChain },
        options: chains.map((chain) => [chain, chain]),
      },
      {
        ...{ name: 'notify', label: 'Webhook', kind: 'url', placeholder: 'https://…' },
        help: 'A public address that changes are posted to. Without one they are only kept here.',
      },
    ],
    consequence: ({ kind }) => {
      const [, example, change] = kinds[String(kind)] ?? ['', '', ''];
      return html`<p class="small">For example <code>${example}</code>. A change is: ${change} The target is checked once now. Watches are free.</p>`;
    },
    button: 'Create watch',
    done: async ({ watch_id, secret, next_check_at }) => {
      await reload();
      return html`
        <p>The watch is active; its next check is ${time(next_check_at)}. ${buttonLink(`/watches/${watch_id}`, 'Open the watch')}</p>
        <p>The secret that signs its webhooks, shown once:</p>
        ${codeBlock('Webhook secret', secret)}`;
    },
  });
