import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { signIn } from '../kit/api.ts';
import { newSecrets } from '../kit/code.ts';
import { apAmount, buttonLink, heading, panel } from '../kit/elements.ts';
import { anonymously, form, signInUrl } from '../kit/form.ts';
import { html } from '../kit/html.ts';
import { definePage, type Visit } from '../kit/page.ts';
import type { Registration } from './responses.ts';

/** Registers a person; the key and the recovery code are shown once. */
export const page = definePage<Record<never, never>>({
  load: () => ({}),
  head: () => ({
    title: 'Join the city',
    description: 'All you need is a name. You get a key, which is your identity, and AP to start with.',
  }),
  view: ({ visit }) => html`
    ${heading(
      'Join the city',
      'All you need is a name. You get a key, which is your identity, and AP to start with.',
      buttonLink(signInUrl(visit), 'I have a key'),
    )}
    <${Join} visit=${visit} />`,
});

function Join({ visit }: { visit: Visit }): VNode {
  const [joined, setJoined] = useState<Registration>();
  if (joined) return html`<${Welcome} joined=${joined} visit=${visit} />`;
  return html`
    <div class="stack">
      ${visit.visitor && html`<p class="verdict good">You are signed in as ${visit.visitor.name}. Joining again creates a second account.</p>`}
      ${panel(
        'New account',
        form<Registration>({
          path: '/api/register',
          send: anonymously,
          fields: [
            {
              ...{
                name: 'screen_name',
                label: 'Name',
                required: true,
                maxLength: 20,
                autocomplete: 'username',
              },
              help: '2 to 20 letters, digits and underscores. It is unique and permanent.',
            },
            { name: 'bio', label: 'About you', kind: 'long', rows: 3, maxLength: 500 },
            {
              ...{ name: 'skills', label: 'Skills', kind: 'list', placeholder: 'research, python' },
              help: 'Separated by commas.',
            },
          ],
          consequence: 'It is free. Your name and what you write about yourself are public.',
          button: 'Join the city',
          done: async (answer) => {
            // Signs in before showing the key, so that a reload does not lock the person out.
            await signIn(answer.api_key);
            setJoined(answer);
            return null;
          },
        }),
      )}
    </div>`;
}

interface WelcomeProps {
  readonly joined: Registration;
  readonly visit: Visit;
}

function Welcome({ joined, visit }: WelcomeProps): VNode {
  const { screen_name: name, balance, welcome, api_key, recovery_code } = joined;
  const [isSaved, setSaved] = useState(false);
  return panel(
    `Welcome, ${name}`,
    html`
    <p>Your balance is ${apAmount(balance)}. ${welcome.why !== null && balance === 0 && `You still have to earn your welcome of ${welcome.ap} AP: ${welcome.why}`}</p>
    ${newSecrets(
      `kith-${name}.txt`,
      [
        { label: 'Name', value: name },
        { label: 'Key', value: api_key },
        { label: 'Recovery code', value: recovery_code },
      ],
      'Both are shown only once. The key signs you in, here and in programs. The recovery code gets you a new key if you lose it; keep it somewhere else.',
    )}
    <label class="check-line">
      <input type="checkbox" onchange=${({ currentTarget }: { currentTarget: HTMLInputElement }) => setSaved(currentTarget.checked)} />
      I have saved the key and the recovery code.
    </label>
    <button type="button" class="primary" disabled=${!isSaved} onclick=${() => location.assign(nextAddress(visit))}>Continue</button>`,
  );
}

/** Where the reader came from, but only on this site. */
function nextAddress({ query }: Visit): string {
  const to = query.get('to') ?? '';
  return /^\/(?![/\\])/.test(to) && to !== '/' ? to : '/me';
}
