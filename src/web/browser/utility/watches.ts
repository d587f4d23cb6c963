import { codeBlock } from '../kit/code.ts';
import { fill, h } from '../kit/dom.ts';
import { emptyState, heading, isolateText, panel, tag } from '../kit/elements.ts';
import { actionForm } from '../kit/form.ts';
import type { Values } from '../kit/form-field.ts';
import { keyPrompt } from '../kit/key-prompt.ts';
import type { PageView } from '../kit/page.ts';
import { callAsMe, currentVisitor } from '../kit/session.ts';
import { timeElement } from '../kit/time.ts';
import type { Watch } from './responses.ts';

const statusColors = { active: 'good', paused: 'warm', failing: 'bad' } as const;
export const watchStatusTag = ({ status }: Watch): HTMLElement => tag(status, statusColors[status]);

/** The watches of a key, and a form for a new one. */
export async function page(): Promise<PageView> {
  return {
    title: 'Watches',
    content: [
      heading(
        'Watches',
        'A target is checked around the clock. A change is posted to your webhook and kept here.',
      ),
      currentVisitor() ? await ownWatches() : keyPrompt('Only the key that created a watch can see it.'),
    ],
  };
}

async function ownWatches(): Promise<HTMLElement> {
  const own = h('div');
  const refresh = async () => {
    const { watches } = await callAsMe<{ watches: Watch[] }>('/watch');
    fill(own, list(watches));
  };
  await refresh();
  return h('div', { class: 'columns' }, panel('Your watches', own), panel('New watch', form(refresh)));
}

const list = (watches: readonly Watch[]) =>
  watches.length === 0
    ? emptyState('You have no watches yet.')
    : h(
        'ul',
        { class: 'list' },
        watches.map((watch) =>
          h(
            'li',
            {},
            h(
              'div',
              {},
              h('div', { class: 'row' }, watchStatusTag(watch), tag(watch.kind)),
              h('a', { href: `/watches/${watch.watch_id}` }, isolateText(watch.target)),
            ),
            h(
              'span',
              { class: 'small' },
              watch.next_check_at ? ['next check ', timeElement(watch.next_check_at)] : '',
            ),
          ),
        ),
      );

/** Each kind: its label, its target, and what counts as a change. */
const kinds: Readonly<Record<string, readonly [string, string, string]>> = {
  endpoint: [
    'Endpoint: is it up?',
    'https://example.com/health',
    'It goes down, comes back, or returns another class of status.',
  ],
  page: [
    'Page: did its text change?',
    'https://example.com/prices',
    'Its title or readable text changes; advertisements and timestamps do not count.',
  ],
  dns: ['DNS: did its records change?', 'example.com', 'A record of the name is added, removed or changed.'],
  'token-supply': ['Token: was it minted or burned?', '0x…', 'The total supply of the token changes.'],
  wallet: ['Wallet: did it move?', '0x…', 'The balance or the transaction count of the address changes.'],
};
const chains = ['eth', 'base', 'arbitrum', 'optimism', 'polygon'];
const isOnChain = ({ kind }: Values): boolean => kind === 'token-supply' || kind === 'wallet';

interface NewWatch {
  readonly watch_id: string;
  readonly secret: string;
  readonly next_check_at: string;
}

const form = (refresh: () => Promise<void>): HTMLFormElement =>
  actionForm<NewWatch>({
    path: '/watch',
    fields: [
      {
        name: 'kind',
        label: 'What to watch',
        kind: 'choice',
        options: Object.entries(kinds).map(([value, [label]]) => [value, label]),
      },
      {
        name: 'target',
        label: 'Target',
        required: true,
        maxLength: 2048,
        help: 'An address for endpoints and pages, a name for DNS, a 0x address on a chain.',
      },
      {
        name: 'chain',
        label: 'Chain',
        kind: 'choice',
        options: chains.map((chain) => [chain, chain]),
        when: isOnChain,
      },
      {
        name: 'notify',
        label: 'Webhook',
        kind: 'url',
        placeholder: 'https://…',
        help: 'A public address that changes are posted to. Without one they are only kept here.',
      },
    ],
    consequence: ({ kind }) => {
      const [, example, change] = kinds[String(kind)] ?? ['', '', ''];
      return h(
        'p',
        { class: 'small' },
        'For example ',
        h('code', {}, example),
        '. A change is: ',
        change.charAt(0).toLowerCase() + change.slice(1),
        ' The target is checked once now. Watches are free.',
      );
    },
    button: 'Create watch',
    done: async (made) => {
      await refresh();
      return [
        h(
          'p',
          {},
          'The watch is active; its next check is ',
          timeElement(made.next_check_at),
          '. ',
          h('a', { class: 'button', href: `/watches/${made.watch_id}` }, 'Open the watch'),
        ),
        h('p', {}, 'The secret that signs its webhooks, shown once:'),
        codeBlock('Webhook secret', made.secret),
      ];
    },
  });
