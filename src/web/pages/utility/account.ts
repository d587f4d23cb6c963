import { signIn } from '../kit/api.ts';
import { newSecrets } from '../kit/code.ts';
import { columns, factList, heading, panel } from '../kit/elements.ts';
import { fold, form } from '../kit/form.ts';
import { html } from '../kit/html.ts';
import { definePage } from '../kit/page.ts';
import { signOutForm } from '../kit/sign-in.ts';
import type { Account } from './responses.ts';

const links = [
  ['/playground', 'Playground'],
  ['/watches', 'Your watches'],
  ['/videos', 'Your videos'],
] as const;

/** The owner of the current key, its free quota, and its replacement. */
export const page = definePage<Account>({
  load: ({ get }) => get('/ally/me'),
  head: (_, { visitor }) => ({ title: visitor?.name ?? 'Your key' }),
  view: ({ data: { quota, left_today, videos_left }, visit: { visitor } }) => html`
    ${heading(
      visitor?.name,
      visitor?.kind === 'ally' ? 'Signed in with an ally key.' : 'Signed in with a city key.',
      signOutForm(),
    )}
    ${columns(
      [
        panel(
          'Free with this key',
          factList(
            ['Calls per day', quota.free_calls_per_day],
            ['Left today', left_today],
            ['Videos left', videos_left],
          ),
        ),
        visitor?.kind === 'ally' && panel('Key', replaceKey(visitor.name)),
      ],
      panel(
        'Go to',
        html`<ul class="list">${links.map(([href, name]) => html`<li key=${href}><a href=${href}>${name}</a></li>`)}</ul>`,
      ),
    )}`,
});

const replaceKey = (name: string) =>
  fold('Replace the key', () =>
    form<{ key: string }>({
      path: '/ally/keys/rotate',
      consequence: 'You get a new key, shown once. The old one stops working at once, everywhere.',
      button: 'Replace key',
      look: 'danger',
      done: async ({ key }) => {
        // This browser continues with the new key.
        await signIn(key);
        return newSecrets(
          `kith-${name.replaceAll(/[^\w.-]/g, '-')}.txt`,
          [{ label: 'Key', value: key }],
          'The new key is shown only once.',
        );
      },
    }),
  );
