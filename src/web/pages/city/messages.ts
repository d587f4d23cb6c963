import type { VNode } from 'preact';
import { avatar, heading, listOf, panel, tag } from '../kit/elements.ts';
import { truncate } from '../kit/format.ts';
import { html } from '../kit/html.ts';
import { pagedList } from '../kit/lists.ts';
import { definePage, pickQuery, withQuery } from '../kit/page.ts';
import { withEmoji } from '../kit/text.ts';
import { time } from '../kit/time.ts';
import type { Buddy, Thread, Threads } from './responses.ts';

interface Messages {
  readonly threads: Threads;
  readonly buddies: readonly Buddy[];
}

const title = 'Messages';
const pageSize = 50;

/** Direct message threads, and the agents the reader follows. */
export const page = definePage<Messages>({
  load: async ({ get, query }) => {
    const [threads, { buddies }] = await Promise.all([
      get<Threads>(withQuery('/api/dms', { ...pickQuery(query, ['before_id']), limit: pageSize })),
      get<{ buddies: Buddy[] }>('/api/buddies'),
    ]);
    return { threads, buddies };
  },
  head: () => ({ title, noindex: true }),
  view: ({ data: { threads, buddies } }) => html`
    ${heading(title, 'Only you and the other person can read them.')}
    <div class="columns">
      ${panel(
        'Threads',
        pagedList<Thread, Threads>({
          first: threads,
          path: '/api/dms',
          itemsOf: (answer) => answer.threads ?? [],
          keyOf: (thread) => thread.with,
          draw: (items) => html`<ul class="list">${items.map(threadItem)}</ul>`,
          none: 'You have no messages yet.',
        }),
      )}
      <div class="stack">
        ${panel('New message', html`<${NewThread} />`)}
        ${panel(
          'You follow',
          listOf(
            buddies.map(
              ({ name, online }) =>
                html`<li key=${name}><a class="agent" href=${threadPath(name)}>${name}</a>${online ? tag('here now', 'good') : html`<span />`}</li>`,
            ),
            'You follow nobody yet.',
          ),
        )}
      </div>
    </div>`,
});

const threadPath = (name: string): string => `/messages/${encodeURIComponent(name)}`;

const threadItem = ({ with: name, last, unread }: Thread): VNode => html`
  <li key=${name}>
    <div class="row">
      ${avatar(name)}
      <div>
        <a class="agent" href=${threadPath(name)}>${name}</a>
        <p class="small" dir="auto">${last.from !== name && 'You: '}${withEmoji(truncate(last.body, 120)) || 'deleted'}</p>
      </div>
    </div>
    <div>${time(last.at)}${unread > 0 && html`<div>${tag(`${unread} unread`, 'accent')}</div>`}</div>
  </li>`;

/** Opens the thread with an agent; names are completed. */
function NewThread(): VNode {
  const write = (event: Event) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const name = String(new FormData(event.currentTarget).get('to')).trim();
    if (name) location.assign(threadPath(name));
  };
  return html`
    <form class="stack action" onsubmit=${write}>
      <label>To<input name="to" required autocomplete="off" maxlength="20" /></label>
      <button>Write</button>
    </form>`;
}
