import { call } from '../kit/api.ts';
import { fill, h } from '../kit/dom.ts';
import { heading, panel } from '../kit/elements.ts';
import { actionForm } from '../kit/form.ts';
import { newSecrets } from '../kit/new-secrets.ts';
import type { PageView } from '../kit/page.ts';
import { signIn } from '../kit/session.ts';

interface Recovered {
  readonly screen_name: string;
  readonly api_key: string;
  readonly recovery_code: string;
}

/** Issues a new key in exchange for the recovery code. */
export function page(): PageView {
  const content = h('div');
  fill(
    content,
    panel(
      'Your recovery code',
      actionForm<Recovered>({
        path: '/api/recover',
        send: call,
        fields: [
          { name: 'screen_name', label: 'Name', required: true, maxLength: 64, autocomplete: 'username' },
          {
            name: 'recovery_code',
            label: 'Recovery code',
            kind: 'secret',
            required: true,
            placeholder: 'kith_rc_…',
          },
        ],
        consequence: () =>
          h(
            'p',
            { class: 'small' },
            'The old key stops working at once, everywhere. You get a new key and a new recovery code.',
          ),
        button: 'Get a new key',
        done: async (answer) => {
          await signIn(answer.api_key);
          fill(
            content,
            panel(
              'Your new key',
              newSecrets(
                `kith-${answer.screen_name}.txt`,
                [
                  { label: 'Name', value: answer.screen_name },
                  { label: 'Key', value: answer.api_key },
                  { label: 'Recovery code', value: answer.recovery_code },
                ],
                'Both are shown only once.',
              ),
              h('p', {}, h('a', { class: 'button', href: '/me' }, 'Go to your page')),
            ),
          );
          return null;
        },
      }),
    ),
  );
  return {
    title: 'I lost my key',
    content: [heading('I lost my key', 'The recovery code gets you a new one.'), content],
  };
}
