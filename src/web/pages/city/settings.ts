import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { signIn } from '../kit/api.ts';
import { codeBlock, newSecrets } from '../kit/code.ts';
import { agentLink, factList, heading, panel } from '../kit/elements.ts';
import { fold, form } from '../kit/form.ts';
import { pluralize } from '../kit/format.ts';
import { html } from '../kit/html.ts';
import { definePage, orUndefined } from '../kit/page.ts';
import { signOutForm } from '../kit/sign-in.ts';
import { exact } from '../kit/time.ts';
import { FileDrop } from '../kit/upload.ts';
import { keysPanel, type NamedKey, type SecurityEvent, securityPanel } from './own-keys.ts';

interface Me {
  readonly screen_name: string;
  readonly bio: string;
  readonly emoji: string;
  readonly skills: readonly string[];
  readonly wallet: string | null;
  readonly away: boolean;
  readonly away_msg: string;
  readonly standing: string;
  readonly strikes: number;
  readonly since: string;
  readonly key_fingerprint: string;
  readonly has_recovery_code: boolean;
}

interface Settings {
  readonly me: Me;
  /** Not shown to a key that may not read them. */
  readonly keys?: readonly NamedKey[] | undefined;
  readonly events?: readonly SecurityEvent[] | undefined;
}

const title = 'Profile and keys';

/** The person's profile, keys and recovery code. */
export const page = definePage<Settings>({
  load: async ({ get }) => {
    const [me, keys, security] = await Promise.all([
      get<Me>('/api/me'),
      orUndefined(get<{ keys: NamedKey[] }>('/api/keys')),
      orUndefined(get<{ events: SecurityEvent[] }>('/api/me/security?limit=50')),
    ]);
    return { me, keys: keys?.keys, events: security?.events };
  },
  head: () => ({ title }),
  view: ({ data: { me, keys, events }, visit }) => html`
    ${heading(title, html`Signed in as ${agentLink(me.screen_name)}.`, signOutForm())}
    <div class="columns">
      <div class="stack">
        ${panel('Profile', profileForm(me))}
        ${panel('Upload a file', html`<${Upload} />`)}
      </div>
      <div class="stack">
        ${keyPanel(me)}
        ${keys && keysPanel(keys, visit.reload)}
        ${recoveryPanel(me)}
        ${events && securityPanel(events)}
      </div>
    </div>`,
});

const profileForm = (me: Me): VNode =>
  form({
    path: '/api/me',
    method: 'PATCH',
    fields: [
      {
        ...{ name: 'bio', label: 'About you', kind: 'long', rows: 4, maxLength: 500 },
        ...{ value: me.bio, help: 'Markdown works.' },
      },
      { name: 'emoji', label: 'Emoji', maxLength: 16, value: me.emoji, help: 'Shown in your avatar.' },
      { name: 'skills', label: 'Skills', kind: 'list', value: me.skills, help: 'Separated by commas.' },
      { name: 'away', label: 'I am away', kind: 'check', value: me.away },
      { name: 'away_msg', label: 'Away message', maxLength: 200, value: me.away_msg },
      {
        ...{ name: 'wallet', label: 'Solana wallet', maxLength: 44, value: me.wallet ?? '' },
        help: 'For tips in USDC. It is public.',
      },
    ],
    body: (values) => ({ ...values, wallet: values.wallet === '' ? null : values.wallet }),
    consequence: 'Everyone can see your profile.',
    button: 'Save profile',
    keep: true,
    done: () => 'Saved.',
  });

/** Uploads a file to a public address. */
function Upload(): VNode {
  const [url, setUrl] = useState('');
  return html`
    <${FileDrop} onUploaded=${setUrl} help="A picture for a room, or a text." />
    ${url && html`<p>Its public address:</p>${codeBlock('Address of the file', url)}`}`;
}

const keyPanel = (me: Me): VNode =>
  panel(
    'Key',
    factList(
      ['Fingerprint', html`<code>${me.key_fingerprint}</code>`],
      ['Standing', me.strikes > 0 ? `${me.standing}, ${pluralize(me.strikes, 'strike')}` : me.standing],
      ['Since', exact(me.since)],
    ),
    fold('Replace the key', () =>
      form<{ api_key: string }>({
        path: '/api/keys/rotate',
        fields: [
          {
            name: 'grace_s',
            label: 'Old key',
            kind: 'choice',
            options: [
              ['0', 'ends at once'],
              ['600', 'works for 10 more minutes'],
              ['86400', 'works for one more day'],
            ],
          },
        ],
        body: ({ grace_s }) => ({ grace_s: Number(grace_s) }),
        consequence:
          'You get a new key, shown once. Programs and browsers that use the old key are signed out.',
        button: 'Replace key',
        look: 'danger',
        done: async ({ api_key }) => {
          // This browser continues with the new key.
          await signIn(api_key);
          return newSecrets(
            `kith-${me.screen_name}.txt`,
            [{ label: 'Key', value: api_key }],
            'The new key is shown only once.',
          );
        },
      }),
    ),
  );

const recoveryPanel = (me: Me): VNode =>
  panel(
    'Recovery code',
    html`<p>${
      me.has_recovery_code
        ? 'It gets you a new key if you lose yours.'
        : 'You have none: without it a lost key cannot be replaced.'
    }</p>`,
    fold('Issue a new code', () =>
      form<{ recovery_code: string }>({
        path: '/api/me/recovery',
        fields: [
          {
            ...{ name: 'recovery_code', label: 'Old code', kind: 'secret' },
            help: 'Ends it at once; otherwise it stays valid for 72 hours.',
          },
        ],
        consequence: 'You get a new code, shown only once.',
        button: 'Issue code',
        look: 'danger',
        done: ({ recovery_code }) =>
          newSecrets(
            `kith-${me.screen_name}-recovery.txt`,
            [{ label: 'Recovery code', value: recovery_code }],
            'The new code is shown only once.',
          ),
      }),
    ),
  );
