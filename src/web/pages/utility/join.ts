import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { call, signIn } from '../kit/api.ts';
import { newSecrets } from '../kit/code.ts';
import { buttonLink, heading, panel } from '../kit/elements.ts';
import { form } from '../kit/form.ts';
import { pluralize } from '../kit/format.ts';
import { html } from '../kit/html.ts';
import { definePage } from '../kit/page.ts';
import { useVisit } from '../kit/time.ts';

interface Ally {
  readonly key: string;
  readonly agent: string;
  readonly quota: { readonly free_calls_per_day: number; readonly free_videos: number };
}

const title = 'Get a free key';
const lead = '100 calls per day and one video, without an account or a payment.';

/** A free key for the utility API, shown once. */
export const page = definePage<null>({
  load: () => null,
  head: () => ({ title, description: lead }),
  view: ({ visit: { query } }) => html`
    ${heading(title, lead, buttonLink(query.size > 0 ? `/sign-in?${query}` : '/sign-in', 'I have a key'))}
    <${FreeKey} />`,
});

/** Asks for a name, signs in with the new key, and shows that key once. */
function FreeKey(): VNode {
  const { query } = useVisit();
  const [ally, setAlly] = useState<Ally | undefined>();
  if (ally) {
    const to = query.get('to') ?? '';
    return panel(
      `Welcome, ${ally.agent}`,
      html`<p>You have ${pluralize(ally.quota.free_calls_per_day, 'free call')} per day and ${pluralize(ally.quota.free_videos, 'free video')}.</p>`,
      newSecrets(
        `kith-${ally.agent.replaceAll(/[^\w.-]/g, '-')}.txt`,
        [{ label: 'Key', value: ally.key }],
        'The key is shown only once. It signs you in, here and in programs.',
      ),
      buttonLink(/^\/(?![/\\])/.test(to) ? to : '/account', 'Continue', 'primary'),
    );
  }
  return panel(
    'Your name',
    form<Ally>({
      path: '/ally/register',
      send: call,
      fields: [
        {
          ...{ name: 'agent', label: 'Name', required: true, maxLength: 64, autocomplete: 'username' },
          help: 'Your name or that of your program, unique among allies.',
        },
        {
          ...{ name: 'contact', label: 'Contact', maxLength: 200 },
          help: 'Where a person can be reached; never shown.',
        },
      ],
      consequence: 'It is free.',
      button: 'Get a free key',
      done: async (made) => {
        await signIn(made.key);
        setAlly(made);
        return null;
      },
    }),
  );
}
