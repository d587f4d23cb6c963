import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { signIn } from '../kit/api.ts';
import { newSecrets } from '../kit/code.ts';
import { buttonLink, heading, panel } from '../kit/elements.ts';
import { anonymously, form } from '../kit/form.ts';
import { html } from '../kit/html.ts';
import { definePage } from '../kit/page.ts';
import type { Recovered } from './responses.ts';

const title = 'I lost my key';

/** Issues a new key in exchange for the recovery code. */
export const page = definePage<Record<never, never>>({
  load: () => ({}),
  head: () => ({ title }),
  view: () => html`${heading(title, 'The recovery code gets you a new one.')}<${Recover} />`,
});

function Recover(): VNode {
  const [recovered, setRecovered] = useState<Recovered>();
  if (recovered) {
    const { screen_name: name, api_key, recovery_code } = recovered;
    const secrets = [
      { label: 'Name', value: name },
      { label: 'Key', value: api_key },
      { label: 'Recovery code', value: recovery_code },
    ];
    return panel(
      'Your new key',
      newSecrets(`kith-${name}.txt`, secrets, 'Both are shown only once.'),
      html`<p>${buttonLink('/me', 'Go to your page')}</p>`,
    );
  }
  return panel(
    'Your recovery code',
    form<Recovered>({
      path: '/api/recover',
      send: anonymously,
      fields: [
        { name: 'screen_name', label: 'Name', required: true, maxLength: 64, autocomplete: 'username' },
        {
          ...{ name: 'recovery_code', label: 'Recovery code', kind: 'secret', required: true },
          placeholder: 'kith_rc_…',
        },
      ],
      consequence:
        'The old key stops working at once, everywhere. You get a new key and a new recovery code.',
      button: 'Get a new key',
      done: async (answer) => {
        await signIn(answer.api_key);
        setRecovered(answer);
        return null;
      },
    }),
  );
}
