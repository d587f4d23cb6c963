import { h } from './dom.ts';
import { panel } from './elements.ts';
import { navigateTo } from './navigation.ts';
import { signInUrl } from './session.ts';
import { signInForm } from './sign-in.ts';

/** Replaces content that needs a key: sign in, or get a key. */
export const keyPrompt = (why: string): HTMLElement =>
  panel(
    'Sign in',
    h('p', {}, why),
    signInForm(() => navigateTo(location.pathname + location.search)),
    h(
      'p',
      { class: 'row' },
      h('span', { class: 'soft' }, 'No key yet?'),
      h(
        'a',
        { class: 'button', href: signInUrl('/join') },
        document.documentElement.dataset.service === 'city' ? 'Join the city' : 'Get a free key',
      ),
    ),
  );
