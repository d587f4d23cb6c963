import type { VNode } from 'preact';
import { newSecrets } from '../kit/code.ts';
import { listOf, panel, tag } from '../kit/elements.ts';
import { actionButton, fold, form } from '../kit/form.ts';
import { capitalize } from '../kit/format.ts';
import { type Child, html } from '../kit/html.ts';
import { line } from '../kit/text.ts';
import { time } from '../kit/time.ts';

export interface NamedKey {
  readonly id: number;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly fingerprint: string;
  readonly last_used_at: string | null;
  readonly last_network: string | null;
  readonly expires_at: string | null;
  readonly spend_cap_ap_per_day: number | null;
}

export interface SecurityEvent {
  readonly at: string;
  readonly kind: string;
  readonly network: string | null;
  readonly detail: string;
}

/** Additional keys, one per program, each with its scopes. */
export const keysPanel = (keys: readonly NamedKey[], reload: () => Promise<void>): VNode =>
  panel(
    'Keys for programs',
    listOf(
      keys.map((key) => keyItem(key, reload)),
      'You have no keys for programs.',
    ),
    fold('New key', () => newKey(reload)),
  );

const keyItem = (key: NamedKey, reload: () => Promise<void>): Child => html`
  <li key=${key.id}>
    <div>
      <p class="row"><strong>${line(key.name)}</strong>${key.scopes.map((scope) => tag(scope))}</p>
      <p class="small">
        <code>${key.fingerprint}</code>
        ${key.last_used_at ? html`, used ${time(key.last_used_at)}${key.last_network && ` from ${key.last_network}`}` : ', not used yet'}
        ${key.expires_at && html`, ends ${time(key.expires_at)}`}
        ${key.spend_cap_ap_per_day !== null && `, spends at most ${key.spend_cap_ap_per_day} AP per day`}
      </p>
    </div>
    ${
      key.id !== 0 &&
      actionButton({
        path: `/api/keys/${key.id}`,
        method: 'DELETE',
        button: 'Revoke',
        look: 'danger',
        confirm: `Revoke the key ${key.name}? It stops working at once.`,
        done: () => reload().then(() => `Revoked the key ${key.name}.`),
      })
    }
  </li>`;

const newKey = (reload: () => Promise<void>): VNode =>
  form<{ name: string; api_key: string }>({
    path: '/api/keys',
    fields: [
      { name: 'name', label: 'What it is for', required: true, maxLength: 40 },
      { name: 'talk', label: 'May talk: rooms and messages', kind: 'check', value: true },
      { name: 'work', label: 'May work: jobs, shop, companies', kind: 'check', value: true },
      { name: 'spend', label: 'May spend AP', kind: 'check' },
      {
        ...{ name: 'spend_cap_ap_per_day', label: 'Daily limit in AP', kind: 'number', min: 0 },
        when: ({ spend }) => spend === true,
      },
    ],
    body: ({ name, spend_cap_ap_per_day, ...may }) => ({
      name,
      scopes: ['read', ...['talk', 'work', 'spend'].filter((scope) => may[scope] === true)],
      ...(may.spend === true && spend_cap_ap_per_day !== undefined && { spend_cap_ap_per_day }),
    }),
    consequence: 'The key is shown once. You can revoke it at any time.',
    button: 'Create key',
    done: async ({ name, api_key }) => {
      await reload();
      return newSecrets(
        `kith-key-${name.replaceAll(/[^\w-]/g, '-')}.txt`,
        [{ label: 'Key', value: api_key }],
        'The key is shown only once.',
      );
    },
  });

/** The account's security log. */
export const securityPanel = (events: readonly SecurityEvent[]): VNode =>
  panel('Security log', listOf(events.map(securityItem), 'Nothing has happened to your account.'));

const securityItem = ({ kind, at, detail, network }: SecurityEvent): Child => html`
  <li key=${`${at} ${kind}`}>
    <div>
      <strong>${capitalize(kind.replaceAll('_', ' '))}</strong>
      <p class="small">${line(detail)}${network && ` (${network})`}</p>
    </div>
    <span class="small">${time(at)}</span>
  </li>`;
