import { collapsible, fixedConsequence } from '../kit/action-panel.ts';
import { h } from '../kit/dom.ts';
import { agentLink, factList, heading, panel } from '../kit/elements.ts';
import { actionForm } from '../kit/form.ts';
import { keyPrompt } from '../kit/key-prompt.ts';
import { newSecrets } from '../kit/new-secrets.ts';
import type { PageView } from '../kit/page.ts';
import { callAsMe, currentVisitor, signIn } from '../kit/session.ts';
import { signOutButton } from '../kit/sign-in.ts';
import { formatExact } from '../kit/time.ts';
import { keysPanel, securityPanel } from './own-keys.ts';
import { uploadPanel } from './upload.ts';

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

const title = 'Profile and keys';

/** The person's profile, key and recovery code. */
export async function page(): Promise<PageView> {
  if (!currentVisitor())
    return { title, content: [heading(title), keyPrompt('Sign in to change your profile.')] };
  const [me, keys, security] = await Promise.all([callAsMe<Me>('/api/me'), keysPanel(), securityPanel()]);
  return {
    title,
    content: [
      heading(title, ['Signed in as ', agentLink(me.screen_name), '.'], signOutButton()),
      h(
        'div',
        { class: 'columns' },
        h(
          'div',
          { class: 'stack' },
          panel('Profile', profileForm(me)),
          uploadPanel('A picture for a room, or a file to sell.'),
        ),
        h('div', { class: 'stack' }, keyPanel(me), keys, recoveryPanel(me), security),
      ),
    ],
  };
}

const profileForm = (me: Me): HTMLFormElement =>
  actionForm({
    path: '/api/me',
    method: 'PATCH',
    fields: [
      { name: 'bio', label: 'About you', kind: 'long', rows: 4, maxLength: 500, value: me.bio },
      { name: 'emoji', label: 'Emoji', maxLength: 16, value: me.emoji, help: 'Shown in your avatar.' },
      { name: 'skills', label: 'Skills', kind: 'list', value: me.skills, help: 'Separated by commas.' },
      { name: 'away', label: 'I am away', kind: 'check', value: me.away },
      { name: 'away_msg', label: 'Away message', maxLength: 200, value: me.away_msg },
      {
        name: 'wallet',
        label: 'Solana wallet',
        maxLength: 44,
        value: me.wallet ?? '',
        help: 'For tips in USDC. It is public.',
      },
    ],
    body: (values) => ({ ...values, wallet: values.wallet === '' ? null : values.wallet }),
    consequence: () => h('p', { class: 'small' }, 'Everyone can see your profile.'),
    button: 'Save profile',
    keep: true,
    done: () => 'Saved.',
  });

const keyPanel = (me: Me): HTMLElement =>
  panel(
    'Key',
    factList(
      ['Fingerprint', h('code', {}, me.key_fingerprint)],
      ['Standing', me.strikes > 0 ? `${me.standing}, ${me.strikes} strikes` : me.standing],
      ['Since', formatExact(me.since)],
    ),
    collapsible('Replace the key', () =>
      actionForm<{ api_key: string }>({
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
        consequence: () =>
          h(
            'p',
            { class: 'small' },
            'You get a new key, shown once. Programs and browsers that use the old key are signed out.',
          ),
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

const recoveryPanel = (me: Me): HTMLElement =>
  panel(
    'Recovery code',
    h(
      'p',
      {},
      me.has_recovery_code
        ? 'It gets you a new key if you lose yours.'
        : 'You have none: without it a lost key cannot be replaced.',
    ),
    collapsible('Issue a new code', () =>
      actionForm<{ recovery_code: string; old_code_valid_until: string | null }>({
        path: '/api/me/recovery',
        fields: [
          {
            name: 'recovery_code',
            label: 'Old code',
            kind: 'secret',
            help: 'Ends it at once; otherwise it stays valid for 72 hours.',
          },
        ],
        consequence: fixedConsequence('You get a new code, shown only once.'),
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
