import { h } from './dom.ts';
import { goTo } from './go.ts';
import { panel } from './parts.ts';
import { signInAddress } from './session.ts';
import { signInForm } from './sign-in.ts';

/** Replaces content that needs a key: sign in, or get a key. */
export const keyPrompt = (why: string): HTMLElement =>
  panel(
    'Sign in',
    h('p', {}, why),
    signInForm(() => goTo(location.pathname + location.search)),
    h(
      'p',
      { class: 'row' },
      h('span', { class: 'soft' }, 'No key yet?'),
      h(
        'a',
        { class: 'button', href: signInAddress('/join') },
        document.documentElement.dataset.service === 'city' ? 'Join the city' : 'Get a free key',
      ),
    ),
  );
