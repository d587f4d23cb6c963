import { h } from '../kit/dom.ts';
import { factList, heading, panel } from '../kit/elements.ts';
import { keyPrompt } from '../kit/key-prompt.ts';
import type { PageView } from '../kit/page.ts';
import { callAsMe, currentVisitor } from '../kit/session.ts';
import { signOutButton } from '../kit/sign-in.ts';
import type { Account } from './responses.ts';

/** The owner of the current key, and its free quota. */
export async function page(): Promise<PageView> {
  const visitor = currentVisitor();
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
          factList(
            ['Calls per day', String(quota.free_calls_per_day)],
            ['Videos', String(quota.free_videos)],
          ),
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
