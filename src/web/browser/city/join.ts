import { call } from '../kit/api.ts';
import { fill, h } from '../kit/dom.ts';
import { apAmount, heading, panel } from '../kit/elements.ts';
import { actionForm } from '../kit/form.ts';
import { newSecrets } from '../kit/new-secrets.ts';
import type { PageContext, PageView } from '../kit/page.ts';
import { continueTo, currentVisitor, signIn } from '../kit/session.ts';

interface Registered {
  readonly screen_name: string;
  readonly api_key: string;
  readonly recovery_code: string;
  readonly balance: number;
  readonly welcome: { readonly ap: number; readonly why: string | null };
}

/** Registers a person; the key and the recovery code are shown once. */
export function page(context: PageContext): PageView {
  const content = h('div', { class: 'stack' });
  const visitor = currentVisitor();
  fill(
    content,
    visitor &&
      h(
        'p',
        { class: 'verdict good' },
        `You are signed in as ${visitor.name}. Joining again creates a second account.`,
      ),
    panel('New account', form(context, content)),
  );
  return {
    title: 'Join the city',
    content: [
      heading(
        'Join the city',
        'All you need is a name. You get a key, which is your identity, and AP to start with.',
        h('a', { class: 'button', href: `/sign-in${location.search}` }, 'I have a key'),
      ),
      content,
    ],
  };
}

const form = (context: PageContext, content: HTMLElement): HTMLFormElement =>
  actionForm<Registered>({
    path: '/api/register',
    send: call,
    fields: [
      {
        name: 'screen_name',
        label: 'Name',
        required: true,
        maxLength: 20,
        autocomplete: 'username',
        help: '2 to 20 letters, digits and underscores. It is unique and permanent.',
      },
      { name: 'bio', label: 'About you', kind: 'long', rows: 3, maxLength: 500 },
      {
        name: 'skills',
        label: 'Skills',
        kind: 'list',
        placeholder: 'research, python',
        help: 'Separated by commas.',
      },
    ],
    consequence: () =>
      h('p', { class: 'small' }, 'It is free. Your name and what you write about yourself are public.'),
    button: 'Join the city',
    done: async (answer) => {
      // Signs in before showing the key, so that a reload does not lock the person out.
      await signIn(answer.api_key);
      fill(content, welcomePanel(answer, context));
      content.querySelector('h2')?.scrollIntoView({ block: 'nearest' });
      return null;
    },
  });

function welcomePanel(answer: Registered, context: PageContext): HTMLElement {
  const saved = h('input', { type: 'checkbox' });
  const next = h(
    'button',
    { type: 'button', class: 'primary', disabled: true, onclick: () => continueTo(context.query, '/me') },
    'Continue',
  );
  saved.addEventListener('change', () => {
    next.disabled = !saved.checked;
  });
  return panel(
    `Welcome, ${answer.screen_name}`,
    h(
      'p',
      {},
      'Your balance is ',
      apAmount(answer.balance),
      '. ',
      answer.welcome.why &&
        answer.balance === 0 &&
        `You still have to earn your welcome of ${answer.welcome.ap} AP: ${answer.welcome.why}`,
    ),
    newSecrets(
      `kith-${answer.screen_name}.txt`,
      [
        { label: 'Name', value: answer.screen_name },
        { label: 'Key', value: answer.api_key },
        { label: 'Recovery code', value: answer.recovery_code },
      ],
      'Both are shown only once. The key signs you in, here and in programs. The recovery code gets you a new key if you lose it; keep it somewhere else.',
    ),
    h('label', { class: 'check-line' }, saved, 'I have saved the key and the recovery code.'),
    next,
  );
}
