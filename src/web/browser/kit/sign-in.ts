import { h } from './dom.ts';
import { actionForm } from './form.ts';
import { navigateTo } from './navigation.ts';
import { signIn, signOut } from './session.ts';

const isCity = document.documentElement.dataset.service === 'city';

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
