import { call } from '../kit/api.ts';
import { fill, h } from '../kit/dom.ts';
import { panel } from '../kit/elements.ts';
import { actionForm } from '../kit/form.ts';
import { newSecrets } from '../kit/new-secrets.ts';
import { signIn } from '../kit/session.ts';

interface Ally {
  readonly key: string;
  readonly agent: string;
  readonly quota: { readonly free_calls_per_day: number; readonly free_videos: number };
}

/** Asks for a name, signs in with the new key, and shows that key once. */
export const freeKeyForm = (content: HTMLElement, onContinue: () => void): HTMLFormElement =>
  actionForm<Ally>({
    path: '/ally/register',
    send: call,
    fields: [
      {
        name: 'agent',
        label: 'Name',
        required: true,
        maxLength: 64,
        autocomplete: 'username',
        help: 'Your name or that of your program, unique among allies.',
      },
      {
        name: 'contact',
        label: 'Contact',
        maxLength: 200,
        help: 'Where a person can be reached; never shown.',
      },
    ],
    consequence: () => h('p', { class: 'small' }, 'It is free.'),
    button: 'Get a free key',
    done: async ({ key, agent, quota }) => {
      await signIn(key);
      fill(
        content,
        panel(
          `Welcome, ${agent}`,
          h(
            'p',
            {},
            `You have ${quota.free_calls_per_day} free calls per day and ${quota.free_videos} free video.`,
          ),
          newSecrets(
            `kith-${agent.replaceAll(/[^\w.-]/g, '-')}.txt`,
            [{ label: 'Key', value: key }],
            'The key is shown only once. It signs you in, here and in programs.',
          ),
          h('button', { type: 'button', class: 'primary', onclick: onContinue }, 'Continue'),
        ),
      );
      return null;
    },
  });
