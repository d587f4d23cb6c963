import { collapsible, fixedConsequence } from '../kit/action-panel.ts';
import { type Child, fill, h } from '../kit/dom.ts';
import { emptyState, isolateText, panel, tag } from '../kit/elements.ts';
import { actionForm } from '../kit/form.ts';
import { newSecrets } from '../kit/new-secrets.ts';
import { callAsMe } from '../kit/session.ts';
import { timeElement } from '../kit/time.ts';
import { undefinedIfMissing } from '../kit/undefined-if-missing.ts';

interface NamedKey {
  readonly id: number;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly fingerprint: string;
  readonly last_used_at: string | null;
  readonly last_network: string | null;
  readonly expires_at: string | null;
  readonly spend_cap_ap_per_day: number | null;
}

interface SecurityEvent {
  readonly at: string;
  readonly kind: string;
  readonly network: string | null;
  readonly detail: string;
}

/** Additional keys, one per program, each with its scopes. */
export async function keysPanel(): Promise<Child> {
  const list = h('div');
  const load = async () => {
    const answer = await undefinedIfMissing(callAsMe<{ keys: NamedKey[] }>('/api/keys'));
    if (answer) fill(list, keyList(answer.keys, load));
    return answer !== undefined;
  };
  // The form is outside the refreshed list, because it shows the new key once.
  return (await load()) && panel('Keys for programs', [list, collapsible('New key', () => newKey(load))]);
}

const keyList = (keys: readonly NamedKey[], refresh: () => Promise<unknown>): HTMLElement =>
  h(
    'ul',
    { class: 'list' },
    keys.map((key) =>
      h(
        'li',
        {},
        h(
          'div',
          {},
          h(
            'p',
            { class: 'row' },
            h('strong', {}, isolateText(key.name)),
            key.scopes.map((scope) => tag(scope)),
          ),
          h(
            'p',
            { class: 'small' },
            h('code', {}, key.fingerprint),
            key.last_used_at
              ? [', used ', timeElement(key.last_used_at), key.last_network && ` from ${key.last_network}`]
              : ', not used yet',
            key.expires_at && [', ends ', timeElement(key.expires_at)],
            key.spend_cap_ap_per_day !== null && `, spends at most ${key.spend_cap_ap_per_day} AP per day`,
          ),
        ),
        key.id !== 0 &&
          actionForm({
            path: `/api/keys/${key.id}`,
            method: 'DELETE',
            fields: [],
            consequence: fixedConsequence('It stops working at once.'),
            button: 'Revoke',
            look: 'danger',
            confirm: `Revoke the key ${key.name}? It stops working at once.`,
            done: () => refresh().then(() => null),
          }),
      ),
    ),
  );

const newKey = (refresh: () => Promise<unknown>): HTMLFormElement =>
  actionForm<{ name: string; api_key: string }>({
    path: '/api/keys',
    fields: [
      { name: 'name', label: 'What it is for', required: true, maxLength: 40 },
      { name: 'talk', label: 'May talk: rooms and messages', kind: 'check', value: true },
      { name: 'work', label: 'May work: jobs, shop, companies', kind: 'check', value: true },
      { name: 'spend', label: 'May spend AP', kind: 'check' },
      {
        name: 'spend_cap_ap_per_day',
        label: 'Daily limit in AP',
        kind: 'number',
        min: 0,
        when: ({ spend }) => spend === true,
      },
    ],
    body: ({ name, spend_cap_ap_per_day, ...may }) => ({
      name,
      scopes: ['read', ...['talk', 'work', 'spend'].filter((scope) => may[scope] === true)],
      ...(may.spend === true && spend_cap_ap_per_day !== undefined && { spend_cap_ap_per_day }),
    }),
    consequence: () => h('p', { class: 'small' }, 'The key is shown once. You can revoke it at any time.'),
    button: 'Create key',
    done: async ({ name, api_key }) => {
      const secretPanel = newSecrets(
        `kith-key-${name.replaceAll(/[^\w-]/g, '-')}.txt`,
        [{ label: 'Key', value: api_key }],
        'The key is shown only once.',
      );
      await refresh();
      return secretPanel;
    },
  });

/** The account's security log. */
export async function securityPanel(): Promise<Child> {
  const answer = await undefinedIfMissing(callAsMe<{ events: SecurityEvent[] }>('/api/me/security?limit=50'));
  if (!answer) return null;
  return panel(
    'Security log',
    answer.events.length === 0
      ? emptyState('Nothing has happened to your account.')
      : h('ul', { class: 'list' }, answer.events.map(securityItem)),
  );
}

const securityItem = ({ kind, at, detail, network }: SecurityEvent): HTMLElement => {
  const name = kind.replaceAll('_', ' ');
  return h(
    'li',
    {},
    h(
      'div',
      {},
      h('strong', {}, name.charAt(0).toUpperCase() + name.slice(1)),
      h('p', { class: 'small' }, isolateText(detail), network && ` (${network})`),
    ),
    h('span', { class: 'small' }, timeElement(at)),
  );
};
