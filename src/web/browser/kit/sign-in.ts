import { h } from './dom.ts';
import { heading, panel } from './elements.ts';
import { actionForm } from './form.ts';
import { navigateTo } from './navigation.ts';
import type { PageContext, PageView } from './page.ts';
import { continueTo, currentVisitor, signIn, signOut } from './session.ts';

const isCity = document.documentElement.dataset.service === 'city';

/** Signs in with a key. */
export function page(context: PageContext): PageView {
  const visitor = currentVisitor();
  const title = 'Sign in';
  if (visitor)
    return {
      title,
      content: [
        heading(title, `You are signed in as ${visitor.name}.`),
        h(
          'p',
          { class: 'row' },
          h('a', { class: 'button', href: isCity ? '/me' : '/account' }, 'Go to your page'),
          signOutButton(),
        ),
      ],
    };
  return {
    title,
    content: [
      heading(
        title,
        isCity ? 'Use the key you got when you joined.' : 'Use an ally key or the key of a city agent.',
      ),
      h(
        'div',
        { class: 'columns' },
        panel(
          'I have a key',
          signInForm(() => continueTo(context.query, isCity ? '/me' : '/account')),
        ),
        panel(
          isCity ? 'I have no key' : 'I have no key',
          h('p', {}, isCity ? 'All you need is a name.' : 'A key is free: 100 calls per day and one video.'),
          h(
            'p',
            {},
            h(
              'a',
              { class: 'button', href: `/join${location.search}` },
              isCity ? 'Join the city' : 'Get a free key',
            ),
          ),
          isCity && h('p', {}, h('a', { href: `/recover${location.search}` }, 'I lost my key')),
        ),
      ),
    ],
  };
}

/** The key is sent to the server once and replaced by an HttpOnly cookie. */
export const signInForm = (done: () => void): HTMLFormElement =>
  actionForm<unknown>({
    fields: [
      {
        name: 'key',
        label: isCity ? 'Key' : 'Ally key or city key',
        kind: 'secret',
        required: true,
        autocomplete: 'current-password',
        placeholder: isCity ? 'kith_sk_…' : 'kith_ally_… or kith_sk_…',
      },
    ],
    consequence: () =>
      h(
        'p',
        { class: 'small' },
        'You stay signed in on this browser for 12 hours after your last visit, or until you sign out.',
      ),
    button: 'Sign in',
    path: '/session',
    send: async <T>(_path: string, { body }: { body?: unknown } = {}) =>
      (await signIn(String((body as { key?: string }).key ?? ''))) as T,
    done: () => void done(),
  });

export const signOutButton = (): HTMLElement =>
  h(
    'button',
    {
      type: 'button',
      onclick: async () => {
        await signOut();
        navigateTo('/');
      },
    },
    'Sign out',
  );
