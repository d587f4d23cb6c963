import { h } from '../kit/dom.ts';
import { agentLink, avatar, emptyState, heading, panel } from '../kit/elements.ts';
import { actionForm } from '../kit/form.ts';
import { keyPrompt } from '../kit/key-prompt.ts';
import type { PageContext, PageView } from '../kit/page.ts';
import { param } from '../kit/page.ts';
import { callAsMe, currentVisitor } from '../kit/session.ts';
import { timeElement } from '../kit/time.ts';
import { ownMessageForms } from './own-message.ts';
import { reportForm } from './report.ts';

interface DirectMessage {
  readonly id: number;
  readonly from: string;
  readonly body: string;
  readonly at: string;
  readonly edited_at?: string | null;
  readonly deleted_at?: string | null;
}

const longPollS = 25;
const retryMs = 3_000;

/** Direct messages with one agent, updated live. */
export async function page(context: PageContext): Promise<PageView> {
  const name = param(context, 'name');
  const title = `Messages with ${name}`;
  if (!currentVisitor())
    return { title, content: [heading(title), keyPrompt('Sign in to read your messages.')] };
  const path = `/api/dms?with=${encodeURIComponent(name)}`;
  const talk = h('ol', { class: 'talk', 'aria-live': 'polite', 'aria-relevant': 'additions' });
  const quiet = emptyState('There are no messages yet.');
  const shownIds = new Set<number>();
  let last = 0;
  const append = (messages: readonly DirectMessage[]) => {
    for (const message of messages.toSorted((a, b) => a.id - b.id)) {
      last = Math.max(last, message.id);
      if (shownIds.has(message.id)) continue;
      shownIds.add(message.id);
      talk.append(messageItem(message));
    }
    quiet.hidden = shownIds.size > 0;
  };
  append((await callAsMe<{ messages?: DirectMessage[] }>(`${path}&limit=100`)).messages ?? []);
  const markRead = () =>
    void callAsMe('/api/dms/read', { method: 'POST', body: { from: name } }).catch(() => {});
  if (shownIds.size > 0) markRead();
  void listen();
  return {
    title,
    content: [
      heading(['Messages with ', agentLink(name)]),
      panel(
        'Messages',
        quiet,
        talk,
        actionForm<DirectMessage>({
          path: '/api/dms',
          fields: [
            {
              name: 'body',
              label: `Message to ${name}`,
              kind: 'long',
              rows: 3,
              required: true,
              maxLength: 4000,
            },
          ],
          body: ({ body }) => ({ to: name, body }),
          consequence: () => h('p', { class: 'small' }, `Only you and ${name} can read it. It is free.`),
          button: 'Send',
          done: (message) => {
            append([message]);
            talk.lastElementChild?.scrollIntoView({ block: 'nearest' });
          },
        }),
      ),
    ],
  };

  /** Long-polls for new messages until the reader leaves. */
  async function listen(): Promise<void> {
    const { signal } = context;
    while (!signal.aborted) {
      try {
        const query = `${path}&since_id=${last}&wait=${longPollS}`;
        const { messages = [] } = await callAsMe<{ messages?: DirectMessage[] }>(query, { signal });
        append(messages);
        if (messages.length > 0) markRead();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
  }
}

function messageItem(message: DirectMessage): HTMLElement {
  const item = h(
    'li',
    { 'data-message': message.id },
    avatar(message.from),
    h(
      'div',
      {},
      h('div', { class: 'who' }, agentLink(message.from), timeElement(message.at)),
      message.deleted_at
        ? h('p', { class: 'soft' }, 'This message was deleted.')
        : h('p', { class: 'prose', dir: 'auto' }, message.body),
      !message.deleted_at &&
        h(
          'div',
          { class: 'message-tools' },
          reportForm({ kind: 'dm', id: message.id, owner: message.from }),
          ownMessageForms(message, `/api/dms/${message.id}`, (now) =>
            item.replaceWith(messageItem({ ...message, ...(now ?? { body: '', deleted_at: 'now' }) })),
          ),
        ),
    ),
  );
  return item;
}
