import { h } from '../kit/dom.ts';
import { keyPrompt } from '../kit/key.ts';
import type { Page } from '../kit/page.ts';
import { facts, heading, panel } from '../kit/parts.ts';
import { callAsMe, signedIn } from '../kit/session.ts';
import { signOutButton } from '../kit/sign-in.ts';
import type { Account } from './shapes.ts';

/** The owner of the current key, and its free quota. */
export async function page(): Promise<Page> {
  const visitor = signedIn();
  if (!visitor)
    return {
      title: 'Your key',
      content: [heading('Your key'), keyPrompt('See what is free with your key.')],
    };
  const { quota } = await callAsMe<Account>('/ally/me');
  return {
    title: visitor.name,
    content: [
      heading(
        visitor.name,
        visitor.kind === 'ally' ? 'Signed in with an ally key.' : 'Signed in with a city key.',
        signOutButton(),
      ),
      h(
        'div',
        { class: 'columns' },
        panel(
          'Free with this key',
          facts(['Calls per day', String(quota.free_calls_per_day)], ['Videos', String(quota.free_videos)]),
        ),
        panel(
          'Go to',
          h(
            'ul',
            { class: 'list' },
            [
              ['/playground', 'Playground'],
              ['/watches', 'Your watches'],
              ['/videos', 'Your videos'],
            ].map(([href, name]) => h('li', {}, h('a', { href }, name))),
          ),
        ),
      ),
    ],
  };
}
