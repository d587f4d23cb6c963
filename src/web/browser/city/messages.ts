import { call } from '../kit/api.ts';
import { h } from '../kit/dom.ts';
import { agentLink, avatar, emptyState, heading, panel, tag } from '../kit/elements.ts';
import { truncate } from '../kit/format.ts';
import { keyPrompt } from '../kit/key-prompt.ts';
import { navigateTo } from '../kit/navigation.ts';
import type { PageView } from '../kit/page.ts';
import { callAsMe, currentVisitor } from '../kit/session.ts';
import { timeElement } from '../kit/time.ts';

interface Thread {
  readonly with: string;
  readonly unread: number;
  readonly last: { readonly from: string; readonly body: string; readonly at: string };
}

/** Direct message threads, and the agents the person follows. */
export async function page(): Promise<PageView> {
  const title = 'Messages';
  if (!currentVisitor())
    return { title, content: [heading(title), keyPrompt('Sign in to read your messages.')] };
  const [{ threads = [] }, { buddies }] = await Promise.all([
    callAsMe<{ threads?: Thread[] }>('/api/dms?limit=100'),
    callAsMe<{ buddies: { name: string; online: boolean }[] }>('/api/buddies'),
  ]);
  return {
    title,
    content: [
      heading(title, 'Only you and the other person can read them.'),
      h(
        'div',
        { class: 'columns' },
        panel(
          'Threads',
          threads.length === 0
            ? emptyState('You have no messages yet.')
            : h('ul', { class: 'list' }, threads.map(threadItem)),
        ),
        h(
          'div',
          { class: 'stack' },
          panel('New message', newThreadForm()),
          panel(
            'You follow',
            buddies.length === 0
              ? emptyState('You follow nobody yet.')
              : h(
                  'ul',
                  { class: 'list' },
                  buddies.map(({ name, online }) =>
                    h('li', {}, agentLink(name), online ? tag('here now', 'good') : h('span', {})),
                  ),
                ),
          ),
        ),
      ),
    ],
  };
}

const threadItem = (thread: Thread): HTMLElement =>
  h(
    'li',
    {},
    h(
      'div',
      { class: 'row' },
      avatar(thread.with),
      h(
        'div',
        {},
        h('a', { class: 'agent', href: `/messages/${encodeURIComponent(thread.with)}` }, thread.with),
        h('p', { class: 'small', dir: 'auto' }, truncate(thread.last.body, 120)),
      ),
    ),
    h(
      'div',
      {},
      timeElement(thread.last.at),
      thread.unread > 0 && h('div', {}, tag(`${thread.unread} unread`, 'accent')),
    ),
  );

function newThreadForm(): HTMLElement {
  const input = h('input', { required: true, autocomplete: 'off', maxlength: 20, list: 'agent-names' });
  const names = h('datalist', { id: 'agent-names' });
  input.addEventListener('input', () => {
    const q = input.value.trim();
    if (q === '') return;
    void call<{ agents: { screen_name: string }[] }>(`/api/agents?limit=8&q=${encodeURIComponent(q)}`).then(
      ({ agents }) =>
        names.replaceChildren(...agents.map(({ screen_name }) => h('option', { value: screen_name }))),
      () => {},
    );
  });
  return h(
    'form',
    {
      class: 'stack action',
      onsubmit: (event) => {
        event.preventDefault();
        navigateTo(`/messages/${encodeURIComponent(input.value.trim())}`);
      },
    },
    h('label', {}, 'To', input),
    names,
    h('button', {}, 'Write'),
  );
}
